"""The memory gate: commits or discards candidates by the route of their attempt, or by the ruling on it."""

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
    """FAIL and HALT leave candidates staged, because they open an intervention. An observed FAIL opens none."""
    if route is Route.FAIL and not attempt.enforced:
        _settle(_of(attempt), MemoryState.DISCARDED, now)
    elif route in _AFTER:
        _settle(_of(attempt), _AFTER[route], now)


def follow_ruling(*, attempt: Attempt, approved: bool, now: datetime) -> None:
    """When an intervention closes, approval commits and anything else discards. An attempt that is being judged again
    keeps its candidates staged."""
    if not approved and attempt.state in UNDECIDED:
        return
    _settle(_of(attempt), MemoryState.COMMITTED if approved else MemoryState.DISCARDED, now)


def discard_replaced(*, attempt: Attempt, now: datetime) -> None:
    """Discards the candidates of earlier FAILs of the turn. Its one intervention is about this attempt from now on, so
    nobody can approve them any more."""
    earlier = Attempt.objects.filter(turn=attempt.turn_id, number__lt=attempt.number, route=Route.FAIL)
    _settle(MemoryCandidate.objects.filter(attempt__in=earlier), MemoryState.DISCARDED, now)


def _of(attempt: Attempt) -> QuerySet[MemoryCandidate]:
    return MemoryCandidate.objects.filter(attempt=attempt)


def _settle(candidates: QuerySet[MemoryCandidate], state: MemoryState, now: datetime) -> None:
    """Changes staged candidates only."""
    candidates.filter(state=MemoryState.STAGED).update(state=state, settled_at=now)
