"""What an intervention is about, as the review desk lists it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Described:
    """One subject in a line of a table; `state` as attempts have it: queued, judging, decided, halted. What follows is
    an attempt's."""

    turn_id: str
    query: str
    state: str
    number: int = 0
    route: str = ""
    failed_checks: tuple[str, ...] = ()
