"""The memory gate: candidates follow the route of their attempt, or the ruling on it."""

from __future__ import annotations

from datetime import datetime

from validation.domain.attempt import UNDECIDED, MemoryState, Route
from validation.models import Attempt, MemoryCandidate

_AFTER = {
    Route.APPROVE: MemoryState.COMMITTED,
    Route.REVISE: MemoryState.DISCARDED,
    Route.RETRY: MemoryState.DISCARDED,
}


def follow_route(*, attempt: Attempt, route: Route, now: datetime) -> None:
    """Under an open intervention (FAIL, HALT) they stay staged."""
    if route in _AFTER:
        _settle(attempt, _AFTER[route], now)


def follow_ruling(*, attempt: Attempt, approved: bool, now: datetime) -> None:
    """When the intervention closes, a reviewer's approval commits and all else discards. What is being judged again is
    left to its judgement."""
    if not approved and attempt.state in UNDECIDED:
        return
    _settle(attempt, MemoryState.COMMITTED if approved else MemoryState.DISCARDED, now)


def _settle(attempt: Attempt, state: MemoryState, now: datetime) -> None:
    """Staged candidates only: what was committed or discarded stays so."""
    MemoryCandidate.objects.filter(attempt=attempt, state=MemoryState.STAGED).update(state=state, settled_at=now)
