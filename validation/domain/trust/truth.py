"""An audited decision with its truth, the input of the trust estimates."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from validation.domain.intervention import DECIDES, Ruling
from validation.domain.trust.audit import ENDED
from validation.domain.verdict import Decision

RULED = {**DECIDES, Ruling.APPROVE_EDITED: Decision.REVISE}
"""The correct decision according to a ruling; a response that had to be edited should have been REVISE. A dismissal has
none."""


class RaterAnswer(NamedTuple):
    """One person's answer. `role` is first, second or adjudicator; `blind` is False if the verdict could be seen.
    `checks` maps names to right (it holds), wrong or cannot_tell; `unsupported` are spans of the response."""

    rater: str
    role: str
    blind: bool
    decision: str
    checks: Mapping[str, str]
    unsupported: tuple[tuple[int, int], ...]


class TruthRow(NamedTuple):
    """`route` is the judged one, after loop limits and before rulings; `checks` has the judge's states: pass, fail or
    not_applicable. `probability` is that of the draw, None if not drawn. `truth_route` is empty without a truth;
    `truth_checks` has right, wrong or cannot_tell. `language` is an English name, or empty. A tuple, because estimates
    use thousands and a dataclass takes five times as long to create."""

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
    drawn_at: datetime
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
        """Whether the truth is final. Before that, figures would reveal the first answer to the second person, and
        change again."""
        return bool(self.truth_route) and self.state in ENDED

    @property
    def month(self) -> str:
        """The month as `2026-11`."""
        return f"{self.decided_at.year:04}-{self.decided_at.month:02}"
