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


def waiting_in(intervention: Intervention) -> list[str]:
    """The subjects that are neither settled nor under a pending ruling."""
    ruled = intervention.rulings.filter(state=RulingState.PENDING).values("subject_id")
    waiting = intervention.occurrences.filter(settled_at=None).exclude(subject_id__in=ruled)
    return list(waiting.values_list("subject_id", flat=True))


def awaits_recovery(kind: WorkKind) -> bool:
    return _halted_for_absence(kind).exists()


def requeue_recovered(kind: WorkKind, *, now: datetime) -> list[str]:
    """The judge answers again: what halted for its absence goes back to the queue, each subject a few times at most, so
    that one the judge cannot cope with does not go round for ever. Returns the ids; the caller enqueues them."""
    groups = _halted_for_absence(kind).order_by("opened_at")
    return [subject for group in groups for subject in _requeue_group(kind, group, now)]


@transaction.atomic
def _requeue_group(kind: WorkKind, seen: Intervention, now: datetime) -> list[str]:
    """Nothing when a ruling came between looking and locking: the next time the judge answers is soon."""
    queued = kind.requeue(waiting_in(seen), now=now, automatic=True)
    if not set(queued) <= set(waiting_in(lock_intervention(seen.pk))):
        transaction.set_rollback(True)
        return []
    if queued:
        subject = f"intervention:{seen.pk}"
        audit.record(by="system", verb="intervention.requeued", subject=subject, now=now, attempts=len(queued))
    return queued


def _halted_for_absence(kind: WorkKind) -> QuerySet[Intervention]:
    causes = [cause.value for cause in TRANSIENT]
    return Intervention.objects.filter(gate=kind.gate, kind=Kind.HALT, cause__in=causes, state__in=UNSETTLED)
