"""The memory gate: what the pipeline wants to remember waits for the decision (DESIGN, section 5)."""

from __future__ import annotations

from validation.domain.attempt import MemoryState, Route


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
