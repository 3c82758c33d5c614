"""Claims attempts for judging, and requeues them to be judged again. Leases are those of `leased_work`.

An attempt waits while an earlier one of its turn is undecided, because loop limits count in order of submission.
Judging runs without a transaction; `validation.response.actions.record` stores the result only under the lease token.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from validation.domain.attempt import UNDECIDED, AttemptState, Goal, MemoryNote, Route, Submission
from validation.domain.codes.problems import ProblemCode
from validation.models import Attempt, Policy
from validation.models.response.attempt import Rejudge
from validation.platform import audit
from validation.platform.interventions.lifecycle import has_pending_ruling
from validation.platform.policies import policy_in_force
from validation.platform.work import leased_work
from validation.platform.work.leased_work import Lease
from validation.response.queries.typed_queries import typed_queries


@dataclass(frozen=True, slots=True)
class ClaimedAttempt:
    """A claimed attempt. `number` is that of the judgement to make. With `comparison` the result is stored next to the
    current decision instead of replacing it. `typed` as in `Provenance`."""

    lease: Lease
    number: int
    submission: Submission
    policy: Policy
    comparison: bool
    typed: tuple[str, ...] = ()


def claim(*, attempt_id: uuid.UUID, now: datetime) -> ClaimedAttempt | None:
    """None if another worker holds it, it is decided, an earlier attempt of the turn comes first, or a ruling on it is
    pending."""
    attempt = Attempt.objects.select_related("text", "turn").filter(pk=attempt_id).first()
    if attempt is None:
        return None
    judged_before = attempt.judgement_number is not None
    if judged_before and attempt.rejudge != Rejudge.COMPARE and has_pending_ruling(str(attempt.pk)):
        return None
    token = leased_work.claim(_claimable(attempt), now=now)
    if token is None:
        return None
    return ClaimedAttempt(
        lease=Lease(Attempt, attempt.pk, token, attempt.tries + 1),
        number=_next_number(attempt),
        submission=_submission(attempt),
        policy=policy_in_force(attempt.turn.pipeline_id),
        comparison=attempt.rejudge == Rejudge.COMPARE,
        typed=_typed(attempt),
    )


def _typed(attempt: Attempt) -> tuple[str, ...]:
    """Stored with the attempt, so that its context is always parsed as it was for the judge."""
    typed = typed_queries(pipeline_id=attempt.turn.pipeline_id, turn_id=attempt.turn.turn_id)
    if typed != attempt.text.typed:
        attempt.text.typed = typed
        attempt.text.save(update_fields=["typed"])
    return tuple(typed)


def _claimable(attempt: Attempt) -> QuerySet[Attempt]:
    """The row, if it waits to be judged and no other worker has had it since it was read: that changes these fields."""
    unchanged = Attempt.objects.filter(
        pk=attempt.pk, tries=attempt.tries, judgement_number=attempt.judgement_number, rejudge=attempt.rejudge
    )
    if attempt.state != AttemptState.QUEUED:
        return unchanged.filter(state=AttemptState.DECIDED).exclude(rejudge=Rejudge.NO)
    ready = unchanged.filter(state=AttemptState.QUEUED)
    return ready.filter(~Exists(_earlier())) if attempt.number > 1 else ready


def _next_number(attempt: Attempt) -> int:
    """Counts judgements for comparison too, so the highest number can be above `judgement_number`."""
    if attempt.judgement_number is None:
        return 1
    return (attempt.judgements.aggregate(last=Max("number"))["last"] or 0) + 1


def ready() -> tuple[QuerySet[Attempt], QuerySet[Attempt]]:
    """What a worker could claim now: queued attempts that wait for no earlier one, and decided ones to judge again."""
    again = Attempt.objects.filter(state=AttemptState.DECIDED, lease_token__isnull=True).exclude(rejudge=Rejudge.NO)
    return _ready(), again


def _earlier() -> QuerySet[Attempt]:
    """Undecided attempts of the same turn submitted before the outer one."""
    return Attempt.objects.filter(turn=OuterRef("turn"), number__lt=OuterRef("number"), state__in=UNDECIDED)


def _ready() -> QuerySet[Attempt]:
    return Attempt.objects.filter(state=AttemptState.QUEUED).filter(~Exists(_earlier()))


def _submission(attempt: Attempt) -> Submission:
    notes = attempt.memory.values_list("key", "content")
    return Submission(
        turn_id=attempt.turn.turn_id,
        session_id=attempt.turn.session_id,
        context_md=attempt.text.context_md,
        response_md=attempt.text.response_md,
        goals=tuple(Goal(**goal) for goal in attempt.text.goals),
        memory_candidates=tuple(MemoryNote(key, content) for key, content in notes),
        callback_url=attempt.callback_url or None,
        metadata=attempt.text.metadata,
        query=attempt.text.user_query,
    )


def next_in_turn(attempt_id: uuid.UUID, *, now: datetime) -> uuid.UUID | None:
    """Marks the queued attempt that waited for this one as enqueued and returns its id; None without one."""
    turn = Attempt.objects.filter(pk=attempt_id).values("turn")[:1]
    following = _ready().filter(turn=turn).order_by("number").values_list("pk", flat=True).first()
    if following is not None:
        Attempt.objects.filter(pk=following).update(enqueued_at=now)
    return following


@transaction.atomic
def rejudge_attempt(
    *, attempt: Attempt, apply: bool, by: str, now: datetime, check_apply: Callable[[], None] = lambda: None
) -> None:
    """Queues the attempt to be judged again; the caller enqueues it after the commit. A halted attempt takes the new
    judgement. A decided one keeps its decision and stores the new judgement for comparison, or with `apply` takes it,
    unless `check_apply` raises.

    Raises Conflict `still_undecided` if the attempt waits or is being judged, and `already_ruled` if it halted and a
    ruling has set its route, or if a pending ruling may set it."""
    row = Attempt.objects.select_for_update().get(pk=attempt.pk)
    halted = row.state == AttemptState.HALTED
    if row.state in UNDECIDED:
        raise ProblemCode.STILL_UNDECIDED.error()
    if halted and row.route != Route.HALT:
        raise ProblemCode.ALREADY_RULED.error("routed", route=row.route, reason=row.route_reason)
    if apply and not halted:
        check_apply()
    if (apply or halted) and has_pending_ruling(str(row.pk)):
        raise ProblemCode.ALREADY_RULED.error()
    if halted:
        row.state, row.route, row.halt_cause, row.decided_at = AttemptState.QUEUED, "", "", None
    elif apply or row.rejudge != Rejudge.APPLY:  # an order to apply that still waits is not taken back
        row.rejudge = Rejudge.APPLY if apply else Rejudge.COMPARE
    row.tries, row.enqueued_at = 0, now
    row.save(update_fields=["state", "route", "halt_cause", "decided_at", "rejudge", "tries", "enqueued_at"])
    audit.record(by=by, verb="attempt.rejudged", subject=f"attempt:{row.pk}", now=now, apply=apply)
