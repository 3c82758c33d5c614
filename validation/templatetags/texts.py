"""Texts shown verbatim. Built here, because in a template every line break would become part of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from validation.platform.pages.looks import badge_of
from validation.policies.web.policy_fields import label_of
from validation.templatetags.look import plain_words
from validation.trust.web.words import side_name

register = template.Library()
register.filter("setting_label", label_of)
register.filter("side_name", side_name)

_CLAIM_QUOTED = re.compile(r" for “[^”]*”\.$")
_RIGHT_TO_LEFT = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
_QUOTED_RIGHT_TO_LEFT = re.compile(
    rf"(“)([^“”]*{_RIGHT_TO_LEFT}[^“”]*)(”)|(?<!\w)(&quot;)((?:(?!&quot;).)*{_RIGHT_TO_LEFT}(?:(?!&quot;).)*)(&quot;)"
)
_CHANGES = {"removed": "<del>{}</del>", "added": "<ins>{}</ins>"}
_BESIDE = 4
"""Unchanged lines shown next to a change."""
_FOLDED = 8
"""Least number of unchanged lines to fold."""


@register.simple_tag
def diff_side(parts: Iterable[Any], change: str) -> SafeString:
    """`{% diff_side final.parts "removed" %}`: one of two texts, with `removed` or `added` parts marked. Long unchanged
    runs are folded, except for the lines next to a change."""
    whole = tuple(parts)
    return _joined(
        _same(part.text, after=number > 0, before=number < len(whole) - 1)
        if part.change == "same"
        else format_html(_CHANGES[part.change], part.text)
        for number, part in enumerate(whole)
        if part.change in ("same", change)
    )


def _same(text: str, *, after: bool, before: bool) -> SafeString:
    """`after` and `before` say whether the text follows or precedes a change."""
    lines = text.splitlines(keepends=True)
    start, end = _BESIDE * after, len(lines) - _BESIDE * before
    if end - start < _FOLDED or not (after or before):
        return format_html("{}", text)
    return format_html(
        '{}<details class="diff-same"><summary>{} lines are the same</summary>{}</details>{}',
        *("".join(lines[:start]), end - start, "".join(lines[start:end]), "".join(lines[end:])),
    )


@register.simple_tag
def pieces_text(pieces: Iterable[Any], only: str = "") -> SafeString:
    """The pieces of a claim or quote, each in a span with its kind as class; `only` marks a single kind."""
    return _joined(_piece(piece.text, piece.kind if not only or piece.kind == only else "") for piece in pieces)


def _piece(text: str, kind: str) -> SafeString:
    return format_html('<span class="{}">{}</span>', kind, text) if kind else format_html("{}", text)


@register.filter
def grouped(number: int) -> str:
    """80779 becomes `80,779`."""
    return f"{number:,}"


@register.filter
def without_claim(message: str) -> str:
    """A finding without the claim it quotes, for use next to that claim."""
    return _CLAIM_QUOTED.sub(".", message)


@register.filter
def isolate(message: str) -> SafeString:
    """Isolates right-to-left quotations, so that the quotation marks stay around them."""
    found = _QUOTED_RIGHT_TO_LEFT.sub(r"\1\4<bdi>\2\5</bdi>\3\6", conditional_escape(message))
    return mark_safe(found)  # noqa: S308  the text is escaped, and only tags were added


@register.simple_tag
def draft_text(chain: Any) -> SafeString:
    """The response of a `Chain`, with claims linked to their evidence and the findings marked."""
    return _joined(_draft_run(run) for run in chain.runs)


def _draft_run(run: Any) -> SafeString:
    text = _joined(_draft_part(part) for part in run.parts)
    if not run.claim:
        return text
    claim = run.claim.claim
    first = format_html(
        'id="claim-{}" data-first aria-label="{}, {}: {}"',
        claim.id, claim.name, plain_words(claim.state), run.claim.plain,
    ) if run.first else mark_safe('tabindex="-1"')  # fmt: skip
    linked = format_html(
        '<a class="claim claim-{}" href="#evidence-{}" data-claim="{}" {}{}>{}</a>',
        claim.state, claim.id, claim.id, first, " data-problem" if claim.is_problem else "", text,
    )  # fmt: skip
    return linked + _claim_number(claim) if run.last else linked


def _claim_number(claim: Any) -> SafeString:
    number = '<span class="claim-no tone-{}" aria-hidden="true" data-claim="{}" data-no="{}"></span>'
    return format_html(number, claim.tone, claim.id, claim.mark)


def _draft_part(part: Any) -> SafeString:
    places = format_html_join("", '<span id="finding-{}"></span>', ((number,) for number in part.begins))
    if part.flaw:
        marked = '{}<mark class="finding-mark finding-mark-{}{}" title="{}">{}</mark>'
        return format_html(marked, places, part.flaw, " sign" if part.quiet else "", part.title, part.text)
    return format_html('{}<span class="sign">{}</span>' if part.quiet else "{}{}", places, part.text)


@register.simple_tag
def evidence_line(view: Any, evidence: Any, inside: bool = False) -> SafeString:
    """A line of the evidence, with cited text linked to its claim on this page (`inside`) or on the attempt's page."""
    here = "" if inside else reverse("web:attempt", args=[evidence.attempt_id])
    return _joined(_evidence_run(run, here, inside) for run in view.runs)


def _evidence_run(run: Any, address: str, inside: bool) -> SafeString:
    text = format_html("{}", run.text)
    if run.claims:
        claim = run.claims[0]
        text = format_html(
            '<a class="whole-cited tone-{}" href="{}#claim-{}"{} title="{}">{}</a>',
            badge_of("claim", claim.state).tone, address, claim.claim_id,
            format_html(' data-claim="{}"', claim.claim_id) if inside else "", _citations(run.claims), text,
        )  # fmt: skip
    return format_html('<mark class="whole-hit">{}</mark>', text) if run.hit else text


def _citations(claims: Iterable[Any]) -> str:
    named = (
        f"Claim {one.number}, {badge_of('claim', one.state).word}: {Truncator(one.text).chars(120)}" for one in claims
    )
    return "; ".join(named)


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag
def blind_text(pieces: Iterable[Any], form: str = "", marked: Sequence[str] = ()) -> SafeString:
    """The response of an audit, with a checkbox per sentence; plain text without a form."""
    if not form:
        return _joined(format_html("{}", piece.text) for piece in pieces)
    return _joined(_blind_piece(piece, marked or ()) for piece in pieces)


def _blind_piece(piece: Any, marked: Sequence[str]) -> SafeString:
    if not piece.span:
        return format_html("{}", piece.text)
    box = '<input class="visually-hidden" type="checkbox" name="unsupported" value="{}" form="audit-form"{}>'
    checked = mark_safe(" checked") if piece.span in marked else ""
    return format_html(
        '<label class="audit-sentence" title="Not supported by the evidence">{}{}</label>',
        format_html(box, piece.span, checked),
        piece.text,
    )


@register.simple_tag
def compared_text(pieces: Iterable[Any]) -> SafeString:
    """The response with the parts marked by the person or the judge."""
    return _joined(_compared_segment(piece) for piece in pieces)


def _compared_segment(piece: Any) -> SafeString:
    classes = " ".join(name for name, on in (("audit-mine", piece.mine), ("audit-theirs", piece.theirs)) if on)
    return format_html('<span class="{}">{}</span>', classes, piece.text) if classes else format_html("{}", piece.text)
