"""The route that a turn shows, and by which it takes or refuses further attempts."""

from __future__ import annotations

from validation.models import Attempt, Turn


def set_last_route(turn: Turn, attempt: Attempt) -> None:
    """The turn shows the route of its last submitted attempt that has one. The caller holds its lock and saves it."""
    is_last = attempt.number == turn.attempts_made
    if is_last or not turn.attempts.filter(number__gt=attempt.number).exclude(route="").exists():
        turn.last_route = attempt.route
