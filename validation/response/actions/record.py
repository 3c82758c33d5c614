"""Record: writes a judgement and its consequences (route, memory, intervention, events) in one transaction.

Requires the lease token of the claim: a late result whose lease was lost changes nothing.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q

from validation.domain.attempt import RESPONSE, AttemptState, Route
from validation.domain.decisions.decision import DecisionResult
from validation.domain.decisions.loop import Counters, RoutingResult, route_of
from validation.domain.event import EventType
from validation.domain.intervention import UNSETTLED, Kind, Priority, fail_fingerprint
from validation.domain.policy import DuePolicy, PolicyDocument
from validation.models import Attempt, Intervention, Judgement, Occurrence, Turn
from validation.models.response.attempt import Rejudge
from validation.platform import audit
from validation.platform.events.events import EmittedEvent, emit, render_again
from validation.platform.gates import AFTER_DECISION
from validation.platform.interventions.lifecycle import (
    SubjectResource,
    has_pending_ruling,
    open_for_halt,
    open_intervention,
    settle_occurrence,
)
from validation.platform.work import leased_work
from validation.platform.work.locks import lock_interventions
from validation.response.actions import memory
from validation.response.actions.judgement_rows import JudgementRows, write_judgement
from validation.response.actions.judging import ClaimedAttempt
from validation.response.actions.replaced import end_replaced
from validation.response.actions.turn_routes import needs_reviewer, route_turn
from validation.response.gate.gate import GateResult
from validation.response.queries.attempt_resource import parts_from_rows, shown_resource

_ALL_WORK = (Kind.HALT, Kind.WARNING, Kind.FAIL)


@dataclass(frozen=True, slots=True)
class RecordResult:
    """What the caller has to do after the commit. `intervention_id` was opened, or lost an occurrence;
    `approved_after_revise`: there is a principle to extract; `to_deliver`: there are deliveries to send; `followed`:
    the turn has a later attempt, which may have waited for this one."""

    attempt_id: uuid.UUID
    intervention_id: uuid.UUID | None = None
    approved_after_revise: bool = False
    to_deliver: bool = False
    followed: bool = False


@transaction.atomic
def record_judgement(*, claimed: ClaimedAttempt, judged: GateResult, now: datetime) -> RecordResult | None:
    """None if the lease was lost, or if a ruling on the attempt is pending: then it waits to be judged again, in case
    the ruling is undone."""
    attempt = _release(claimed)
    if attempt is None:
        return None
    judged_before = claimed.number > 1  # so it may have an intervention
    if not claimed.comparison and (judged_before or attempt.number > 1):
        _lock_work(attempt, halts=judged.decided is None)
    if judged_before and not claimed.comparison and has_pending_ruling(str(attempt.pk)):
        leased_work.release(claimed.lease, counted=False)
        return None
    written = write_judgement(attempt, claimed, judged, now)
    judgement = written.judgement
    if claimed.comparison:
        attempt.save(update_fields=["lease_token", "lease_until", "rejudge"])
        return RecordResult(attempt.pk)
    attempt.judgement_number = judgement.number
    attempt.policy_id = claimed.policy.pk
    attempt.judge, attempt.latency_ms = judgement.judge, judgement.latency_ms
    policy, settled = claimed.policy.read(), list[uuid.UUID]()
    shown = partial(_event_resource, attempt, claimed, written)
    if judged.decided is not None:
        routed = _apply_judgement(attempt, judged.decided, policy, now)
        if judged_before:
            over = (Kind.HALT, Kind.WARNING) if needs_reviewer(attempt) else _ALL_WORK
            settled = settle_occurrence(subject_id=str(attempt.pk), now=now, kinds=over)
        details = {"decision": attempt.decision, "route": attempt.route}
        emitted = _emit(attempt, EventType.ATTEMPT_DECIDED, now, shown(None), **details)
        opened = _open_if_failed(attempt, _why(judgement, routed), policy, now, shown)
        for follow in AFTER_DECISION:
            opened = follow(attempt, judgement, policy, now) or opened
        if claimed.submission.memory_candidates and opened is None:
            memory.follow_route(attempt=attempt, now=now)
            render_again(emitted.event, shown(None))
    else:
        _halt(attempt, judgement, now)
        emitted = _emit(attempt, EventType.ATTEMPT_HALTED, now, shown(None), cause=judgement.halt_cause)
        opened = _open_for_halt(attempt, judgement, policy, now)
        if judged_before:
            settle_occurrence(subject_id=str(attempt.pk), now=now, but=opened, kinds=_ALL_WORK)
    if attempt.enforced and attempt.number > 1:
        end_replaced([attempt], now)
    if opened is not None:
        render_again(emitted.event, shown(opened))
    return RecordResult(
        attempt_id=attempt.pk,
        intervention_id=opened or next(iter(settled), None),
        approved_after_revise=attempt.route == Route.APPROVE and attempt.revise_count > 0,
        to_deliver=emitted.to_deliver or opened is not None,
        followed=attempt.number < attempt.turn.attempts_made,
    )


def _release(claimed: ClaimedAttempt) -> Attempt | None:
    """Locks turn and attempt and clears the lease; None if the lease was lost."""
    turn = Turn.objects.select_for_update(of=("self",)).select_related("pipeline").get(attempts=claimed.lease.key)
    attempt = Attempt.objects.select_for_update().get(pk=claimed.lease.key)
    if attempt.lease_token != claimed.lease.token:
        return None
    attempt.turn, attempt.pipeline = turn, turn.pipeline
    attempt.lease_token = attempt.lease_until = None
    if not (claimed.comparison and attempt.rejudge == Rejudge.APPLY):  # ordered while the comparison was made
        attempt.rejudge = Rejudge.NO
    return attempt


def _apply_judgement(attempt: Attempt, decided: DecisionResult, policy: PolicyDocument, now: datetime) -> RoutingResult:
    counters = counters_before(attempt)
    routed = route_of(decided.decision, counters, policy.response)
    attempt.state = AttemptState.DECIDED
    attempt.decision, attempt.route, attempt.route_reason = decided.decision, routed.route, routed.reason
    attempt.judged_route, attempt.ruling = routed.route, None
    attempt.partial, attempt.confidence, attempt.halt_cause = decided.partial, decided.confidence, ""
    attempt.failed_checks = [check.name.value for check in decided.checks if not check.state.holds]
    attempt.revise_count, attempt.retry_count = counters.revise, counters.retry
    attempt.decided_at = now
    attempt.save()
    route_turn(attempt.turn, attempt, now)
    return routed


def _open_if_failed(
    attempt: Attempt, why: str, policy: PolicyDocument, now: datetime, shown: SubjectResource
) -> uuid.UUID | None:
    if not needs_reviewer(attempt):
        return None
    return open_for_fail(attempt, why=why, policy=policy.interventions, now=now, about=shown).pk


def _lock_work(attempt: Attempt, *, halts: bool) -> None:
    """Locks at once, in the order of `locks.py`, all that a further judgement of the turn may open again or settle."""
    of_turn = [str(pk) for pk in Attempt.objects.filter(turn=attempt.turn_id).values_list("pk", flat=True)]
    touched = Q(fingerprint=fail_fingerprint(str(attempt.turn_id)))
    touched |= Q(pk__in=Occurrence.objects.filter(subject_id__in=of_turn).values("intervention"))
    if halts:
        touched |= Q(kind=Kind.HALT, gate=RESPONSE, pipeline=attempt.turn.pipeline_id)
    lock_interventions(Intervention.objects.filter(touched, state__in=UNSETTLED).values_list("pk", flat=True))


def _halt(attempt: Attempt, judgement: Judgement, now: datetime) -> None:
    attempt.state, attempt.route, attempt.decision = AttemptState.HALTED, Route.HALT, ""
    attempt.route_reason, attempt.judged_route, attempt.ruling = judgement.halt_message, Route.HALT, None
    attempt.halt_cause = judgement.halt_cause
    attempt.confidence, attempt.partial, attempt.failed_checks = None, False, []
    attempt.decided_at = now
    attempt.save()
    route_turn(attempt.turn, attempt, now)


def _open_for_halt(attempt: Attempt, judgement: Judgement, policy: PolicyDocument, now: datetime) -> uuid.UUID | None:
    if not attempt.enforced:
        return None
    message, by = judgement.halt_message, (judgement.judge, judgement.model)
    return open_for_halt(attempt, gate=RESPONSE, message=message, by=by, policy=policy.interventions, now=now).pk


def counters_before(attempt: Attempt) -> Counters:
    """How many earlier attempts of the turn were routed REVISE and RETRY."""
    if attempt.number == 1:
        return Counters(revise=0, retry=0)
    routes = list(
        Attempt.objects.filter(turn=attempt.turn_id, number__lt=attempt.number, state=AttemptState.DECIDED).values_list(
            "judged_route", flat=True
        )
    )
    return Counters(revise=routes.count(Route.REVISE), retry=routes.count(Route.RETRY))


def _event_resource(
    attempt: Attempt, claimed: ClaimedAttempt, written: JudgementRows, opened: uuid.UUID | None
) -> dict[str, Any] | None:
    """The attempt's resource with the intervention `opened`, built from the rows just written: reading them back took
    as long as writing them. None for an attempt that was judged before, which has more rows than these."""
    if claimed.number > 1:
        return None
    has_notes = bool(claimed.submission.memory_candidates)
    metadata = claimed.submission.metadata
    parts = parts_from_rows(
        written.judgement, written.hanging, has_notes=has_notes, metadata=metadata, intervention=opened
    )
    return shown_resource(attempt, parts)


def _emit(
    attempt: Attempt, what: EventType, now: datetime, resource: dict[str, Any] | None, **data: str
) -> EmittedEvent:
    audit.record(by="gate:response", verb=what.value, subject=f"attempt:{attempt.pk}", now=now, **data)
    return emit(
        type=what,
        subject_kind="attempt",
        subject_id=str(attempt.pk),
        pipeline=attempt.turn.pipeline,
        now=now,
        callback_urls=[attempt.callback_url],
        resource=resource,
    )


def _why(judgement: Judgement, routed: RoutingResult) -> str:
    first = judgement.issues[0] if judgement.issues else ""
    return f"{routed.limit} {first}".strip() or routed.reason


def open_for_fail(
    attempt: Attempt, *, why: str, policy: DuePolicy, now: datetime, about: SubjectResource = lambda _: None
) -> Intervention:
    """Opens the intervention for a FAIL, or updates the one that the turn has."""
    work = Intervention(
        gate=RESPONSE,
        kind=Kind.FAIL,
        subject_id=str(attempt.pk),
        pipeline=attempt.turn.pipeline,
        fingerprint=fail_fingerprint(str(attempt.turn.pk)),
        priority=Priority.LOW,
        title=attempt.turn.query or attempt.turn.turn_id,
        why=why,
        sample=attempt.turn.sample,
    )
    return open_intervention(work, policy=policy, now=now, about=about)
