"""The route that a turn shows, and by which it takes or refuses further attempts."""

from __future__ import annotations

from datetime import datetime

from validation.models import Attempt, Turn


def route_turn(turn: Turn, attempt: Attempt, now: datetime, *also: str) -> None:
    """The turn shows the route of its last submitted attempt that has one. Saves that, and the fields named beside it.
    The caller holds its lock."""
    is_last = attempt.number == turn.attempts_made
    if is_last or not turn.attempts.filter(number__gt=attempt.number).exclude(route="").exists():
        turn.last_route = attempt.route
    turn.updated_at = now
    turn.save(update_fields=["last_route", "updated_at", *also])
