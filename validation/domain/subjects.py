"""What the review desk must know about the subjects of a gate that keeps them elsewhere than in attempts.

To plug a gate in: write a class with the two methods of `Subjects`, name it under the gate in the setting
COUNTERSIGN_SUBJECTS of `config`, and the desk tells what a group holds; a halt is judged again by the
gate's kind of work (`platform.work.leased_work`). Name the page of one
subject in COUNTERSIGN_SUBJECT_PAGES, and the item links to it; name the gate in COUNTERSIGN_SUBJECT_PARTS as well, and
the item shows part of that page: the desk asks with `HX-Target: desk-subject` (`web.desk_parts.SUBJECT_PART`), and the
page answers with all but its title and frame. Whoever records a verdict on a subject calls
`actions.interventions.settle_occurrence`, which closes the work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from validation.domain.approval import ApprovalConcern


@dataclass(frozen=True, slots=True)
class Described:
    """One subject in a line of a table; `state` as attempts have it: queued, judging, decided, halted."""

    turn_id: str
    query: str
    state: str


class Subjects(Protocol):
    def describe(self, ids: Sequence[str]) -> Mapping[str, Described]:
        """By id; what was deleted is left out."""
        ...

    def approval_concerns(self, subject_id: str) -> tuple[ApprovalConcern, ...] | None:
        """What a reviewer confirms before approving this one; None when it was deleted."""
        ...
