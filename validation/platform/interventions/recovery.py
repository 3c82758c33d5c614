"""Halted subjects go back to the queue: when the judge that was away answers again, and when a reviewer asks for it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from validation.domain.halt import TRANSIENT
from validation.domain.intervention import UNSETTLED, Kind, RulingState
from validation.models import Intervention
from validation.platform import audit
from validation.platform.work.leased_work import WorkKind
from validation.platform.work.locks import lock_intervention

REQUEUED_AT_ONCE = 500
"""Unattended rows of one tick; the next one goes on."""

_CAUSES = [cause.value for cause in TRANSIENT]


def waiting_in(intervention: Intervention) -> list[str]:
    """The subjects that are neither settled nor under a pending ruling."""
    ruled = intervention.rulings.filter(state=RulingState.PENDING).values("subject_id")
    waiting = intervention.occurrences.filter(settled_at=None).exclude(subject_id__in=ruled)
    return list(waiting.values_list("subject_id", flat=True))


def awaits_recovery(kind: WorkKind) -> bool:
    return _halted_for_absence(kind).exists() or bool(_unattended(kind, most=1))


def requeue_recovered(kind: WorkKind, *, now: datetime) -> list[str]:
    """The judge answers again: what halted for its absence goes back to the queue, each subject a few times at most, so
    that one the judge cannot cope with does not go round for ever. Returns the ids; the caller enqueues them."""
    groups = _halted_for_absence(kind).order_by("opened_at")
    grouped = [subject for group in groups for subject in _requeue_group(kind, group, now)]
    return grouped + kind.requeue(_unattended(kind, most=REQUEUED_AT_ONCE), now=now, automatic=True)


def _unattended(kind: WorkKind, *, most: int) -> list[str]:
    """Halted for the judge's absence, oldest first, with no intervention to find them by."""
    found = kind.unattended().filter(halt_cause__in=_CAUSES)
    return [str(key) for key in found.values_list("pk", flat=True)[:most]]


@transaction.atomic
def _requeue_group(kind: WorkKind, seen: Intervention, now: datetime) -> list[str]:
    """Nothing when a ruling came between looking and locking: the next time the judge answers is soon."""
    queued = kind.requeue(waiting_in(seen), now=now, automatic=True)
    if not set(queued) <= set(waiting_in(lock_intervention(seen.pk))):
        transaction.set_rollback(True)
        return []
    if queued:
        audit.record_work(seen.pk, by="system", verb="requeued", now=now, attempts=len(queued))
    return queued


def _halted_for_absence(kind: WorkKind) -> QuerySet[Intervention]:
    return Intervention.objects.filter(gate=kind.gate, kind=Kind.HALT, cause__in=_CAUSES, state__in=UNSETTLED)
