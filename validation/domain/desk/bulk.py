"""Ruling on many interventions at once: what keeps one of them out, and why (DESIGN, sections 7 and 8).

What holds for one ruling holds for each of many. Two rulings are for one item at a time: nothing is approved that
nobody has read, and an edit belongs to one draft.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validation.domain.intervention import OF_DRAFTS, UNSETTLED, Kind, Ruling

BULK_RULINGS = (Ruling.DISMISS, Ruling.CONFIRM_FAIL, Ruling.REVISE, Ruling.RETRY)
MOST_ITEMS = 500
"""Interventions that one request rules on."""
MOST_SUBJECTS = 5_000
"""What they may be about together: a halt group is one intervention about many subjects."""


class Obstacle(StrEnum):
    """The first six can come at any moment; the others lie in what the item is."""

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
    """An intervention as one person sees it who rules on many. `holder` is empty when no claim runs; `count` are its
    subjects, `waiting` those neither settled nor under a pending ruling; `has_draft` says whether
    its gate has drafts to edit and send back, `judged_again` whether a judge can take its subjects up again."""

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
    """What keeps a person from working on an intervention, alone or among many."""
    if state not in UNSETTLED:
        return Obstacle.CLOSED
    return Obstacle.HELD if holder and holder != by else None


def obstacle(candidate: Candidate, by: str, ruling: Ruling | None) -> Obstacle | None:
    """What keeps this one out of a ruling on many; `ruling` None is to judge it again. None when nothing does."""
    return open_obstacle(candidate, by) or unfit(candidate, ruling)


def open_obstacle(candidate: Candidate, by: str) -> Obstacle | None:
    """What keeps it out of any ruling just now."""
    if found := work_obstacle(candidate.state, candidate.holder, by):
        return found
    if candidate.kind == Kind.AUDIT:
        return Obstacle.AUDIT
    return None if candidate.waiting else Obstacle.PENDING


def unfit(candidate: Candidate, ruling: Ruling | None) -> Obstacle | None:
    """What keeps it out of this ruling for good. It never ends, so what was confirmed to be ruled on is never less
    than what is ruled on."""
    if ruling is None:
        return None if candidate.kind == Kind.HALT and candidate.judged_again else Obstacle.NOT_HALTED
    if ruling in OF_DRAFTS and not candidate.has_draft:
        return Obstacle.NO_DRAFT
    return Obstacle.GROUP if ruling in OF_DRAFTS and candidate.is_group else None
