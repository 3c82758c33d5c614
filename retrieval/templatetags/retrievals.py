"""Chips and figures of the retrieval pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from retrieval.domain.result import AnswerPresent
from retrieval.queries.retrievals import quality_badge
from retrieval.queries.stats import Target
from validation.domain.estimates.agreement import MeasuredValue
from validation.platform.pages.looks import Badge
from validation.platform.pages.times import milliseconds
from validation.templatetags.look import badge_chip, icon, per_cent

register = template.Library()

_ANSWERS = {
    AnswerPresent.YES.value: Badge("Answer present", "check", "approve"),
    AnswerPresent.NO.value: Badge("No answer", "x", "calm"),
}
_RELEVANT, _NOT_RELEVANT = Badge("relevant", "check", "approve"), Badge("not relevant", "minus", "calm")


@register.simple_tag
def verdict_chip(retrieval: Any, extra: str = "") -> SafeString:
    """`retrieval` has `quality` and `state`, which is shown without one."""
    return badge_chip(quality_badge(retrieval.quality, retrieval.state), extra)


@register.simple_tag
def answer_chip(answer: str, extra: str = "") -> SafeString:
    look = _ANSWERS.get(answer)
    return badge_chip(look, extra) if look else SafeString("")


@register.simple_tag
def relevance_chip(relevant: bool) -> SafeString:
    return badge_chip(_RELEVANT if relevant else _NOT_RELEVANT)


_SEGMENTS = {"": "{0}", "quote": "<mark>{0}</mark>", "gap": '<span class="chunk-gap">{0}</span>'}
_FOLD = """<details class="fold chunk-fold"><summary>{icon}{count} more characters</summary>{0}</details>"""


@register.simple_tag
def chunk_text(segments: Iterable[Any]) -> SafeString:
    """The text of a chunk to the letter: quotes marked, folds with their length, gaps named."""
    arrow = icon("right", "icon-s")
    return format_html_join("", "{}", ((_segment(one, arrow),) for one in segments))


def _segment(one: Any, arrow: SafeString) -> SafeString:
    if one.kind == "fold":
        return format_html(_FOLD, one.text, icon=arrow, count=f"{len(one.text):,}")
    return format_html(_SEGMENTS[one.kind], one.text)


@register.filter
def target_value(target: Target) -> str:
    sign = "under " if target.kind == "milliseconds" else "over " if target.kind == "coefficient" else ""
    return sign + _shown(target.target, target.kind)


@register.filter
def measured_value(target: Target) -> str:
    return "–" if target.measured.value is None else _shown(target.measured.value, target.kind)


@register.filter
def measured_interval(target: Target) -> str:
    """The 95 % interval, empty where there is none."""
    measured: MeasuredValue = target.measured
    if measured.low is None or measured.high is None:
        return ""
    return f"{_shown(measured.low, target.kind)} to {_shown(measured.high, target.kind)}"


def _shown(value: float, kind: str) -> str:
    if kind == "milliseconds":
        return milliseconds(value)
    return per_cent(value) if kind == "share" else f"{value:.2f}"
