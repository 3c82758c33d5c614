"""A halt group as a whole: judge all of it again."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from validation.actions import audit
from validation.actions.claims import check_workable, require
from validation.domain.attempt import AttemptState
from validation.domain.errors import Conflict
from validation.domain.halt import TRANSIENT
from validation.domain.intervention import UNSETTLED, Gate, Kind, RulingState
from validation.models import Attempt, Intervention
from validation.queries.subjects import can_judge_again, subjects_of

AUTOMATIC_TRIES = 3


@transaction.atomic
def rejudge_group(*, intervention_id: uuid.UUID, by: str, now: datetime) -> list[str]:
    """Puts every halted subject of the group back in the queue, of whichever gate. Returns their ids; the caller queues
    them after commit. The group closes by itself once all of them are judged. Raises Conflict `not_judged_again` for
    what no judge can take up again."""
    intervention = Intervention.objects.select_for_update(of=("self",)).get(pk=require(intervention_id).pk)
    check_workable(intervention, by, now)
    if intervention.kind != Kind.HALT or not can_judge_again(intervention.gate):
        raise Conflict("not_judged_again", "Only what halted can be judged again. Rule on this instead.")
    subjects = subjects_of(intervention.gate)
    queued = subjects.put_back(waiting_in(intervention)) if subjects else [str(pk) for pk in _requeue(intervention)]
    audit.record(
        by=by, verb="intervention.rejudged", subject=f"intervention:{intervention.pk}", now=now, attempts=len(queued)
    )
    return list(queued)


@transaction.atomic
def requeue_recovered(*, now: datetime) -> list[uuid.UUID]:
    """The judge answers again: what halted for its absence goes back to the queue, each attempt a few times at most, so
    that one the judge cannot cope with does not go round for ever."""
    groups = _awaiting().select_for_update(of=("self",))
    queued = []
    for group in groups:
        found = _requeue(group, most_judgements=AUTOMATIC_TRIES)
        if found:
            audit.record(
                by="system",
                verb="intervention.requeued",
                subject=f"intervention:{group.pk}",
                now=now,
                attempts=len(found),
            )
        queued += found
    return queued


def awaits_recovery() -> bool:
    return _awaiting().exists()


def _awaiting() -> QuerySet[Intervention]:
    return Intervention.objects.filter(
        gate=Gate.RESPONSE, kind=Kind.HALT, cause__in=[cause.value for cause in TRANSIENT], state__in=UNSETTLED
    )


def _requeue(intervention: Intervention, most_judgements: int | None = None) -> list[uuid.UUID]:
    halted = Attempt.objects.filter(pk__in=waiting_in(intervention), state=AttemptState.HALTED)
    if most_judgements is not None:
        halted = halted.filter(judgement_number__lte=most_judgements)
    ids = list(halted.order_by("submitted_at").values_list("pk", flat=True))
    Attempt.objects.filter(pk__in=ids, state=AttemptState.HALTED).update(
        state=AttemptState.QUEUED, route="", halt_cause="", decided_at=None, tries=0
    )
    return ids


def waiting_in(intervention: Intervention) -> list[str]:
    """The subjects that are neither settled nor under a pending ruling."""
    ruled = intervention.rulings.filter(state=RulingState.PENDING).values("subject_id")
    waiting = intervention.occurrences.filter(settled_at=None).exclude(subject_id__in=ruled)
    return list(waiting.values_list("subject_id", flat=True))
