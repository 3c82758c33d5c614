"""The memory gate: commits or discards candidates by the route of their attempt, or by the ruling on it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from validation.domain.attempt import UNDECIDED, MemoryState, Route
from validation.models import Attempt, MemoryCandidate
from validation.models.response.attempt import Rejudge


def follow_route(*, attempt: Attempt, now: datetime) -> None:
    """Commits the candidates of an approved attempt and discards those of any other. Call it once no intervention about
    the attempt is open: until then they stay staged, as they do while it is judged again."""
    if attempt.state in UNDECIDED or attempt.rejudge == Rejudge.APPLY:
        return
    if attempt.route == Route.APPROVE:
        _settle_approved(attempt, now)
    else:
        _settle(_of(attempt), MemoryState.DISCARDED, now)


def discard(*, attempts: Collection[UUID], now: datetime) -> None:
    """Discards the candidates of these attempts, which nobody can approve any more."""
    _settle(MemoryCandidate.objects.filter(attempt__in=attempts), MemoryState.DISCARDED, now)


def _settle_approved(attempt: Attempt, now: datetime) -> None:
    """Commits, unless a later attempt of the turn is approved: older notes must not replace newer ones. The caller
    holds the lock on the turn."""
    later = Attempt.objects.filter(turn=attempt.turn_id, number__gt=attempt.number, route=Route.APPROVE)
    is_replaced = attempt.number < attempt.turn.attempts_made and later.exists()
    _settle(_of(attempt), MemoryState.DISCARDED if is_replaced else MemoryState.COMMITTED, now)


def _of(attempt: Attempt) -> QuerySet[MemoryCandidate]:
    return MemoryCandidate.objects.filter(attempt=attempt)


def _settle(candidates: QuerySet[MemoryCandidate], state: MemoryState, now: datetime) -> None:
    """Changes staged candidates only."""
    candidates.filter(state=MemoryState.STAGED).update(state=state, settled_at=now)
