"""The memory gate: candidates follow the route of their attempt, or the ruling on it."""

from __future__ import annotations

from datetime import datetime

from validation.domain.attempt import MemoryState, Route
from validation.models import Attempt, MemoryCandidate


def follow_route(*, attempt: Attempt, route: Route, now: datetime) -> None:
    _settle(attempt, memory_after(route), now)


def follow_ruling(*, attempt: Attempt, approved: bool, now: datetime) -> None:
    _settle(attempt, memory_after_ruling(approved=approved), now)


def _settle(attempt: Attempt, state: MemoryState, now: datetime) -> None:
    """Staged candidates only: what was committed or discarded stays so."""
    if state is not MemoryState.STAGED:
        MemoryCandidate.objects.filter(attempt=attempt, state=MemoryState.STAGED).update(state=state, settled_at=now)


def memory_after(route: Route) -> MemoryState:
    """APPROVE commits, REVISE and RETRY discard; under an open intervention (FAIL, HALT) it stays staged."""
    if route is Route.APPROVE:
        return MemoryState.COMMITTED
    if route in (Route.REVISE, Route.RETRY):
        return MemoryState.DISCARDED
    return MemoryState.STAGED


def memory_after_ruling(*, approved: bool) -> MemoryState:
    """When the intervention closes, a reviewer's approval commits and all else discards."""
    return MemoryState.COMMITTED if approved else MemoryState.DISCARDED
