"""Requests and answers of `/comparisons`."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from validation.platform.http.schemas import CostOut, In, LinksOut, MeasuredOut, Number, Out, Text
from validation.trust.queries.known_cases import Cases

Count = Annotated[int, Field(strict=True, ge=0, le=10**6)]


class SideIn(In):
    """One of the two sides."""

    judge: Annotated[Text, Field(max_length=20)]
    """recorded (the judgement that was in force), embedded, or vllm where an LLM is configured."""
    prompt: Count = 0
    """The number of a prompt version, 0 for the one as shipped. Only an LLM reads it."""
    policy: Count = 0
    """The number of a policy, 0 for the one in force. `recorded` reads none."""


class ComparisonIn(In):
    """Two sides that differ in judge, prompt or policy."""

    first: SideIn
    """One side, often what is in force."""
    second: SideIn
    """The other, often what is to come."""
    cases: Cases = Cases.ALL
    """Gold items (gold), ended audits and final rulings (people), or all of them."""


class ComparisonSummary(Out):
    """`judged` of `n` cases are."""

    id: uuid.UUID
    first: dict[str, Any]
    second: dict[str, Any]
    cases: str
    n: int
    judged: int
    started_by: str
    started_at: datetime
    links: LinksOut


class ComparisonPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[ComparisonSummary]
    next: str | None


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
    checks: dict[str, ComparedCheckOut]
    only_first: int
    only_second: int
    p: Number


class ComparisonOut(ComparisonSummary):
    """Figures over the cases that are judged so far."""

    figures: ComparisonFigures


class ComparedOutcome(Out):
    """What one side made of a case. `decision` is HALT, with a `reason`, where it could not judge."""

    decision: str
    confidence: Number | None
    right: bool
    checks: dict[str, dict[str, str]]
    reason: str | None
    model: str
    prompt: str
    ms: int | None
    tokens: int
    cost: CostOut | None


class ComparedCaseOut(Out):
    """`truth` is what people say should have been decided. `attempt_id` is null for a gold item."""

    position: int
    case: str
    attempt_id: uuid.UUID | None
    query: str
    truth: str
    truth_checks: dict[str, str]
    first: ComparedOutcome
    second: ComparedOutcome


class ComparedCasePage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[ComparedCaseOut]
    next: str | None
