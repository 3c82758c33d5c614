"""One ruling on many interventions (DESIGN, section 8).

Each item is checked as if it were ruled on alone: it is skipped if it is closed, claimed by a colleague or has a
pending ruling. Only pending rulings are stored. Items are processed in chunks, each in one transaction with a fixed
number of statements, so that a large selection holds no lock for long. A chunk stays stored if a later one fails.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from validation.desk.actions import rulings
from validation.desk.actions.rulings import RulingText, check_complete
from validation.desk.queries.selection import candidate_of
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.bulk import BULK_RULINGS, MOST_ITEMS, MOST_SUBJECTS, Obstacle, obstacle
from validation.domain.intervention import Ruling
from validation.domain.text.visible import is_visible
from validation.models import Intervention
from validation.platform.gates import gate_of
from validation.platform.interventions.lifecycle import waiting_occurrences
from validation.platform.work.locks import lock_interventions
from validation.response.queries.blind_attempts import blind_work

_CHUNK = 100


@dataclass(frozen=True, slots=True)
class BulkRuling:
    """The interventions ruled on, and those skipped (`left`) with the reason. `subjects` counts the rulings, which can
    be many for a group."""

    batch: uuid.UUID
    ruled: tuple[uuid.UUID, ...]
    subjects: int
    left: dict[uuid.UUID, Obstacle]


@dataclass(frozen=True, slots=True)
class BulkRulingCommand:
    """The confirmed ruling. Occurrences newer than `as_of`, which the reviewer has not seen, are skipped. For gates
    without drafts, where no user waits, `pipeline_message` replaces the message to the user."""

    ruling: Ruling
    text: RulingText
    as_of: datetime
    pipeline_message: str = ""

    def text_for(self, gate: str) -> RulingText:
        has_user = gate_of(gate).has_drafts or self.ruling is not Ruling.CONFIRM_FAIL
        return self.text if has_user else replace(self.text, message=self.pipeline_message)


def rule_many(
    *, intervention_ids: Sequence[uuid.UUID], command: BulkRulingCommand, by: str, now: datetime
) -> BulkRuling:
    """Rules on everything that waits in these interventions; returns those that had to be skipped with the reason.
    Raises InputRejected `ruling_not_in_bulk`, `too_many_at_once`, or if the ruling is incomplete."""
    check_bulk(intervention_ids, command.ruling)
    _check_messages(intervention_ids, command)
    batch, asked = uuid.uuid4(), sorted(set(intervention_ids))
    ruled: dict[uuid.UUID, list[str]] = {}
    left: dict[uuid.UUID, Obstacle] = {}
    for start in range(0, len(asked), _CHUNK):
        free = MOST_SUBJECTS - sum(map(len, ruled.values()))
        with transaction.atomic():
            reached, skipped = _reach(asked[start : start + _CHUNK], command, by, now, free)
            if reached:
                _write(reached, command, by, now, batch)
        ruled |= {intervention.pk: subjects for intervention, subjects in reached.items()}
        left |= skipped
    return BulkRuling(batch, tuple(ruled), sum(map(len, ruled.values())), left)


def _check_messages(ids: Sequence[uuid.UUID], command: BulkRulingCommand) -> None:
    """Checks that every gate among the interventions gets the message it needs."""
    if command.ruling is not Ruling.CONFIRM_FAIL:
        check_complete(command.ruling, command.text, None)
        return
    gates = Intervention.objects.filter(pk__in=ids).order_by().values_list("gate", flat=True)
    have_user = {gate_of(gate).has_drafts for gate in gates.distinct()}
    if True in have_user:
        check_complete(command.ruling, command.text, None)
    if False in have_user and not is_visible(command.pipeline_message):
        raise ProblemCode.RULING_INCOMPLETE.error("pipelines", field="pipeline_message")


def _write(
    reached: Mapping[Intervention, Sequence[str]], command: BulkRulingCommand, by: str, now: datetime, batch: uuid.UUID
) -> None:
    """Stores the rulings, grouped by the text that their gate gets."""
    by_text: dict[RulingText, dict[Intervention, Sequence[str]]] = {}
    for intervention, subjects in reached.items():
        by_text.setdefault(command.text_for(intervention.gate), {})[intervention] = subjects
    for text, some in by_text.items():
        rulings.store_rulings(some, ruling=command.ruling, text=text, by=by, now=now, batch=batch)


def check_bulk(intervention_ids: Sequence[uuid.UUID], ruling: Ruling | None) -> None:
    """`ruling` is None for judging again."""
    if ruling is not None and ruling not in BULK_RULINGS:
        raise ProblemCode.RULING_NOT_IN_BULK.error()
    if len(intervention_ids) > MOST_ITEMS:
        raise ProblemCode.TOO_MANY_AT_ONCE.error(most=MOST_ITEMS)


def _reach(
    ids: Sequence[uuid.UUID], command: BulkRulingCommand, by: str, now: datetime, free: int
) -> tuple[dict[Intervention, list[str]], dict[uuid.UUID, Obstacle]]:
    """Locks the interventions. Returns the subjects to rule on, and for the other interventions the obstacle. `free` is
    the number of subjects that the request may still take; a group above it is skipped as a whole, unless it is the
    first."""
    locked = {one.pk: one for one in lock_interventions(ids)}
    waiting, blind = _waiting(ids), blind_work(by)
    reached: dict[Intervention, list[str]] = {}
    left: dict[uuid.UUID, Obstacle] = {}
    for pk in ids:
        seen = [subject for subject, at in waiting[pk] if at <= command.as_of]
        found: Obstacle | None = Obstacle.GONE
        if row := locked.get(pk):
            candidate = candidate_of(row, waiting=len(waiting[pk]), blind=blind, now=now)
            found = obstacle(candidate, by, command.ruling)
        if found is None and not seen:
            found = Obstacle.NEWER
        if found is None and len(seen) > free and free < MOST_SUBJECTS:
            found = Obstacle.TOO_MANY
        if found is None:
            reached[locked[pk]] = seen
            free -= len(seen)
        else:
            left[pk] = found
    return reached, left


def _waiting(ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[tuple[str, datetime]]]:
    """The waiting subjects of each intervention, with the time of their occurrence."""
    found: dict[uuid.UUID, list[tuple[str, datetime]]] = defaultdict(list)
    rows = waiting_occurrences().filter(intervention__in=ids)
    for pk, subject, at in rows.values_list("intervention_id", "subject_id", "at"):
        found[pk].append((subject, at))
    return found
