"""Requeues halted subjects: those of one group, or of many groups at once."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from validation.desk.actions.bulk_rulings import check_bulk
from validation.desk.actions.claims import check_workable, require
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.bulk import Obstacle
from validation.domain.errors import DomainError
from validation.domain.intervention import Kind
from validation.platform import audit
from validation.platform.gates import gate_of
from validation.platform.interventions.recovery import waiting_in
from validation.platform.live import Topic, publish
from validation.platform.work.locks import lock_intervention

_REFUSED: dict[str, Obstacle] = {
    ProblemCode.INTERVENTION_UNKNOWN: Obstacle.GONE,
    ProblemCode.INTERVENTION_CLOSED: Obstacle.CLOSED,
    ProblemCode.CLAIMED_BY_OTHER: Obstacle.HELD,
    ProblemCode.NOT_JUDGED_AGAIN: Obstacle.NOT_HALTED,
    ProblemCode.CHANGED_MEANWHILE: Obstacle.PENDING,
}
"""The obstacle that each refusal counts as when many are judged again."""


def rejudge_many(
    *, intervention_ids: Sequence[uuid.UUID], by: str, now: datetime
) -> tuple[dict[uuid.UUID, list[str]], dict[uuid.UUID, Obstacle]]:
    """Runs `rejudge_group` for each, in separate transactions; there are few, because halts are grouped by cause.
    Returns the subjects by intervention, which the caller enqueues, and the skipped interventions with the reason.
    Cannot be undone."""
    check_bulk(intervention_ids, None)
    queued: dict[uuid.UUID, list[str]] = {}
    left: dict[uuid.UUID, Obstacle] = {}
    for pk in sorted(set(intervention_ids)):
        try:
            queued[pk] = rejudge_group(intervention_id=pk, by=by, now=now)
        except DomainError as refused:
            if refused.code not in _REFUSED:
                raise
            left[pk] = _REFUSED[refused.code]
    return queued, left


@transaction.atomic
def rejudge_group(*, intervention_id: uuid.UUID, by: str, now: datetime) -> list[str]:
    """Requeues every halted subject of the group. Returns their ids; the caller enqueues them after the commit. The
    group closes by itself once all of them are judged. Raises Conflict `not_judged_again` if the gate cannot judge
    again."""
    seen = require(intervention_id)
    check_workable(seen, by, now)
    work = gate_of(seen.gate).work
    if seen.kind != Kind.HALT or work is None:
        raise ProblemCode.NOT_JUDGED_AGAIN.error()
    queued = work.requeue(waiting_in(seen), now=now)
    intervention = lock_intervention(seen.pk)
    check_workable(intervention, by, now)
    if not set(queued) <= set(waiting_in(intervention)):
        raise ProblemCode.CHANGED_MEANWHILE.error()
    audit.record_work(intervention.pk, by=by, verb="rejudged", now=now, attempts=len(queued))
    publish(Topic.INTERVENTIONS, str(intervention.pk))
    return queued
