"""Requeues halted subjects: once an unavailable judge responds again, and at a reviewer's request."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from validation.domain.halt import TRANSIENT
from validation.domain.intervention import UNSETTLED, Kind
from validation.models import Intervention
from validation.platform import audit
from validation.platform.interventions.lifecycle import waiting_occurrences
from validation.platform.work.leased_work import WorkKind
from validation.platform.work.locks import lock_intervention

REQUEUED_AT_ONCE = 500
"""Most rows without an intervention that one tick requeues; the next tick continues."""

_CAUSES = [cause.value for cause in TRANSIENT]


def waiting_in(intervention: Intervention) -> list[str]:
    """Its subjects that are neither settled nor under a pending ruling."""
    waiting = waiting_occurrences().filter(intervention=intervention)
    return list(waiting.values_list("subject_id", flat=True))


def awaits_recovery(kind: WorkKind) -> bool:
    return _halted_for_absence(kind).exists() or bool(_unattended(kind, most=1))


def requeue_recovered(kind: WorkKind, *, now: datetime) -> list[str]:
    """Requeues what halted while the judge was unavailable. Skips subjects that were judged several times already, so
    that one which breaks the judge does not loop for ever. Returns the ids; the caller enqueues them."""
    groups = _halted_for_absence(kind).order_by("opened_at")
    grouped = [subject for group in groups for subject in _requeue_group(kind, group, now)]
    return grouped + kind.requeue(_unattended(kind, most=REQUEUED_AT_ONCE), now=now, automatic=True)


def _unattended(kind: WorkKind, *, most: int) -> list[str]:
    """Subjects without an intervention that halted while the judge was unavailable, oldest first."""
    found = kind.unattended().filter(halt_cause__in=_CAUSES)
    return [str(key) for key in found.values_list("pk", flat=True)[:most]]


@transaction.atomic
def _requeue_group(kind: WorkKind, seen: Intervention, now: datetime) -> list[str]:
    """Requeues nothing if a ruling was made before the lock was taken; the next tick tries again."""
    queued = kind.requeue(waiting_in(seen), now=now, automatic=True)
    if not set(queued) <= set(waiting_in(lock_intervention(seen.pk))):
        transaction.set_rollback(True)
        return []
    if queued:
        audit.record_work(seen.pk, by="system", verb="requeued", now=now, attempts=len(queued))
    return queued


def _halted_for_absence(kind: WorkKind) -> QuerySet[Intervention]:
    return Intervention.objects.filter(gate=kind.gate, kind=Kind.HALT, cause__in=_CAUSES, state__in=UNSETTLED)
