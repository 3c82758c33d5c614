"""Keeps the route of a turn, and says which of its attempts decides what may follow."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from validation.domain.attempt import Route
from validation.models import Attempt, Turn


def route_turn(turn: Turn, attempt: Attempt, now: datetime, *also: str) -> None:
    """Sets the turn's route to that of its last submitted attempt that has one. Saves it with the fields named in
    `also`. The caller holds the lock on the turn."""
    is_last = attempt.number == turn.attempts_made
    if is_last or not turn.attempts.filter(number__gt=attempt.number).exclude(route="").exists():
        turn.last_route = attempt.route
    turn.updated_at = now
    turn.save(update_fields=["last_route", "updated_at", *also])


def last_enforced(turns: Collection[int]) -> dict[int, Attempt]:
    """The last enforced attempt that has a route, by turn. It alone closes its turn or makes it wait for a reviewer:
    what was only observed does neither."""
    rows = Attempt.objects.filter(turn__in=turns, enforced=True).exclude(route="").order_by("number")
    return {row.turn_id: row for row in rows.only("turn_id", "number", "route", "granted")}


def needs_reviewer(attempt: Attempt) -> bool:
    """Whether its turn waits for a reviewer because it failed."""
    if attempt.route != Route.FAIL or not attempt.enforced:
        return False
    is_last = attempt.number == attempt.turn.attempts_made
    return is_last or last_enforced([attempt.turn_id])[attempt.turn_id].number == attempt.number
