"""The memory gate: candidates follow the route of their attempt, or the ruling on it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from validation.domain.attempt import UNDECIDED, MemoryState, Route
from validation.models import Attempt, MemoryCandidate

_AFTER = {
    Route.APPROVE: MemoryState.COMMITTED,
    Route.REVISE: MemoryState.DISCARDED,
    Route.RETRY: MemoryState.DISCARDED,
}


def follow_route(*, attempt: Attempt, route: Route, now: datetime) -> None:
    """Under an open intervention (FAIL, HALT) they stay staged. A FAIL that is only observed opens none."""
    if route is Route.FAIL and not attempt.enforced:
        _settle(_of(attempt), MemoryState.DISCARDED, now)
    elif route in _AFTER:
        _settle(_of(attempt), _AFTER[route], now)


def follow_ruling(*, attempt: Attempt, approved: bool, now: datetime) -> None:
    """When the intervention closes, a reviewer's approval commits and all else discards. What is being judged again is
    left to its judgement."""
    if not approved and attempt.state in UNDECIDED:
        return
    _settle(_of(attempt), MemoryState.COMMITTED if approved else MemoryState.DISCARDED, now)


def discard_replaced(*, attempt: Attempt, now: datetime) -> None:
    """Of earlier FAILs of the turn: its one intervention is about this attempt from now on, and nobody can approve them
    any more."""
    earlier = Attempt.objects.filter(turn=attempt.turn_id, number__lt=attempt.number, route=Route.FAIL)
    _settle(MemoryCandidate.objects.filter(attempt__in=earlier), MemoryState.DISCARDED, now)


def _of(attempt: Attempt) -> QuerySet[MemoryCandidate]:
    return MemoryCandidate.objects.filter(attempt=attempt)


def _settle(candidates: QuerySet[MemoryCandidate], state: MemoryState, now: datetime) -> None:
    """Staged candidates only: what was committed or discarded stays so."""
    candidates.filter(state=MemoryState.STAGED).update(state=state, settled_at=now)
