"""How figures of trust read: "1.1 % [0.3-2.9]", and the one sentence that a head of quality needs."""

from __future__ import annotations

from validation.domain.estimates.agreement import VOID, Measured
from validation.trust.estimates.report import TrustFigure
from validation.trust.queries.trust_report import Trust


def per_cent(measured: Measured) -> str:
    if measured.value is None:
        return "–"
    return f"{100 * measured.value:.1f} %{_interval(measured, 100, '.1f')}"


def agreement(measured: Measured) -> str:
    """Kappa or alpha; void where one side always says the same, since it says nothing then."""
    if measured.value is None:
        return VOID if measured.is_void else "–"
    return f"{measured.value:.2f}{_interval(measured, 1, '.2f')}"


def too_early(figure: TrustFigure, *, points: bool = True) -> str:
    """What it takes until there is a figure to show."""
    width = f"{100 * figure.margin:g} points" if points else f"{figure.margin:g}"
    return f"Too early: {figure.n} answered. {figure.more:,} more are needed for ± {width}."


def share_or_need(figure: TrustFigure) -> str:
    return f"{figure.more:,} more needed" if figure.too_early else per_cent(figure.measured)


def sentence(trust: Trust, range_label: str) -> str:
    """Of how many approvals, how many were audited, how many were wrong, with the interval."""
    approvals = f"{trust.approvals:,} approval{'s' * (trust.approvals != 1)}"
    when = f"{'since the beginning' if range_label == 'All time' else f'in the {range_label.lower()}'}"
    when = "today" if range_label == "Today" else when
    figure = trust.estimates.false_approve
    if not trust.approvals and trust.scope.without:
        return f"No approval {when} whose audit has ended: how many were wrong is unknown."
    if not trust.approvals:
        return f"No approval {when}: there is nothing to trust yet."
    if not figure.n:
        return f"Of {approvals} {when}, none has an audit that was answered: how many were wrong is unknown."
    audited = f"Of {approvals} {when}, {figure.n:,} {'was' if figure.n == 1 else 'were'} audited"
    if figure.too_early:
        return f"{audited}: {figure.hits:,} wrong. Too early for a rate; {figure.more:,} more audits give ± 2 points."
    return f"{audited}: {figure.hits:,} wrong, {per_cent(figure.measured)}."


def unweighted(figure: TrustFigure) -> str:
    """The share as a reader would work it out; empty where the figure says the same."""
    if figure.too_early or figure.measured.value is None:
        return ""
    share = f"{100 * figure.hits / figure.n:.1f} %"
    return "" if share == f"{100 * figure.measured.value:.1f} %" else share


def _interval(measured: Measured, scale: int, form: str) -> str:
    if measured.low is None or measured.high is None:
        return ""
    return f" [{scale * measured.low:{form}}–{scale * measured.high:{form}}]"
