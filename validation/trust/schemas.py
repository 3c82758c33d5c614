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
    """`judged` of `n` cases are."""

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
    """`next` is the cursor of the page that follows, null on the last."""


class SideFiguresOut(Out):
    """`right`: approved what people would have, and nothing else. `false_approve` is over what people would have held,
    `false_hold` over what they would have approved; a halt counts as not approved. `kappa` is with people."""

    right: MeasuredOut
    false_approve: MeasuredOut
    false_hold: MeasuredOut
    kappa: MeasuredOut
    halted: int
    seconds_p50: Number | None
    seconds_p95: Number | None
    tokens: int
    cost: CostOut | None


class FlipOut(Out):
    """Cases that go from one decision to another: `mended` came right by it, `broken` went wrong."""

    before: str
    after: str
    n: int
    mended: int
    broken: int


class ComparedCheckOut(Out):
    """How often each side says of this check what people said, and in how many cases the two differ."""

    first: MeasuredOut
    second: MeasuredOut
    differ: int


class ComparisonFigures(Out):
    """`agreement` and `kappa` are of the two sides. `only_first` and `only_second` count the cases that one side alone
    has right; `p` is the two-sided sign test of these."""

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
    """Figures over the cases that are judged so far."""

    figures: ComparisonFigures = attribute("report")


class ComparedOutcome(Out):
    """What one side made of a case. `decision` is HALT, with a `reason`, where it could not judge."""

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
    """`truth` is what people say should have been decided. `attempt_id` is null for a gold item."""

    position: int = attribute("item", "position")
    case: str = attribute("title")
    attempt_id: uuid.UUID | None = attribute("item", "attempt_id")
    query: str
    truth: str = attribute("item", "truth")
    truth_checks: dict[str, str] = attribute("item", "truth_checks")
    first: ComparedOutcome
    second: ComparedOutcome


class ComparedCasePage(PageOut[ComparedCaseOut]):
    """`next` is the cursor of the page that follows, null on the last."""
