"""A halt group as a whole: judge all of it again."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from validation.actions import audit
from validation.actions.claims import check_workable, require
from validation.domain.attempt import AttemptState
from validation.domain.halt import TRANSIENT
from validation.domain.intervention import UNSETTLED, Gate, Kind, RulingState
from validation.models import Attempt, Intervention


@transaction.atomic
def rejudge_group(*, intervention_id: uuid.UUID, by: str, now: datetime) -> list[uuid.UUID]:
    """Puts every halted attempt of the group back in the queue. Returns their ids; the caller queues them after
    commit. The group closes by itself once all of them are judged."""
    intervention = Intervention.objects.select_for_update(of=("self",)).get(pk=require(intervention_id).pk)
    check_workable(intervention, by, now)
    queued = _requeue(intervention)
    audit.record(
        by=by, verb="intervention.rejudged", subject=f"intervention:{intervention.pk}", now=now, attempts=len(queued)
    )
    return queued


@transaction.atomic
def requeue_recovered(*, now: datetime) -> list[uuid.UUID]:
    """The judge answers again: everything that halted for its absence goes back to the queue."""
    groups = Intervention.objects.select_for_update(of=("self",)).filter(
        gate=Gate.RESPONSE, kind=Kind.HALT, cause__in=[cause.value for cause in TRANSIENT], state__in=UNSETTLED
    )
    queued = []
    for group in groups:
        found = _requeue(group)
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


def _requeue(intervention: Intervention) -> list[uuid.UUID]:
    ruled = intervention.rulings.filter(state=RulingState.PENDING).values("subject_id")
    subjects = list(
        intervention.occurrences.filter(settled_at=None)
        .exclude(subject_id__in=ruled)
        .values_list("subject_id", flat=True)
    )
    halted = Attempt.objects.filter(pk__in=subjects, state=AttemptState.HALTED)
    ids = list(halted.order_by("submitted_at").values_list("pk", flat=True))
    halted.update(state=AttemptState.QUEUED, route="", halt_cause="", decided_at=None, tries=0)
    return ids
