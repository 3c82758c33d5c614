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
    links: LinksOut


class FlowOut(Out):
    """Attempts that the draft routes elsewhere; `ruled` counts the final rulings on them, `attempts` are the newest."""

    from_: str = Field(alias="from")
    to: str
    count: int
    sources: dict[str, int]
    """What of the draft made them: `threshold`, `goals`, `limits`, or `contradiction` of the judge's own decision."""
    ruled: dict[str, int]
    attempts: list[FlippedOut]


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
