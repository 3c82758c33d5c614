"""One audited decision beside its truth, as the statistics of trust read it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from validation.domain.intervention import DECIDES, Ruling
from validation.domain.trust.audit import ENDED
from validation.domain.verdict import Decision

RULED = {**DECIDES, Ruling.APPROVE_EDITED: Decision.REVISE}
"""What a ruling says should have been decided; what had to be edited should have been revised. A dismissal says
nothing."""


class RaterAnswer(NamedTuple):
    """One person's answer. `role` is first, second or adjudicator; `blind` is False when the verdict was in view or
    could be. `checks` maps a check's name to right (it holds), wrong or cannot_tell; `unsupported` are spans of the
    response."""

    rater: str
    role: str
    blind: bool
    decision: str
    checks: Mapping[str, str]
    unsupported: tuple[tuple[int, int], ...]


class TruthRow(NamedTuple):
    """`route` is the judged route, after loop limits and before any ruling; `checks` has the judge's states: pass, fail
    or not_applicable. `probability` is that of the draw, None where nothing was drawn at random. `truth_route` is empty
    while there is no truth; `truth_checks` has right, wrong or cannot_tell. `language` is an English name, empty when
    unknown. A tuple, since figures rest on thousands: a dataclass takes five times as long to make."""

    item_id: UUID
    attempt_id: UUID
    turn_id: str
    judgement: int
    pipeline: str
    judge: str
    model: str
    prompt: str
    policy: int
    language: str
    decided_at: datetime
    route: str
    confidence: float
    checks: Mapping[str, str]
    finding_codes: tuple[str, ...]
    source: str
    probability: float | None
    state: str
    truth_route: str
    truth_checks: Mapping[str, str]
    truth_source: str
    answers: tuple[RaterAnswer, ...]

    @property
    def is_settled(self) -> bool:
        """Whether the truth stands. While a second person is still asked, figures that hold the first answer would tell
        it to them, and change again by theirs."""
        return bool(self.truth_route) and self.state in ENDED

    @property
    def month(self) -> str:
        """`2026-11`"""
        return f"{self.decided_at.year:04}-{self.decided_at.month:02}"
