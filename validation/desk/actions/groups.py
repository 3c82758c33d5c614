"""A halt group as a whole: judge all of it again."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from validation.desk.actions.claims import check_workable, require
from validation.desk.queries.subjects import can_judge_again, subjects_of
from validation.domain.attempt import AttemptState, Route
from validation.domain.errors import Conflict
from validation.domain.halt import TRANSIENT
from validation.domain.intervention import UNSETTLED, Gate, Kind, RulingState
from validation.models import Attempt, Intervention
from validation.platform import audit
from validation.platform.work.locks import lock_intervention, lock_turns_of

AUTOMATIC_TRIES = 3


@transaction.atomic
def rejudge_group(*, intervention_id: uuid.UUID, by: str, now: datetime) -> list[str]:
    """Puts every halted subject of the group back in the queue, of whichever gate. Returns their ids; the caller queues
    them after commit. The group closes by itself once all of them are judged. Raises Conflict `not_judged_again` for
    what no judge can take up again."""
    seen = require(intervention_id)
    check_workable(seen, by, now)
    if seen.kind != Kind.HALT or not can_judge_again(seen.gate):
        raise Conflict("not_judged_again", "Only what halted can be judged again. Rule on this instead.")
    subjects = subjects_of(seen.gate)
    queued = subjects.put_back(waiting_in(seen)) if subjects else [str(pk) for pk in _requeue(seen, now)]
    intervention = lock_intervention(seen.pk)
    check_workable(intervention, by, now)
    if not set(queued) <= set(waiting_in(intervention)):
        raise Conflict("changed_meanwhile", "Somebody ruled on part of this group just now. Look at it and try again.")
    audit.record(
        by=by, verb="intervention.rejudged", subject=f"intervention:{intervention.pk}", now=now, attempts=len(queued)
    )
    return list(queued)


def requeue_recovered(*, now: datetime) -> list[uuid.UUID]:
    """The judge answers again: what halted for its absence goes back to the queue, each attempt a few times at most, so
    that one the judge cannot cope with does not go round for ever."""
    return [attempt for group in _awaiting().order_by("opened_at") for attempt in _requeue_recovered(group, now)]


@transaction.atomic
def _requeue_recovered(seen: Intervention, now: datetime) -> list[uuid.UUID]:
    """Nothing when a ruling came between looking and locking: the next time the judge answers is soon."""
    queued = _requeue(seen, now, most_judgements=AUTOMATIC_TRIES)
    if not {str(pk) for pk in queued} <= set(waiting_in(lock_intervention(seen.pk))):
        transaction.set_rollback(True)
        return []
    if queued:
        subject = f"intervention:{seen.pk}"
        audit.record(by="system", verb="intervention.requeued", subject=subject, now=now, attempts=len(queued))
    return queued


def awaits_recovery() -> bool:
    return _awaiting().exists()


def _awaiting() -> QuerySet[Intervention]:
    return Intervention.objects.filter(
        gate=Gate.RESPONSE, kind=Kind.HALT, cause__in=[cause.value for cause in TRANSIENT], state__in=UNSETTLED
    )


def _requeue(intervention: Intervention, now: datetime, most_judgements: int | None = None) -> list[uuid.UUID]:
    waiting = waiting_in(intervention)
    lock_turns_of(waiting)
    halted = Attempt.objects.filter(pk__in=waiting, state=AttemptState.HALTED, route=Route.HALT)
    if most_judgements is not None:
        halted = halted.filter(judgement_number__lte=most_judgements)
    ids = list(halted.order_by("submitted_at").values_list("pk", flat=True))
    Attempt.objects.filter(pk__in=ids, state=AttemptState.HALTED).update(
        state=AttemptState.QUEUED, route="", halt_cause="", decided_at=None, tries=0, enqueued_at=now
    )
    return ids


def waiting_in(intervention: Intervention) -> list[str]:
    """The subjects that are neither settled nor under a pending ruling."""
    ruled = intervention.rulings.filter(state=RulingState.PENDING).values("subject_id")
    waiting = intervention.occurrences.filter(settled_at=None).exclude(subject_id__in=ruled)
    return list(waiting.values_list("subject_id", flat=True))
