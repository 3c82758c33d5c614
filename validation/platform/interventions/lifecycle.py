"""Opens interventions, counts repeats, and closes them. Claims, rulings and expiry are in `desk.actions`."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from validation.domain.event import EventType
from validation.domain.halt import HaltCause
from validation.domain.intervention import (
    UNSETTLED,
    InterventionState,
    Kind,
    Priority,
    RulingState,
    due_at,
    halt_fingerprint,
    halt_priority,
    turn_fingerprint,
)
from validation.domain.policy import DuePolicy
from validation.models import Intervention, Occurrence, RulingRecord
from validation.platform import audit
from validation.platform.events.events import emit_work
from validation.platform.gates import gate_of
from validation.platform.live import Topic, publish
from validation.platform.work.locks import lock_interventions

SubjectResource = Callable[[UUID], Mapping[str, Any] | None]
"""Called with the id of a new intervention: returns the resource of its subject for the event, or None to have it read
from the database."""


def open_for_halt(
    subject: Any, *, gate: str, message: str, by: tuple[str, str], policy: DuePolicy, now: datetime
) -> Intervention:
    """Opens or extends the intervention for halts of this gate, pipeline, cause, judge and model (`by`). `subject` is
    the halted row, with its pipeline."""
    cause = HaltCause(subject.halt_cause)
    work = Intervention(
        gate=gate,
        kind=Kind.HALT,
        subject_id=str(subject.pk),
        pipeline=subject.pipeline,
        fingerprint=halt_fingerprint(gate, subject.pipeline.name, cause, *by),
        priority=halt_priority(cause),
        title=f"{gate_of(gate).halt_title}: {cause.value.replace('_', ' ')}",
        why=message,
        cause=cause.value,
        sample=subject.sample,
    )
    return open_intervention(work, policy=policy, now=now)


def open_for_turn(
    subject: Any, *, gate: str, kind: Kind, priority: Priority, why: str, policy: DuePolicy, now: datetime
) -> Intervention:
    """Opens or updates the intervention for this turn, kind and gate. `subject` is a row with `pipeline`, `turn_id` and
    `query`."""
    work = Intervention(
        gate=gate,
        kind=kind,
        subject_id=str(subject.pk),
        pipeline=subject.pipeline,
        fingerprint=turn_fingerprint(kind, gate=gate, pipeline=subject.pipeline_id, turn_id=subject.turn_id),
        priority=priority,
        title=subject.query or subject.turn_id,
        why=why,
        sample=subject.sample,
    )
    return open_intervention(work, policy=policy, now=now)


def open_intervention(
    work: Intervention,
    *,
    policy: DuePolicy,
    now: datetime,
    announced: bool = True,
    about: SubjectResource = lambda _: None,
) -> Intervention:
    """Saves the new `work`, or counts a repeat on the unsettled intervention with the same fingerprint, and returns the
    one that is stored. Due time and expiry rule default to the policy's. Only a halt groups subjects; for other kinds
    a repeat replaces the subject and settles the earlier one. Pass `announced=False` to emit no event to the pipeline.
    Safe under concurrency: a unique constraint allows one unsettled row for each fingerprint."""
    known = _count_up(work, now)
    if known is not None:
        return known
    try:
        _create(work, policy, now)
    except IntegrityError:
        known = _count_up(work, now)
        if known is None:
            raise
        return known
    if announced:
        emit_work(EventType.INTERVENTION_OPENED, work, now=now, about=about(work.pk))
    kind, cause = str(work.kind), work.cause
    audit.record_work(work.pk, by=f"gate:{work.gate}", verb="opened", now=now, kind=kind, cause=cause)
    return work


@transaction.atomic
def _create(work: Intervention, policy: DuePolicy, now: datetime) -> None:
    priority = Priority(work.priority)
    work.title, work.priority_rank = work.title[:300], priority.rank
    work.due_at = work.due_at or due_at(priority, now, policy)
    work.on_expiry = work.on_expiry or policy.on_expiry
    work.opened_at = work.last_seen_at = now
    work.assigned_at = now if work.assigned_to else None
    work.save(force_insert=True)
    Occurrence.objects.create(intervention=work, subject_id=work.subject_id, at=now)


def _count_up(work: Intervention, now: datetime) -> Intervention | None:
    unsettled = Intervention.objects.filter(fingerprint=work.fingerprint, state__in=UNSETTLED)
    known = unsettled.select_for_update().first()
    if known is None:
        return None
    _, new = Occurrence.objects.update_or_create(
        intervention=known, subject_id=work.subject_id, defaults={"at": now, "settled_at": None}
    )
    changes = {"last_seen_at": now, "why": work.why, "count": F("count") + (1 if new else 0)}
    if new or known.kind != Kind.HALT:
        changes["snoozed_until"] = None
    if known.kind != Kind.HALT:
        changes["subject_id"] = work.subject_id
        known.occurrences.exclude(subject_id=work.subject_id).update(settled_at=now)
    Intervention.objects.filter(pk=known.pk).update(**changes)
    return known


def settle_occurrence(
    *, subject_id: str, now: datetime, but: uuid.UUID | None = None, kinds: Collection[Kind] = (Kind.HALT,)
) -> list[uuid.UUID]:
    """Settles the subject's occurrences in interventions of these `kinds`, except in `but`, and closes each
    intervention in which none is left. For a subject that was judged, or that now halts for another cause (then `but`
    is its new group). Returns the interventions that it was part of."""
    rows = Occurrence.objects.filter(subject_id=subject_id, intervention__kind__in=kinds).exclude(intervention=but)
    return settle(rows, reason="everything in it was judged", now=now)


def settle(occurrences: QuerySet[Occurrence], *, reason: str, now: datetime) -> list[uuid.UUID]:
    """Settles those of the occurrences that are unsettled and have no pending ruling, and closes each intervention in
    which none is left, for this `reason`. Returns the interventions that they were part of."""
    unsettled = occurrences.filter(settled_at__isnull=True, intervention__state__in=UNSETTLED)
    if not lock_interventions(unsettled.values_list("intervention", flat=True)):
        return []
    free = unsettled.filter(~Exists(pending_rulings()))
    touched = list(free.values_list("pk", "intervention_id", "intervention__gate"))
    if not touched:
        return []
    groups = dict(sorted((group, gate) for _, group, gate in touched))
    Occurrence.objects.filter(pk__in=[pk for pk, _, _ in touched]).update(settled_at=now)
    for group, gate in groups.items():
        if not Occurrence.objects.filter(intervention=group, settled_at__isnull=True).exists():
            close(intervention_id=group, state=InterventionState.RULED, now=now)
            audit.record_work(group, by=f"gate:{gate}", verb="settled", now=now, reason=reason)
    publish(Topic.INTERVENTIONS, *map(str, groups))
    return list(groups)


def waiting_occurrences() -> QuerySet[Occurrence]:
    """Occurrences that are neither settled nor under a pending ruling."""
    return Occurrence.objects.filter(~Exists(pending_rulings()), settled_at=None)


def pending_rulings() -> QuerySet[RulingRecord]:
    """Pending rulings on the outer occurrence."""
    return RulingRecord.objects.filter(
        intervention=OuterRef("intervention"), subject_id=OuterRef("subject_id"), state=RulingState.PENDING
    )


def has_pending_ruling(subject_id: str) -> bool:
    """Whether a reviewer ruled on the subject and can still undo it: until then nothing else may decide it."""
    return RulingRecord.objects.filter(subject_id=subject_id, state=RulingState.PENDING).exists()


def close(*, intervention_id: UUID, state: InterventionState, now: datetime) -> None:
    Intervention.objects.filter(pk=intervention_id, state__in=UNSETTLED).update(
        state=state, closed_at=now, claimed_by=None, claimed_until=None
    )
