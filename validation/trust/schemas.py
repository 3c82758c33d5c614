"""Response schemas of `/comparisons`."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasChoices, AliasPath, BeforeValidator, Field

from validation.platform.http.schemas import (
    CostOut,
    Filled,
    LinksOut,
    MeasuredOut,
    Number,
    Out,
    PageOut,
    attribute,
    links_at,
)


def _of_row(name: str) -> Any:
    """A field read from a Comparison, or from a ReadComparison's `comparison`."""
    return Field(validation_alias=AliasChoices(name, AliasPath("comparison", name)))


def by_name(checks: Iterable[Any]) -> dict[str, Any]:
    return {check.name.value: check for check in checks}


def _check_details(stored: Mapping[str, tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {name: {"state": state, "reason": reason} for name, (state, reason) in stored.items()}


class ComparisonSummary(Out):
    """A comparison without figures. `judged` of its `n` cases are judged."""

    id: uuid.UUID = _of_row("pk")
    first: dict[str, Any] = _of_row("first")
    second: dict[str, Any] = _of_row("second")
    cases: str = _of_row("cases")
    n: int
    judged: int
    started_by: str = _of_row("started_by")
    started_at: datetime = _of_row("started_at")
    links: Annotated[LinksOut, links_at("/api/v1/comparisons/{}", "/insights/trust/comparisons/{}/")] = _of_row("pk")


class ComparisonPage(PageOut[ComparisonSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class SideFiguresOut(Out):
    """The figures of one side, measured against people. `right` is the share of cases that it approves or holds as
    people do; `false_approve` is over the cases that people hold, `false_hold` over those that they approve. A halt
    counts as a hold. `kappa` is the agreement with people. Seconds and `tokens` are of the `timed` cases, whose time
    was measured; the verdict of a gold item has none."""

    right: MeasuredOut
    false_approve: MeasuredOut
    false_hold: MeasuredOut
    kappa: MeasuredOut
    halted: int
    timed: int
    seconds_p50: Number | None
    seconds_p95: Number | None
    tokens: int
    cost: CostOut | None


class FlipOut(Out):
    """Cases whose decision differs between the sides. `mended` counts those that only the second side has right,
    `broken` those that only the first has right."""

    before: str
    after: str
    n: int
    mended: int
    broken: int


class ComparedCheckOut(Out):
    """How often each side agrees with people on this check, and in how many cases the two sides differ."""

    first: MeasuredOut
    second: MeasuredOut
    differ: int


class ComparisonFigures(Out):
    """`agreement` and `kappa` compare the two sides. `only_first` and `only_second` count the cases that only one side
    has right; `p` is the p-value of the two-sided sign test on these."""

    agreement: MeasuredOut
    kappa: MeasuredOut
    first: SideFiguresOut
    second: SideFiguresOut
    flips: list[FlipOut]
    checks: Annotated[dict[str, ComparedCheckOut], BeforeValidator(by_name)]
    only_first: int
    only_second: int
    p: Number


class ComparisonOut(ComparisonSummary):
    """A comparison with figures over the cases judged so far."""

    figures: ComparisonFigures = attribute("report")


class ComparedOutcome(Out):
    """The outcome of one side on a case. `decision` is HALT, with a `reason`, if it could not judge."""

    decision: str
    confidence: Number | None
    right: bool
    checks: Annotated[dict[str, dict[str, str]], BeforeValidator(_check_details)]
    reason: Filled
    model: str
    prompt: str
    ms: int | None
    tokens: int
    cost: CostOut | None


class ComparedCaseOut(Out):
    """A compared case. `truth` is the decision that people say is correct. `attempt_id` is null for a gold item."""

    position: int = attribute("item", "position")
    case: str = attribute("title")
    attempt_id: uuid.UUID | None = attribute("item", "attempt_id")
    query: str
    truth: str = attribute("item", "truth")
    truth_checks: dict[str, str] = attribute("item", "truth_checks")
    first: ComparedOutcome
    second: ComparedOutcome


class ComparedCasePage(PageOut[ComparedCaseOut]):
    """`next` is the cursor of the next page, null on the last page."""
