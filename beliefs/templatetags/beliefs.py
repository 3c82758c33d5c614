"""Template tags for beliefs: badges, scores, durations and links."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from beliefs.domain.formula import ConfidenceStatus
from beliefs.domain.quotes import Match
from beliefs.queries.sources import address_of, belief_address, carried_pipeline, exact_pipeline
from validation.platform.pages.looks import Badge
from validation.templatetags.look import badge_chip, confidence

register = template.Library()

_LOOKS = {
    "valid": ("valid", "check", "approve"),
    "warning": ("warning", "warning", "revise"),
    "low_confidence": ("low confidence", "minus", "revise"),
    "invalid": ("invalid", "x", "fail"),
    Match.VERBATIM: ("verbatim", "check", "approve"),
    Match.NORMALISED: ("normalised", "check", "approve"),
    Match.KEY_TERMS: ("key terms", "warning", "revise"),
    Match.ELSEWHERE: ("elsewhere", "warning", "retry"),
    Match.NOT_FOUND: ("not found", "x", "fail"),
    "": ("not assessed", "clock", "calm"),
}


@register.simple_tag
def belief_chip(value: str | None) -> SafeString:
    """`{% belief_chip record.status %}`; accepts statuses and kinds of quote match."""
    return badge_chip(Badge(*_LOOKS.get(value or "", (str(value), "info", "calm"))))


@register.simple_tag
def belief_score(score: float | None, status: str) -> SafeString:
    tones = {ConfidenceStatus.VALID: "approve", ConfidenceStatus.LOW_CONFIDENCE: "revise"}
    return confidence(score, tones.get(ConfidenceStatus(status), "fail") if status else "calm")


@register.filter
def seconds(value: float) -> str:
    """Formats 1.704 as `1.7 s`, 349.7 as `5 min 50 s`."""
    if value < 59.95:
        return f"{value:.1f} s"
    minutes, rest = divmod(round(value), 60)
    return f"{minutes} min {rest:02} s"


@register.simple_tag(takes_context=True)
def scoped_url(context: template.Context, name: str, pipeline: str | None = None) -> str:
    """`{% scoped_url "beliefs:graph" %}`: URL of a page without arguments, with the chosen pipeline and range, or with
    the given pipeline."""
    if pipeline is None:
        return str(context["scope"].carried(reverse(name)))
    return f"{reverse(name)}?{urlencode({'pipeline': pipeline})}"


@register.simple_tag(takes_context=True)
def belief_url(context: template.Context, pipeline: str, name: str) -> str:
    """`{% belief_url row.pipeline row.name %}`: URL of a belief, keeping the chosen pipeline."""
    return belief_address(name, pipeline=carried_pipeline(chosen=context["scope"].pipeline, corpus=pipeline))


@register.simple_tag(takes_context=True)
def leads_to(context: template.Context, found: str, quote: str = "") -> SafeString:
    """`{% leads_to "session:20250801-090000" quote.text %}` on a belief's page: a link to the target, with the quote
    marked; only its name if it cannot be part of a URL."""
    kind, _, name = found.partition(":")
    pipeline = exact_pipeline(chosen=context["scope"].pipeline, corpus=context["record"].pipeline)
    address = address_of(kind, name, pipeline=pipeline, quote=quote)
    if not address:
        return format_html('<span class="mono">{}</span>', name)
    return format_html('<a class="mono" href="{}">{}</a>', address, name)
