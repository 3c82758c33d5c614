"""Keeps the route of a turn, which decides whether it takes further attempts."""

from __future__ import annotations

from datetime import datetime

from validation.domain.attempt import Route
from validation.models import Attempt, Turn


def route_turn(turn: Turn, attempt: Attempt, now: datetime, *also: str) -> None:
    """Sets the turn's route to that of its last submitted attempt that has one. Saves it with the fields named in
    `also`. The caller holds the lock on the turn."""
    if not _is_superseded(turn, attempt):
        turn.last_route = attempt.route
    turn.updated_at = now
    turn.save(update_fields=["last_route", "updated_at", *also])


def needs_reviewer(attempt: Attempt) -> bool:
    """Whether its turn waits for a reviewer because it failed. Not if a later attempt of the turn has a route."""
    return attempt.route == Route.FAIL and attempt.enforced and not _is_superseded(attempt.turn, attempt)


def _is_superseded(turn: Turn, attempt: Attempt) -> bool:
    is_last = attempt.number == turn.attempts_made
    return not is_last and turn.attempts.filter(number__gt=attempt.number).exclude(route="").exists()
