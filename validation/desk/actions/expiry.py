"""Expires interventions that nobody ruled on in time: hold, fail or escalate, never approve (DESIGN, section 8)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from validation.desk.actions.claims import free_expired
from validation.desk.queries.interventions import attempt_answers, intervention_resources
from validation.domain.attempt import AttemptState, Route
from validation.domain.event import EventType
from validation.domain.intervention import UNSETTLED, InterventionState, Kind, Priority, RulingState, due_at
from validation.models import Attempt, Intervention, Turn
from validation.platform import audit
from validation.platform.events.events import emit
from validation.platform.gates import gate_of
from validation.platform.interventions.lifecycle import close
from validation.platform.live import Topic, publish
from validation.platform.policies import policy_in_force
from validation.platform.work.locks import lock_intervention, lock_turns_of
from validation.platform.work.outages import one_by_one
from validation.response.actions import memory
from validation.response.actions.turn_routes import route_turn

_AT_ONCE = 50
"""Attempts whose resources, with responses, are in memory at the same time."""


def expire_due(*, now: datetime) -> list[uuid.UUID]:
    """Applies the expiry rule that each intervention got when it opened: fail, escalate, or expire, which only closes
    it. Skips those with a pending ruling. Returns the ids that changed."""
    free_expired(now=now)
    due = (
        Intervention.objects.filter(state__in=UNSETTLED, due_at__lte=now)
        .exclude(on_expiry="hold")
        .exclude(kind=Kind.AUDIT)  # validation.trust ends those
        .exclude(on_expiry="escalate", priority=Priority.CRITICAL)
        .exclude(rulings__state=RulingState.PENDING)
        .order_by("due_at")
    )
    return one_by_one(lambda pk: _expire(pk, now), due)


@transaction.atomic
def _expire(intervention_id: uuid.UUID, now: datetime) -> uuid.UUID | None:
    """None if nothing changed."""
    seen = Intervention.objects.get(pk=intervention_id)
    turns = lock_turns_of(_open_subjects(seen) if gate_of(seen.gate).has_drafts else [])
    intervention = lock_intervention(intervention_id)
    if intervention.state not in UNSETTLED or intervention.due_at > now:
        return None
    if intervention.rulings.filter(state=RulingState.PENDING).exists():
        return None
    publish(Topic.INTERVENTIONS, str(intervention_id))
    if intervention.on_expiry == "escalate":
        _escalate(intervention, now)
        return intervention_id
    subjects, next_due = _overdue(intervention, now)
    drafts = gate_of(intervention.gate).has_drafts
    if drafts and Attempt.objects.filter(pk__in=subjects).exclude(turn__in=turns).exists():
        return None  # the group has grown since its turns were locked; the next tick tries again
    failed = _end(turns, subjects, now, fail=intervention.on_expiry == "fail") if turns else []
    intervention.occurrences.filter(subject_id__in=subjects, settled_at=None).update(settled_at=now)
    if next_due is None:
        close(intervention_id=intervention.pk, state=InterventionState.EXPIRED, now=now)
    else:
        intervention.due_at = next_due
        intervention.save(update_fields=["due_at"])
    if subjects or next_due is None:
        _emit_expired(intervention, failed, now)
        audit.record_work(intervention.pk, by="system", verb="expired", now=now, subjects=len(subjects))
    return intervention_id


def _open_subjects(intervention: Intervention) -> list[str]:
    return list(intervention.occurrences.filter(settled_at=None).values_list("subject_id", flat=True))


def _overdue(intervention: Intervention, now: datetime) -> tuple[list[str], datetime | None]:
    """The subjects that nobody ruled on in time, and when the next one is due. Halts join a group at different times;
    each gets the whole time of the policy."""
    if intervention.kind != Kind.HALT:
        return _open_subjects(intervention), None
    policy, priority = policy_in_force(intervention.pipeline_id).read().interventions, Priority(intervention.priority)
    joined = intervention.occurrences.filter(settled_at=None).values_list("subject_id", "at")
    due = {subject: due_at(priority, at, policy) for subject, at in joined}
    late = [subject for subject, when in due.items() if when <= now]
    return late, min((when for when in due.values() if when > now), default=None)


def _escalate(intervention: Intervention, now: datetime) -> None:
    """Raises the priority by one, with the due time of the new priority."""
    priority = list(Priority)[intervention.priority_rank - 1]
    intervention.priority, intervention.priority_rank, intervention.escalated = priority, priority.rank, True
    intervention.due_at = due_at(priority, now, policy_in_force(intervention.pipeline_id).read().interventions)
    intervention.snoozed_until = None  # it comes back to the queue
    intervention.save(update_fields=["priority", "priority_rank", "escalated", "due_at", "snoozed_until"])
    audit.record_work(intervention.pk, by="system", verb="escalated", now=now, priority=priority.value)


def _end(turns: Mapping[int, Turn], subjects: Sequence[str], now: datetime, *, fail: bool) -> list[Attempt]:
    """Settles the memory of these attempts. With `fail`, routes halted ones to FAIL and returns all that are FAIL.
    Attempts that were ruled on elsewhere or are judged again keep their route."""
    attempts = list(Attempt.objects.select_for_update().filter(pk__in=subjects).order_by("turn", "number"))
    for attempt in attempts:
        attempt.turn = turns[attempt.turn_id]
        if fail and attempt.state == AttemptState.HALTED and attempt.route == Route.HALT:
            attempt.route, attempt.route_reason = Route.FAIL, "Nobody ruled in time."
            attempt.save(update_fields=["route", "route_reason"])
            route_turn(attempt.turn, attempt, now)
        memory.follow_route(attempt=attempt, now=now)
    return [attempt for attempt in attempts if fail and attempt.route == Route.FAIL]


def _emit_expired(intervention: Intervention, failed: Sequence[Attempt], now: datetime) -> None:
    """Emits one event for each failed attempt, since each has its own callback; a single one if none failed."""
    pk = str(intervention.pk)
    tell = partial(
        emit,
        type=EventType.INTERVENTION_EXPIRED,
        subject_kind="intervention",
        subject_id=pk,
        pipeline=intervention.pipeline,
        now=now,
        resource=intervention_resources([pk])[pk],
    )
    if not failed:
        tell()
    for first in range(0, len(failed), _AT_ONCE):
        some = failed[first : first + _AT_ONCE]
        answers = attempt_answers(some)
        for attempt in some:
            tell(callback_urls=[attempt.callback_url], also=answers[attempt.pk])
