"""Applies a ruling that becomes final."""

from __future__ import annotations

from datetime import datetime

from validation.desk.queries.interventions import attempt_answers
from validation.desk.schemas import InterventionRulingOut
from validation.domain.attempt import UNDECIDED, AttemptState, Route
from validation.domain.event import EventType
from validation.domain.intervention import DECIDES, InterventionState, Ruling
from validation.models import Attempt, Occurrence, RulingRecord
from validation.models.response.attempt import Rejudge
from validation.platform import audit
from validation.platform.events.events import emit_work
from validation.platform.gates import AFTER_RULING, gate_of
from validation.platform.interventions.lifecycle import close
from validation.response.actions import learning, memory
from validation.response.actions.turn_routes import route_turn

_GRANTING = (Ruling.REVISE, Ruling.RETRY)


def apply(*, ruling: RulingRecord, now: datetime) -> None:
    """Updates route, memory and grants of an attempt, settles the occurrence and emits the event. The caller holds the
    locks on turn and intervention."""
    kind = Ruling(ruling.ruling)
    intervention = ruling.intervention
    attempts = Attempt.objects.select_for_update(of=("self",)).select_related("turn", "ruling")
    attempt = attempts.filter(pk=ruling.subject_id).first() if gate_of(intervention.gate).has_drafts else None
    if attempt is not None:
        if kind is not Ruling.DISMISS:
            _reroute(attempt, kind, ruling, now)
            if attempt.route != attempt.judged_route or kind is Ruling.APPROVE_EDITED:
                learning.forget_lessons(attempt=attempt)
        memory.follow_route(attempt=attempt, now=now)
    Occurrence.objects.filter(intervention=intervention, subject_id=ruling.subject_id).update(settled_at=now)
    if not Occurrence.objects.filter(intervention=intervention, settled_at__isnull=True).exists():
        close(intervention_id=intervention.pk, state=InterventionState.RULED, now=now)
    answer = attempt_answers([attempt])[attempt.pk] if attempt is not None else {}
    emit_work(
        EventType.INTERVENTION_DISMISSED if kind is Ruling.DISMISS else EventType.INTERVENTION_RULED,
        intervention,
        now=now,
        callback_urls=[attempt.callback_url] if attempt is not None else [],
        also={**answer, "ruling": InterventionRulingOut.of(ruling)},
    )
    details = {"ruling": kind.value, "subject_id": ruling.subject_id}
    audit.record_work(intervention.pk, by=ruling.by, verb="ruled", now=now, **details)
    for follow in AFTER_RULING:
        follow(ruling, now)


def _reroute(attempt: Attempt, kind: Ruling, ruling: RulingRecord, now: datetime) -> None:
    _take_from_judges(attempt, now)
    attempt.route = Route(DECIDES[kind])
    attempt.ruling = ruling
    attempt.route_reason = f"Ruled by {ruling.by}. {ruling.note}".strip()
    attempt.save()
    turn = attempt.turn
    if kind in _GRANTING:
        turn.granted += 1
    route_turn(turn, attempt, now, "granted")


def _take_from_judges(attempt: Attempt, now: datetime) -> None:
    """Revokes the lease of a judging under way, so that no judgement replaces a person's ruling."""
    if attempt.state in UNDECIDED:  # it had halted and was requeued
        halted = attempt.judgements.get(number=attempt.judgement_number or 0)
        attempt.state, attempt.halt_cause, attempt.decided_at = AttemptState.HALTED, halted.halt_cause, now
    elif attempt.rejudge != Rejudge.APPLY:
        return
    attempt.rejudge = Rejudge.NO
    attempt.lease_token = attempt.lease_until = None
