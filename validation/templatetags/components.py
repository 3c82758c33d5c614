"""Components of all pages: badges, marks, notices, fields, empty states, pagers, table heads, htmx links.

Small ones are built here, larger ones have a template in templates/platform/components. Why tags: docs/adr/0016.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.forms import BaseForm, BoundField
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from validation.platform.pages.looks import Badge
from validation.platform.paging.filters import search_limit
from validation.response.queries.turns import PATH_SHOWN
from validation.templatetags.look import badge_chip, icon

register = template.Library()

_HEADS = {
    "right": '<th scope="col" class="right">{}</th>',
    "hidden": '<th scope="col"><span class="visually-hidden">{}</span></th>',
}
_HEAD = '<th scope="col">{}</th>'


@register.simple_tag
def search_note(q: str) -> SafeString | str:
    """`{% search_note wanted.q %}`: a note if a search covered only the newest entries."""
    limit = search_limit(q)
    return format_html('<p class="muted">Searches the newest {} entries at most.</p>', f"{limit:,}") if limit else ""


@register.simple_tag
def badge(tone: str, icon_name: str, text: str, extra: str = "") -> SafeString:
    """`{% badge "approve" "check" "delivered" %}`: a coloured chip. `extra` adds classes."""
    return badge_chip(Badge(text, icon_name, tone), extra)


@register.simple_tag
def label_chip(text: str) -> SafeString:
    """`{% label_chip "sample" %}`: a chip without colour, for names and categories."""
    return format_html('<span class="chip chip-plain">{}</span>', text)


@register.simple_tag
def segment_button(name: str, value: str, text: str, current: str) -> SafeString:
    """`{% segment_button "mode" "observe" "observed" row.mode %}`: a submit button, pressed if it is current."""
    button = '<button class="segment" type="submit" name="{}" value="{}" aria-pressed="{}">{}</button>'
    return format_html(button, name, value, str(value == current).lower(), text)


@register.simple_tag
def mark(tone: str, icon_name: str) -> SafeString:
    """`{% mark "fail" "x" %}`: the small square before a row."""
    return format_html('<span class="mark-box tone-{}">{}</span>', tone, icon(icon_name, "icon-s"))


@register.simple_tag
def table_head(*columns: str) -> SafeString:
    """`{% table_head "Event" "right:Tries" "hidden:Actions" %}`: the head of a table, one cell per column."""
    return format_html("<thead><tr>{}</tr></thead>", format_html_join("", "{}", ((_cell(name),) for name in columns)))


def _cell(column: str) -> SafeString:
    kind, colon, name = column.partition(":")
    return format_html(_HEADS[kind], name) if colon and kind in _HEADS else format_html(_HEAD, column)


@register.simple_tag
def hx_get(target: str, view: str, *args: object, carry: str = "", swap: str = "outerHTML") -> SafeString:
    """`<a {% hx_get "desk-item" "web:desk_item" item.id carry=list_carry %}>`: a link whose response replaces `target`.

    `view` is a view name, or a URL (with a `/`, a `?`, or empty for this page). `carry` is a query string.
    """
    return _hx("href", "get", target, _address(view, args, carry), swap)


@register.simple_tag
def hx_post(target: str, view: str, *args: object, carry: str = "") -> SafeString:
    """`<form {% hx_post "desk-item" "web:desk_rule" item.id carry=carry %}>`: its response replaces `target`."""
    return format_html('method="post" {}', _hx("action", "post", target, _address(view, args, carry)))


def _address(view: str, args: tuple[object, ...], carry: str) -> str:
    return (reverse(view, args=args) if ":" in view and "/" not in view and "?" not in view else view) + carry


def _hx(attribute: str, verb: str, target: str, address: str, swap: str = "outerHTML") -> SafeString:
    html = '{}="{}" hx-{}="{}" hx-target="#{}" hx-swap="{}" hx-push-url="true"'
    return format_html(html, attribute, address, verb, address, target, swap)


@register.simple_block_tag
def notice(content: str, tone: str, icon_name: str, role: str = "") -> SafeString:
    """`{% notice "fail" "warning" role="alert" %}<p>…</p>{% endnotice %}`: a coloured box with an icon."""
    role_attribute = format_html(' role="{}"', role) if role else ""
    toned = f" tone-{tone}" if tone else ""
    return format_html('<div class="notice{}"{}>{}{}</div>', toned, role_attribute, icon(icon_name), content)


@register.simple_block_tag
def empty_state(
    content: str, icon_name: str, title: str, href: str = "", label: str = "", code: str = ""
) -> SafeString:
    """`{% empty_state "filter" "No turn matches" href=all label="Show all" %}What to do.{% endempty_state %}`"""
    shown = {
        "icon": icon_name,
        "title": title,
        "text": SafeString(content.strip()),
        "href": href,
        "label": label,
        "code": code,
    }
    return render_to_string("platform/components/empty_state.html", shown)


@register.simple_tag(takes_context=True)
def crumbs(context: template.Context, *steps: object) -> SafeString:
    """`{% crumbs "Insights" "web:insights" "Trust" "web:trust" "Drift" %}`: breadcrumbs, each a name and its view; this
    page may be last, as a name only. Links keep pipeline and range."""
    carried = context["scope"].carried
    pairs = zip(steps[::2], steps[1::2], strict=False)
    links = [format_html('<a href="{}">{}</a>', carried(reverse(str(view))), name) for name, view in pairs]
    here = [format_html("<span>{}</span>", steps[-1])] if len(steps) % 2 else []
    way = format_html_join(icon("right", "icon-s"), "{}", ((step,) for step in (*links, *here)))
    return format_html('<nav class="crumbs" aria-label="Where you are">{}</nav>', way)


@register.simple_tag(takes_context=True)
def tabs(context: template.Context, label: str, *steps: str) -> SafeString:
    """`{% tabs "Beliefs" "Table" "beliefs:beliefs" "Graph" "beliefs:graph" %}`: tabs, each a name and its view. Links
    keep pipeline, range and search."""
    request, scope = context["request"], context["scope"]
    kept = (*scope.chosen, *(("q", q) for q in request.GET.getlist("q")[:1] if q))
    query = f"?{urlencode(kept)}" if kept else ""
    links = (
        (address, query, mark_safe(' aria-current="page"') if address == request.path else "", name)
        for name, address in ((name, reverse(view)) for name, view in zip(steps[::2], steps[1::2], strict=True))
    )
    listed = format_html_join("", '<a class="tab" href="{}{}"{}>{}</a>', links)
    return format_html('<nav class="tabs" aria-label="{}">{}</nav>', label, listed)


@register.simple_tag
def form_field(bound: BoundField, extra: str = "", hint: str = "", label: str = "") -> SafeString:
    """`{% form_field form.url %}`: label, control, then error or hint. `extra` adds classes; `hint` and `label`
    override those of the field. The first invalid field gets the focus."""
    bound.field.help_text = bound.help_text = hint or bound.help_text
    if bound.errors:
        bound.field.widget.attrs["autofocus"] = True
    shown = {
        "field": bound,
        "extra": extra,
        "label": label or bound.label,
        "error": bound.errors[0] if bound.errors else "",
    }
    return render_to_string("platform/components/field.html", shown)


@register.simple_tag
def form_errors(form: BaseForm) -> SafeString:
    """`{% form_errors form %}`: errors that belong to no single field."""
    box = '<div class="notice tone-fail" role="alert">{}<p class="wrap">{}</p></div>'
    return format_html_join("", box, ((icon("warning"), message) for message in form.non_field_errors()))


@register.simple_block_tag
def secret_box(content: str, secret: str, title: str, id: str = "secret") -> SafeString:  # noqa: A002
    """`{% secret_box link "Sign-in link" id="link" %}What it is for.{% endsecret_box %}`; needs js/copy.js."""
    shown = {"secret": secret, "title": title, "id": id, "text": SafeString(content.strip())}
    return render_to_string("platform/components/secret_box.html", shown)


@register.inclusion_tag("platform/components/pager.html", takes_context=True)
def pager(context: template.Context, page: Any, noun: str, target: str = "") -> Mapping[str, Any]:
    """`{% pager page "turns" "turn-list" %}`: Newest and Older, or Previous and Next where the rows are counted.
    Without a target they are plain links."""
    return {"page": page, "noun": noun, "target": target, "request": context["request"]}


@register.inclusion_tag("platform/components/path.html")
def attempt_path(path: Any, earlier: int = 0, here: object = "") -> Mapping[str, Any]:
    """`{% attempt_path record.siblings here=attempt.id %}`: the attempts of a turn as chips, oldest first. Of
    many stand those around `here`, else the last. `earlier` came before all of `path`."""
    steps = list(path)
    at = next((place for place, step in enumerate(steps) if step.id == here), len(steps) - 1)
    first = max(0, min(at - PATH_SHOWN // 2, len(steps) - PATH_SHOWN))
    shown = steps[first : first + PATH_SHOWN]
    return {"path": shown, "earlier": earlier + first, "later": len(steps) - first - len(shown), "here": here}
