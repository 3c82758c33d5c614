"""Rules for ruling on many interventions at once, and the obstacles that exclude one (DESIGN, sections 7 and 8).

Each item must satisfy the rules for a single ruling. Approve and edit are not available in bulk: nothing is approved
unread, and an edit belongs to one draft.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validation.domain.intervention import OF_DRAFTS, UNSETTLED, Kind, Ruling

BULK_RULINGS = (Ruling.DISMISS, Ruling.CONFIRM_FAIL, Ruling.REVISE, Ruling.RETRY)
MOST_ITEMS = 500
"""Most interventions in one request."""
MOST_SUBJECTS = 5_000
"""Most subjects of all of them together; a halt group is one intervention with many subjects."""


class Obstacle(StrEnum):
    """The first six can occur at any time; the others follow from what the item is."""

    GONE = "gone"
    CLOSED = "closed"
    HELD = "held"
    PENDING = "pending"
    NEWER = "newer"
    TOO_MANY = "too_many"
    NO_DRAFT = "no_draft"
    GROUP = "group"
    NOT_HALTED = "not_halted"
    AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An intervention selected for a bulk ruling. `holder` is empty without a valid claim; `count` is the number of
    subjects, `waiting` that of subjects neither settled nor under a pending ruling. `has_draft`: its gate has drafts;
    `judged_again`: its gate can judge the subjects again."""

    gate: str
    kind: str
    state: str
    holder: str
    count: int
    waiting: int
    has_draft: bool
    judged_again: bool

    @property
    def is_group(self) -> bool:
        return self.kind == Kind.HALT and self.count > 1


def work_obstacle(state: str, holder: str, by: str) -> Obstacle | None:
    """The obstacle to working on an intervention, alone or in bulk."""
    if state not in UNSETTLED:
        return Obstacle.CLOSED
    return Obstacle.HELD if holder and holder != by else None


def obstacle(candidate: Candidate, by: str, ruling: Ruling | None) -> Obstacle | None:
    """The obstacle that excludes it from a bulk ruling, or None. `ruling` is None for judging again."""
    return open_obstacle(candidate, by) or unfit(candidate, ruling)


def open_obstacle(candidate: Candidate, by: str) -> Obstacle | None:
    """The obstacle to any ruling at this time, or None."""
    if found := work_obstacle(candidate.state, candidate.holder, by):
        return found
    if candidate.kind == Kind.AUDIT:
        return Obstacle.AUDIT
    return None if candidate.waiting else Obstacle.PENDING


def unfit(candidate: Candidate, ruling: Ruling | None) -> Obstacle | None:
    """The permanent obstacle to this ruling, or None. Since it is permanent, a confirmed selection never loses items to
    it."""
    if ruling is None:
        return None if candidate.kind == Kind.HALT and candidate.judged_again else Obstacle.NOT_HALTED
    if ruling in OF_DRAFTS and not candidate.has_draft:
        return Obstacle.NO_DRAFT
    return Obstacle.GROUP if ruling in OF_DRAFTS and candidate.is_group else None
