"""One ruling on many interventions (DESIGN, section 8).

Each is ruled on as if it were alone: a colleague's claim, a pending ruling or a closed item keeps it out, and nothing
but pending rulings is written. A chunk is one transaction of a fixed number of statements, so that a large selection
holds no lock for long; what a chunk has written stands even if a later one cannot be carried out.
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
from validation.desk.queries.item import waiting_occurrences
from validation.desk.queries.selection import candidate_of
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.bulk import BULK_RULINGS, MOST_ITEMS, MOST_SUBJECTS, Obstacle, obstacle
from validation.domain.intervention import Ruling
from validation.models import Intervention
from validation.platform.gates import gate_of
from validation.platform.work.locks import lock_interventions
from validation.response.queries.blind_attempts import blind_attempts

_CHUNK = 100


@dataclass(frozen=True, slots=True)
class BulkRuling:
    """What was ruled on, and what was not for which reason. `subjects` counts the rulings: a group has many."""

    batch: uuid.UUID
    ruled: tuple[uuid.UUID, ...]
    subjects: int
    left: dict[uuid.UUID, Obstacle]


@dataclass(frozen=True, slots=True)
class BulkRulingCommand:
    """One ruling on many, as it was confirmed. What came to an item after `as_of` is not ruled on: its reviewer has not
    seen it. `pipeline_message` takes the place of the message to the user where no user waits, which is
    where a gate has no drafts."""

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
    """Rules on all that waits in each of these, as far as the ruling is theirs to take; the others are left and named.
    Raises InputRejected `ruling_not_in_bulk`, `too_many_at_once`, or when the ruling lacks what it needs."""
    check_bulk(intervention_ids, command.ruling)
    _check_messages(intervention_ids, command)
    batch, asked = uuid.uuid4(), sorted(set(intervention_ids))
    ruled: dict[uuid.UUID, list[str]] = {}
    left: dict[uuid.UUID, Obstacle] = {}
    for start in range(0, len(asked), _CHUNK):
        free = MOST_SUBJECTS - sum(map(len, ruled.values()))
        with transaction.atomic():
            reached, not_told = _reach(asked[start : start + _CHUNK], command, by, now, free)
            if reached:
                _write(reached, command, by, now, batch)
        ruled |= {intervention.pk: subjects for intervention, subjects in reached.items()}
        left |= not_told
    return BulkRuling(batch, tuple(ruled), sum(map(len, ruled.values())), left)


def _check_messages(ids: Sequence[uuid.UUID], command: BulkRulingCommand) -> None:
    """Each gate among them gets the text it needs."""
    if command.ruling is not Ruling.CONFIRM_FAIL:
        check_complete(command.ruling, command.text, None)
        return
    gates = Intervention.objects.filter(pk__in=ids).order_by().values_list("gate", flat=True)
    have_user = {gate_of(gate).has_drafts for gate in gates.distinct()}
    if True in have_user:
        check_complete(command.ruling, command.text, None)
    if False in have_user and not command.pipeline_message.strip():
        raise ProblemCode.RULING_INCOMPLETE.error("pipelines", field="pipeline_message")


def _write(
    reached: Mapping[Intervention, Sequence[str]], command: BulkRulingCommand, by: str, now: datetime, batch: uuid.UUID
) -> None:
    """One message a kind of reader."""
    by_text: dict[RulingText, dict[Intervention, Sequence[str]]] = {}
    for intervention, subjects in reached.items():
        by_text.setdefault(command.text_for(intervention.gate), {})[intervention] = subjects
    for text, some in by_text.items():
        rulings.write(some, ruling=command.ruling, text=text, by=by, now=now, batch=batch)


def check_bulk(intervention_ids: Sequence[uuid.UUID], ruling: Ruling | None) -> None:
    """`ruling` None is to judge again."""
    if ruling is not None and ruling not in BULK_RULINGS:
        raise ProblemCode.RULING_NOT_IN_BULK.error()
    if len(intervention_ids) > MOST_ITEMS:
        raise ProblemCode.TOO_MANY_AT_ONCE.error(most=MOST_ITEMS)


def _reach(
    ids: Sequence[uuid.UUID], command: BulkRulingCommand, by: str, now: datetime, free: int
) -> tuple[dict[Intervention, list[str]], dict[uuid.UUID, Obstacle]]:
    """Locks these and tells the subjects that can be ruled on from what keeps the others out. `free` is how many
    subjects one request has left; a group beyond it is left whole, unless nothing else was ruled on."""
    locked = {one.pk: one for one in lock_interventions(ids)}
    waiting, blind = _waiting(ids), {str(pk) for pk in blind_attempts(by)}
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
    """The subjects of each, with when they came."""
    found: dict[uuid.UUID, list[tuple[str, datetime]]] = defaultdict(list)
    rows = waiting_occurrences().filter(intervention__in=ids)
    for pk, subject, at in rows.values_list("intervention_id", "subject_id", "at"):
        found[pk].append((subject, at))
    return found
