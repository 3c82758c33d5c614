"""A halt group as a whole: judge all of it again."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from validation.desk.actions.claims import check_workable, require
from validation.domain.errors import Conflict
from validation.domain.intervention import Kind
from validation.platform import audit
from validation.platform.gates import gate_of
from validation.platform.work.locks import lock_intervention
from validation.platform.work.recovery import waiting_in


@transaction.atomic
def rejudge_group(*, intervention_id: uuid.UUID, by: str, now: datetime) -> list[str]:
    """Puts every halted subject of the group back in the queue, of whichever gate. Returns their ids; the caller queues
    them after commit. The group closes by itself once all of them are judged. Raises Conflict `not_judged_again` for
    what no judge can take up again."""
    seen = require(intervention_id)
    check_workable(seen, by, now)
    work = gate_of(seen.gate).work
    if seen.kind != Kind.HALT or work is None:
        raise Conflict("not_judged_again")
    queued = work.requeue(waiting_in(seen), now=now)
    intervention = lock_intervention(seen.pk)
    check_workable(intervention, by, now)
    if not set(queued) <= set(waiting_in(intervention)):
        raise Conflict("changed_meanwhile")
    audit.record_work(intervention.pk, by=by, verb="rejudged", now=now, attempts=len(queued))
    return queued
