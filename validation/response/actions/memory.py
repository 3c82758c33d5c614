"""The memory gate: candidates follow the route of their attempt, or the ruling on it."""

from __future__ import annotations

from datetime import datetime

from validation.domain.attempt import MemoryState, Route
from validation.domain.memory import memory_after, memory_after_ruling
from validation.models import Attempt, MemoryCandidate


def follow_route(*, attempt: Attempt, route: Route, now: datetime) -> None:
    _settle(attempt, memory_after(route), now)


def follow_ruling(*, attempt: Attempt, approved: bool, now: datetime) -> None:
    _settle(attempt, memory_after_ruling(approved=approved), now)


def _settle(attempt: Attempt, state: MemoryState, now: datetime) -> None:
    """Staged candidates only: what was committed or discarded stays so."""
    if state is not MemoryState.STAGED:
        MemoryCandidate.objects.filter(attempt=attempt, state=MemoryState.STAGED).update(state=state, settled_at=now)
