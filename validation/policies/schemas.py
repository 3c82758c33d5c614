"""Answers of `/policies`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import Field

from validation.platform.http.schemas import LinksOut, Out


class PolicyOut(Out):
    """A published policy, with defaults for settings that came after it. `pipeline` is null where it holds for all;
    `overrides` is what its pipeline sets otherwise than the common policy."""

    number: int
    pipeline: str | None
    document: dict[str, Any]
    overrides: dict[str, Any]
    author: str
    reason: str
    published_at: datetime
    rolled_back_to: int | None


class PolicyPage(Out):
    """`next` is the `before` of the page that follows, null on the last."""

    items: list[PolicyOut]
    next: int | None


class FlippedOut(Out):
    """An attempt that the draft routes elsewhere."""

    id: str
    turn_id: str
    attempt: int
    confidence: float
    ruling: str | None
    blocked_by: str | None
    """What keeps it from approval under the draft: `finding`, `check`, `requirement`, `goal`, `judge`, `threshold`, or
    `limit` of the turn's loops; null where it is approved."""
    links: LinksOut


class FlowOut(Out):
    """Attempts that the draft routes elsewhere; `ruled` counts the final rulings on them, `attempts` are the newest."""

    from_: str = Field(alias="from")
    to: str
    count: int
    sources: dict[str, int]
    """What of the draft made them: `threshold`, `goals`, `limits`, or `contradiction` of the judge's own decision."""
    settings: dict[str, int]
    """The settings of the draft without which they would not flip, such as `response.approve`."""
    ruled: dict[str, int]
    attempts: list[FlippedOut]


class FlippedSubjectOut(Out):
    """A subject of another gate that the draft decides otherwise."""

    id: str
    title: str
    ruling: str | None
    page: str


class GateFlowOut(Out):
    """Subjects of another gate that the draft decides otherwise; outcomes are in plain words, `settings` are those
    without which they would not flip."""

    from_: str = Field(alias="from")
    to: str
    count: int
    settings: dict[str, int]
    ruled: dict[str, int]
    subjects: list[FlippedSubjectOut]


class GateReplayOut(Out):
    """A kind of subjects of another gate, such as preflights. Of `unknown` of them too little is stored."""

    gate: str
    noun: str
    judged: int
    more: bool
    unknown: int
    flipped: int
    flips: list[GateFlowOut]


class ReplayOut(Out):
    """What a draft would have changed. `more` says that older attempts were left out; `decided_elsewhere` counts those
    that another policy than the one in force had decided."""

    policy: int
    judged: int
    more: bool
    unchanged: int
    flipped: int
    decided_elsewhere: int
    held_by_checks: int
    """Would pass every threshold of the draft, and are held by a failing check."""
    flips: list[FlowOut]
    gates: list[GateReplayOut]
    """The other gates whose section of the draft differs from the policy in force."""
