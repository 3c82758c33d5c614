"""How the words of beliefs look: an icon, a tone of the stylesheet, the word itself."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from beliefs.domain.corpus import Kind
from beliefs.domain.formula import ConfidenceStatus
from beliefs.domain.quotes import Match
from validation.templatetags.look import confidence, icon

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
    """`{% belief_chip record.status %}`; takes statuses and the ways a quote matches."""
    word, symbol, tone = _LOOKS.get(value or "", (str(value), "info", "calm"))
    return format_html('<span class="chip tone-{}">{}{}</span>', tone, icon(symbol, "icon-s"), word)


@register.simple_tag
def belief_score(score: float | None, status: str) -> SafeString:
    tones = {ConfidenceStatus.VALID: "approve", ConfidenceStatus.LOW_CONFIDENCE: "revise"}
    return confidence(score, tones.get(ConfidenceStatus(status), "fail") if status else "calm")


@register.filter
def seconds(value: float) -> str:
    """1.704 becomes `1.7 s`, 349.7 becomes `5 min 50 s`."""
    if value < 60:
        return f"{value:.1f} s"
    return f"{value // 60:.0f} min {value % 60:02.0f} s"


@register.simple_tag
def leads_to(found: str, quote: str = "") -> SafeString:
    """`{% leads_to "session:20250801-090000" quote.text %}`: a link to the page of what was found, where the quote is
    marked."""
    kind, _, name = found.partition(":")
    return format_html('<a class="mono" href="{}">{}</a>', _address(kind, name, quote), name)


def _address(kind: str, name: str, quote: str) -> str:
    if kind == Kind.BELIEF:
        return reverse("beliefs:belief", args=[name])
    if kind == Kind.TURN:
        return f"{reverse('web:turns')}?{urlencode({'q': name})}"
    page = reverse("beliefs:source", args=[kind, name])
    return f"{page}?{urlencode({'quote': quote})}#quote" if quote else page
