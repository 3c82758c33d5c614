"""What a reviewer has selected in the queue: a few items by id, or all that the search matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery

from validation.desk.queries.item import count_left
from validation.desk.queries.queue import BY_URGENCY, DeskFilter, wanted_work
from validation.domain.desk.bulk import MOST_ITEMS, Candidate, Obstacle, open_obstacle, unfit
from validation.domain.intervention import Kind, Ruling, RulingState
from validation.models import Intervention, RulingRecord
from validation.platform.gates import gate_of
from validation.platform.pages.parameters import read_uuid
from validation.response.queries.blind_attempts import BlindWork

_FIELDS = ("id", "gate", "kind", "state", "priority", "title", "count", "subject_id", "claimed_by", "claimed_until")


@dataclass(frozen=True, slots=True)
class Selection:
    """`whole` is all that matches; else `ids`. Ids that are not there select nothing."""

    ids: tuple[UUID, ...] = ()
    whole: bool = False

    def __bool__(self) -> bool:
        return self.whole or bool(self.ids)

    def holds(self, item: UUID) -> bool:
        return self.whole or item in self.ids


@dataclass(frozen=True, slots=True)
class SelectedItem:
    """`obstacle` keeps it out of every ruling just now, `who` is the colleague who holds it or has just ruled."""

    id: UUID
    title: str
    priority: str
    candidate: Candidate
    obstacle: Obstacle | None
    who: str


@dataclass(frozen=True, slots=True)
class SelectedItems:
    """The items most urgent first, MOST_ITEMS of `total` at most."""

    items: tuple[SelectedItem, ...]
    total: int

    @property
    def open(self) -> tuple[SelectedItem, ...]:
        return tuple(one for one in self.items if one.obstacle is None)

    @property
    def blocked(self) -> tuple[SelectedItem, ...]:
        return tuple(one for one in self.items if one.obstacle is not None)

    def fit(self, ruling: Ruling | None) -> int:
        """How many the ruling would be made on; None is to judge again."""
        return sum(unfit(one.candidate, ruling) is None for one in self.open)

    def failing(self, *, has_draft: bool) -> int:
        """How many of what a fail reaches have a user who waits for a response, or have none."""
        fails = [one.candidate for one in self.open if unfit(one.candidate, Ruling.CONFIRM_FAIL) is None]
        return sum(one.has_draft == has_draft for one in fails)

    def unfit(self, ruling: Ruling | None) -> Counter[Obstacle]:
        """Why the ruling leaves out what is open."""
        return Counter(found for one in self.open if (found := unfit(one.candidate, ruling)))

    def by(self, name: str) -> Counter[str]:
        """How many of each kind, gate (of the candidate) or priority."""
        return Counter(getattr(one if name == "priority" else one.candidate, name) for one in self.items)

    @property
    def attempts(self) -> int:
        """Those that the open items are about together, 0 without a group: a halt group is one item about many."""
        drafts = [one.candidate.waiting for one in self.open if one.candidate.has_draft]
        return sum(drafts) if sum(drafts) > len(drafts) else 0


def load_selection(selection: Selection, wanted: DeskFilter) -> SelectedItems:
    """One statement, a second to count when there are more than are shown."""
    rows = wanted_work(wanted) if selection.whole else Intervention.objects.filter(pk__in=selection.ids)
    pending = RulingRecord.objects.filter(intervention=OuterRef("pk"), state=RulingState.PENDING).order_by()
    ruled_by = Subquery(pending.values("by")[:1])
    annotated = rows.annotate(waiting=count_left(), ruled_by=ruled_by).order_by(*BY_URGENCY)
    found = list(annotated.only(*_FIELDS)[: MOST_ITEMS + 1])
    total = rows.count() if len(found) > MOST_ITEMS else len(found)
    return SelectedItems(tuple(_item(row, wanted) for row in found[:MOST_ITEMS]), total)


def gates_of(ids: Collection[UUID]) -> dict[UUID, str]:
    return dict(Intervention.objects.filter(pk__in=ids).values_list("pk", "gate"))


def _item(row: Any, wanted: DeskFilter) -> SelectedItem:
    candidate = candidate_of(row, waiting=row.waiting, blind=wanted.blind, now=wanted.now)
    found = open_obstacle(candidate, wanted.person)
    who = {Obstacle.HELD: candidate.holder, Obstacle.PENDING: row.ruled_by or ""}.get(found, "") if found else ""
    return SelectedItem(row.pk, row.title, row.priority, candidate, found, who)


def candidate_of(row: Intervention, *, waiting: int, blind: BlindWork, now: datetime) -> Candidate:
    """`waiting` of its subjects can be ruled on. What waits for an answer of the person is left as an audit is."""
    gate, answer_first = gate_of(row.gate), blind.withholds(read_uuid(row.subject_id), awaited=row.is_awaited)
    return Candidate(
        gate=row.gate,
        kind=Kind.AUDIT if answer_first else row.kind,
        state=row.state,
        holder=row.holder_at(now),
        count=row.count,
        waiting=waiting,
        has_draft=gate.has_drafts,
        judged_again=gate.work is not None,
    )
