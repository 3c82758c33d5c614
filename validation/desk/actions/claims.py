"""Claims on interventions: a lease that one person at a time can hold (DESIGN, section 8)."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from validation.domain.clock import MAX_CLOCK_SKEW
from validation.domain.codes.problems import ProblemCode
from validation.domain.desk.bulk import work_obstacle
from validation.domain.errors import Conflict, DomainError, clock_of
from validation.domain.intervention import UNSETTLED, InterventionState
from validation.models import Intervention
from validation.platform import audit
from validation.platform.live import Topic, publish
from validation.platform.policies import policy_in_force
from validation.platform.work.locks import lock_interventions


@transaction.atomic
def claim(*, intervention_id: uuid.UUID, by: str, now: datetime) -> Intervention:
    """Claims it with a conditional update, so that only one of two concurrent callers succeeds. Claiming again renews
    the lease. Raises Conflict `claimed_by_other` with the colleague's name, or `intervention_closed`."""
    before = require(intervention_id)
    free = Q(state=InterventionState.OPEN) | Q(claimed_by=by) | _has_ended(now)
    taken = Intervention.objects.filter(free, pk=intervention_id, state__in=UNSETTLED).update(
        state=InterventionState.CLAIMED,
        claimed_by=by,
        claimed_at=now,
        claimed_until=now + _lease(before.pipeline_id),
    )
    intervention = require(intervention_id)
    if not taken:
        raise _refusal(intervention)
    if before.claimed_by != by:
        audit.record_work(intervention_id, by=by, verb="claimed", now=now)
    publish(Topic.INTERVENTIONS, str(intervention_id))
    return intervention


def heartbeat(*, intervention_id: uuid.UUID, by: str, now: datetime) -> Intervention:
    """Renews one's own claim, without notifying others. Raises Conflict if it was lost."""
    lease = _lease(require(intervention_id).pipeline_id)
    renewed = Intervention.objects.filter(pk=intervention_id, state=InterventionState.CLAIMED, claimed_by=by).update(
        claimed_at=now, claimed_until=now + lease
    )
    intervention = require(intervention_id)
    if not renewed:
        raise _refusal(intervention)
    return intervention


def keep(*, intervention_id: uuid.UUID, by: str, now: datetime) -> Intervention:
    """As `heartbeat`, for somebody who has the item open: claims it again if it is free, which is how a second tab of
    theirs leaves it when it closes. Raises Conflict if a colleague holds it, or it was snoozed."""
    try:
        return heartbeat(intervention_id=intervention_id, by=by, now=now)
    except Conflict as error:
        snoozed_until = require(intervention_id).snoozed_until
        if error.code != ProblemCode.NOT_CLAIMED or (snoozed_until and snoozed_until > now):
            raise
    return claim(intervention_id=intervention_id, by=by, now=now)


@transaction.atomic
def release(*, intervention_id: uuid.UUID, by: str, now: datetime) -> Intervention:
    """Ends one's own claim; does nothing without one."""
    released = Intervention.objects.filter(pk=intervention_id, state=InterventionState.CLAIMED, claimed_by=by).update(
        state=InterventionState.OPEN, claimed_by=None, claimed_until=None
    )
    if released:
        audit.record_work(intervention_id, by=by, verb="released", now=now)
        publish(Topic.INTERVENTIONS, str(intervention_id))
    return require(intervention_id)


@transaction.atomic
def free_expired(*, now: datetime) -> int:
    """Ends claims whose lease ran out; returns how many."""
    left = Intervention.objects.filter(_has_ended(now), state=InterventionState.CLAIMED)
    ids = list(left.values_list("pk", flat=True))
    lock_interventions(ids)
    return left.filter(pk__in=ids).update(state=InterventionState.OPEN, claimed_by=None, claimed_until=None)


def require(intervention_id: uuid.UUID) -> Intervention:
    found = Intervention.objects.select_related("pipeline").filter(pk=intervention_id).first()
    return ProblemCode.INTERVENTION_UNKNOWN.unless(found, id=intervention_id)


def check_workable(intervention: Intervention, by: str, now: datetime) -> None:
    """Raises Conflict if it is closed or a colleague holds it."""
    if work_obstacle(intervention.state, intervention.holder_at(now), by):
        raise _refusal(intervention)


def check_open(intervention: Intervention) -> None:
    """Raises Conflict `intervention_closed`."""
    if intervention.state not in UNSETTLED:
        raise _refusal(intervention)


def _refusal(intervention: Intervention) -> DomainError:
    if intervention.state not in UNSETTLED:
        return ProblemCode.INTERVENTION_CLOSED.error(state=intervention.state)
    if intervention.state == InterventionState.OPEN:
        return ProblemCode.NOT_CLAIMED.error()
    end = intervention.claimed_until
    until = clock_of(end) if end else "soon"
    return ProblemCode.CLAIMED_BY_OTHER.error(name=intervention.claimed_by, until=until, moment=end)


def _lease(pipeline: int | None) -> timedelta:
    return timedelta(minutes=policy_in_force(pipeline).read().interventions.lease_minutes)


def _has_ended(now: datetime) -> Q:
    """A claim that is made later than now was made before the clock was set back."""
    return Q(claimed_until__lt=now) | Q(claimed_at__gt=now + MAX_CLOCK_SKEW)
