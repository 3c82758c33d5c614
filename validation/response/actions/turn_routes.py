"""Keeps the route of a turn, which decides whether it takes further attempts."""

from __future__ import annotations

from datetime import datetime

from validation.models import Attempt, Turn


def route_turn(turn: Turn, attempt: Attempt, now: datetime, *also: str) -> None:
    """Sets the turn's route to that of its last submitted attempt that has one. Saves it with the fields named in
    `also`. The caller holds the lock on the turn."""
    is_last = attempt.number == turn.attempts_made
    if is_last or not turn.attempts.filter(number__gt=attempt.number).exclude(route="").exists():
        turn.last_route = attempt.route
    turn.updated_at = now
    turn.save(update_fields=["last_route", "updated_at", *also])
