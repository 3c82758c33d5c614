"""Formats the figures of trust and comparisons, such as "1.1 % [0.3-2.9]", and the summary sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from validation.domain.estimates.agreement import VOID, MeasuredValue
from validation.domain.estimates.shares import ENOUGH
from validation.domain.operations.cost import Cost, shown
from validation.domain.trust.comparison import ComparisonReport, SideFigures
from validation.trust.estimates.report import TrustFigure
from validation.trust.queries.comparisons import ReadComparison, Show
from validation.trust.queries.trust_report import Trust


def per_cent(measured: MeasuredValue) -> str:
    if measured.value is None:
        return "–"
    return f"{100 * measured.value:.1f} %{_interval(measured, 100, '.1f')}"


def agreement(measured: MeasuredValue) -> str:
    """Formats kappa or alpha; "not measurable" if one side always gives the same answer."""
    if measured.value is None:
        return VOID if measured.is_void else "–"
    return f"{measured.value:.2f}{_interval(measured, 1, '.2f')}"


def too_early(figure: TrustFigure, *, points: bool = True) -> str:
    """How many more answers are needed before a figure is shown, and before it is narrow."""
    width = f"{100 * figure.margin:g} points" if points else f"{figure.margin:g}"
    first = f"{figure.more_for_first} more for a first figure"
    return f"Too early: {figure.n} answered. {first}, about {figure.more:,} for ± {width}."


def share_or_need(figure: TrustFigure) -> str:
    return more_needed(figure) if figure.too_early else per_cent(figure.measured)


def more_needed(figure: TrustFigure) -> str:
    return f"{figure.more_for_first} more needed"


def sentence(trust: Trust, range_label: str) -> str:
    """The headline: how many approvals by the gate, how many audited, how many of these wrong, with the interval. An
    approval may be audited, or judged again, in a later range, so the audited ones need not be among the approvals."""
    counted = f"{trust.approvals:,} approval{'s' * (trust.approvals != 1)}" if trust.approvals else "No approval"
    approvals = f"{counted} by the gate"  # what people approved is not the gate's to be trusted for
    when = f"{'since the beginning' if range_label == 'All time' else f'in the {range_label.lower()}'}"
    when = "today" if range_label == "Today" else when
    figure = trust.estimates.false_approve
    if not figure.n and trust.approvals:
        return f"Of {approvals} {when}, none has an audit that was answered: how many were wrong is unknown."
    if not figure.n and trust.scope.without:
        return f"{approvals} {when} whose audit has ended: how many were wrong is unknown."
    if not figure.n:
        return f"{approvals} {when}: there is nothing to trust yet."
    audited = f"{approvals} {when}; in that time {figure.n:,} {'was' if figure.n == 1 else 'were'} audited"
    wrong = f"{figure.hits:,}\u00a0wrong"  # no line break inside, which would separate the number from its word
    if figure.too_early:
        first = f"{figure.more_for_first} more audits give a first one"
        return f"{audited}: {wrong}. Too early for a rate: {first}, about {figure.more:,} for ±\u00a02\u00a0points."
    return f"{audited}: {wrong}, {per_cent(figure.measured)}."


def unweighted(figure: TrustFigure) -> str:
    """The unweighted share, as a reader would compute it; empty if it equals the weighted one."""
    if figure.too_early or figure.measured.value is None:
        return ""
    share = f"{100 * figure.hits / figure.n:.1f} %"
    return "" if share == f"{100 * figure.measured.value:.1f} %" else share


def _interval(measured: MeasuredValue, scale: int, form: str) -> str:
    if measured.low is None or measured.high is None:
        return ""
    return f" [{scale * measured.low:{form}}–{scale * measured.high:{form}}]"


NAMES = {"recorded": "As recorded", "embedded": "Embedded judge", "vllm": "LLM"}

SHOWN = {
    Show.DIFFER: "They differ",
    Show.FIRST_RIGHT: "Only the first right",
    Show.SECOND_RIGHT: "Only the second right",
    Show.BOTH_WRONG: "Both wrong",
    Show.HALTED: "Could not judge",
    Show.ALL: "All",
}

LEAST_P = 0.001
SIGNIFICANT = 0.05
"""Significance level of the sign test, matching the 95 % intervals."""


@dataclass(frozen=True, slots=True)
class FigureLine:
    """One figure for both sides, as text."""

    label: str
    first: str
    second: str
    note: str


@dataclass(frozen=True, slots=True)
class CheckLine:
    label: str
    first: str
    second: str
    differ: int


def share_words(measured: MeasuredValue) -> str:
    """The share, or a count while there are too few cases for a rate."""
    if measured.value is None or measured.n >= ENOUGH:
        return per_cent(measured)
    return f"{round(measured.value * measured.n)} of {measured.n}"


def kappa_words(measured: MeasuredValue) -> str:
    return agreement(measured) if measured.n >= ENOUGH else "too early"


def side_name(side: Mapping[str, Any]) -> str:
    parts = [NAMES.get(side["judge"], side["judge"])]
    if side["judge"] == "vllm":
        parts.append(f"prompt {side['prompt'] or 'as shipped'}")
    if side["policy"]:
        parts.append(f"policy {side['policy']}")
    return ", ".join(parts)


def side_lines(read: ReadComparison) -> tuple[FigureLine, ...]:
    """Shares with their 95 % intervals, then latency, tokens and cost."""
    first, second = read.report.first, read.report.second
    figures: tuple[tuple[str, Callable[[SideFigures], str], str], ...] = (
        ("Right", lambda side: share_words(side.right), "approved what people would, and nothing else"),
        ("False approvals", lambda side: share_words(side.false_approve), f"of {first.false_approve.n:,} to be held"),
        ("False holds", lambda side: share_words(side.false_hold), f"of {first.false_hold.n:,} to be approved"),
        (
            "Agreement with people",
            lambda side: kappa_words(side.kappa),
            "on the decision, beyond chance (kappa)",
        ),
        ("Could not judge", lambda side: f"{side.halted:,}", "halted, counted as not approved"),
        ("Latency, median", lambda side: _seconds(side.seconds_p50), ""),
        ("Latency, 95 % within", lambda side: _seconds(side.seconds_p95), ""),
        ("Tokens", lambda side: f"{side.tokens:,}", ""),
        ("Cases with a time", lambda side: f"{side.timed:,}", "those that latency, tokens and cost are of"),
        ("Cost", lambda side: _cost(side.cost), "where prices are set"),
    )
    return tuple(FigureLine(label, words(first), words(second), note) for label, words, note in figures)


def check_lines(report: ComparisonReport) -> tuple[CheckLine, ...]:
    return tuple(
        CheckLine(check.name.words, share_words(check.first), share_words(check.second), check.differ)
        for check in report.checks
    )


def comparison_sentence(read: ReadComparison) -> str:
    """Which side is right more often and how likely that is by chance; provisional while cases wait."""
    report, so_far = read.report, "So far: " if read.waiting else ""
    only = (
        f"Only the first is right on {report.only_first:,}, only the second on {report.only_second:,} of {report.n:,}"
    )
    if report.p < SIGNIFICANT:
        better = "first" if report.only_first > report.only_second else "second"
        return f"{so_far}The {better} side is better. {only}; {chance_words(report.p)}.{_halted(report)}"
    return f"{so_far}No side is shown to be better. {only}; {chance_words(report.p)}.{_halted(report)}"


def chance_words(p: float) -> str:
    """Explains the p of the sign test."""
    if p < LEAST_P:
        return f"chance alone does that less than once in {1 / LEAST_P:,.0f} times"
    return f"chance alone does that {100 * p:.{0 if p >= LEAST_P * 100 else 1}f} times in 100"


def _halted(report: ComparisonReport) -> str:
    """Counts halts, so that an unavailable judge is not taken for a bad one."""
    sides = {"first": report.first.halted, "second": report.second.halted}
    sides_named = " and ".join(f"the {name} could not judge {n:,}" for name, n in sides.items() if n)
    return f" {sides_named[:1].upper()}{sides_named[1:]}: counted as not approved." if sides_named else ""


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{1000 * value:,.0f} ms" if value < 1 else f"{value:,.1f} s"


def _cost(cost: Cost | None) -> str:
    return "–" if cost is None else f"{shown(cost.amount)} {cost.currency}"
