"""Basic elements of all pages: icons, chips, check marks, confidence, times. Small HTML, built without templates."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from validation.domain.check import CheckName
from validation.domain.decisions.bands import shown
from validation.domain.operations.cost import shown as shown_amount
from validation.platform.pages.looks import Badge, attempt_badge, badge_of
from validation.platform.pages.times import clock, clock_words, due_words, milliseconds, relative

register = template.Library()
register.filter("milliseconds", milliseconds)
register.simple_tag(clock)

NOTHING = mark_safe('<span class="muted">–</span>')


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """`{% icon "search" %}`, `{% icon "down" "icon-s" %}`: an icon of the sprite, hidden from screen readers."""
    sprite = static("icons/sprite.svg")
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>', extra, sprite, name
    )


@register.simple_tag
def chip(kind: str, value: str, extra: str = "") -> SafeString:
    """`{% chip "route" attempt.route %}`; kinds: see `validation.platform.pages.looks.LOOKS`. `extra` adds classes."""
    return badge_chip(badge_of(kind, value), extra)


@register.simple_tag
def attempt_chip(attempt: Any, extra: str = "") -> SafeString:
    """The route of an attempt, or its state while undecided; notes partial approvals, loop limits and rulings."""
    look = attempt_badge(attempt.state, attempt.route)
    word = f"{look.word} (partial)" if attempt.partial else look.word
    ruled = bool(attempt.ruling_id)
    return badge_chip(Badge(word, look.icon, look.tone), extra, _way_to_route(attempt, ruled=ruled), ruled=ruled)


def _way_to_route(attempt: Any, *, ruled: bool) -> str:
    limited = attempt.decision not in ("", attempt.judged_route)
    decided = f"decided {attempt.decision}" if limited or (attempt.decision and ruled) else ""
    return "; ".join(filter(None, (f"{decided}, then a limit" if limited else decided, "a person ruled" * ruled)))


def badge_chip(look: Badge, extra: str = "", title: str = "", *, ruled: bool = False) -> SafeString:
    """`ruled` adds a sign that a person decided it, not the gate."""
    titled = format_html(' title="{}"', title) if title else ""
    by_person = '{}<span class="visually-hidden"> by a person</span>'
    return format_html(
        '<span class="chip tone-{} {}"{}>{}{}{}</span>',
        look.tone,
        extra,
        titled,
        icon(look.icon, "icon-s"),
        look.word,
        format_html(by_person, icon("person", "icon-s")) if ruled else "",
    )


@register.simple_tag
def tone_class(kind: str, value: str) -> str:
    """CSS class for the colour of a value."""
    return f"tone-{badge_of(kind, value).tone}"


@register.simple_tag
def tone_name(kind: str, value: str) -> str:
    """The tone without prefix, for tags that take one."""
    return badge_of(kind, value).tone


@register.simple_tag
def word(kind: str, value: str) -> str:
    return badge_of(kind, value).word


@register.simple_tag
def look_icon(kind: str, value: str, extra: str = "icon-s") -> SafeString:
    return icon(badge_of(kind, value).icon, extra)


@register.simple_tag
def check_marks(checks: Iterable[tuple[str, str]]) -> SafeString:
    """Five small squares for (name, state) pairs, in the order of the spec; one sentence for screen readers."""
    states = dict(checks)
    if not states:
        return NOTHING
    marks = [(CheckName(name).words, badge_of("check", states[name])) for name in CheckName if name in states]
    boxes = format_html_join(
        "",
        '<span class="mark-box tone-{}" title="{}: {}">{}</span>',
        ((look.tone, label, look.word, icon(look.icon, "icon-s")) for label, look in marks),
    )
    sentence = ", ".join(f"{label}: {look.word}" for label, look in marks)
    return format_html('<span class="marks" role="img" aria-label="{}">{}</span>', sentence, boxes)


@register.simple_tag
def confidence(value: float | None, tone_name: str = "calm", extra: str = "") -> SafeString:
    """Two decimals, rounded down, with a bar. `tone_name` as in the stylesheet: approve, revise, ..."""
    if value is None:
        return NOTHING
    return format_html(
        '<span class="gauge tone-{} {}"><span class="num">{}</span>'
        '<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="gauge-track" width="100" height="4"/><rect class="gauge-fill" width="{}" height="4"/>'
        "</svg></span>",
        tone_name,
        extra,
        shown(value),
        f"{value * 100:.1f}",
    )


@register.simple_tag
def attempt_confidence(attempt: Any, extra: str = "") -> SafeString:
    """The confidence of an attempt in the tone of its route."""
    return confidence(attempt.confidence, attempt_badge(attempt.state, attempt.route).tone, extra)


@register.simple_tag(takes_context=True)
def claim_address(context: template.Context, claim: Any, page: int, part: str) -> str:
    """URL of the `claim` or its `evidence`: on this page, or on another page of a long response."""
    anchor = f"#{part}-{claim.id}"
    if claim.page == page:
        return anchor
    query = context["request"].GET.copy()
    query["claims"] = claim.page
    return f"?{query.urlencode()}{anchor}"


@register.filter
def two_decimals(value: float | None) -> str:
    """Rounded down, as every confidence is shown."""
    return "–" if value is None else shown(value)


@register.simple_tag(takes_context=True)
def ago(context: template.Context, moment: datetime | None) -> SafeString:
    """`3 min ago`, updated by times.js, with the exact time on hover."""
    return _time(moment, "data-relative", relative(moment, _now(context))) if moment else NOTHING


@register.simple_tag(takes_context=True)
def due(context: template.Context, moment: datetime) -> SafeString:
    """`due in 3 h` or `43 min overdue`, updated by times.js."""
    return _time(moment, 'data-relative="due"', due_words(moment, _now(context)))


@register.simple_tag
def exact(moment: datetime | None) -> SafeString:
    """`3 Nov 2026, 14:05:09 UTC`; times.js converts it to the reader's time zone and keeps this on hover."""
    return _time(moment, "data-exact", clock_words(moment)) if moment else NOTHING


def _now(context: template.Context) -> datetime:
    now: datetime = context.get("now") or timezone.now()
    return now


def _time(moment: datetime, kept_by: str, words: str) -> SafeString:
    html = '<time class="num" datetime="{}" title="{}" {}>{}</time>'
    return format_html(html, moment.isoformat(), clock_words(moment), SafeString(kept_by), words)


@register.filter
def money(record: Any) -> str:
    """`0.0042 USD` for an object with `cost` and `currency`; empty if the cost is unknown."""
    return f"{shown_amount(record.cost)} {record.currency}" if record.cost is not None else ""


@register.filter
def at_most(count: int, most: int) -> str:
    """`1,000+` if counting stopped at `most`."""
    return f"{most:,}+" if count > most else f"{count}"


@register.filter
def plain_words(value: str) -> str:
    """`judge_unavailable` becomes `judge unavailable`."""
    return value.replace("_", " ")


@register.filter
def check_words(name: str) -> str:
    """`claims_supported` becomes `Claims supported`."""
    return plain_words(name).capitalize()


@register.filter
def web_address(url: str | None) -> str:
    """The URL if it is http or https, else empty: submitted text may contain `javascript:`."""
    return url if url and url.lower().startswith(("https://", "http://")) else ""


@register.filter
def share_of(count: int, total: int) -> float | None:
    return count / total if total else None


@register.filter
def per_cent(share: float | None) -> str:
    """0.0312 becomes `3.1 %`; whole numbers have no decimal."""
    return "–" if share is None else f"{share * 100:.1f}".removesuffix(".0") + " %"
