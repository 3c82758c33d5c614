"""Attempts that are judged again because somebody asks for it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from validation.domain.attempt import AttemptState, Route
from validation.domain.errors import Conflict
from validation.models import Attempt
from validation.models.response.attempt import Rejudge
from validation.platform import audit


@transaction.atomic
def rejudge_attempt(*, attempt: Attempt, apply: bool, by: str, now: datetime) -> None:
    """A halted attempt goes back to the queue and its new judgement comes in force. A decided one keeps its decision;
    the new judgement is kept for comparison, or with `apply` takes over. The caller queues the attempt after commit.

    Raises Conflict `still_undecided` while the attempt waits or is judged, `already_ruled` for a halted one that has a
    route all the same."""
    row = Attempt.objects.select_for_update().get(pk=attempt.pk)
    if row.state == AttemptState.HALTED and row.route != Route.HALT:
        raise Conflict("already_ruled", f"Nothing is judged again here: {row.route} stands. {row.route_reason}")
    if row.state == AttemptState.HALTED:
        row.state, row.route, row.halt_cause, row.decided_at = AttemptState.QUEUED, "", "", None
    elif row.state == AttemptState.DECIDED:
        row.rejudge = Rejudge.APPLY if apply else Rejudge.COMPARE
    else:
        raise Conflict("still_undecided", "This attempt is not decided yet. Wait for its decision first.")
    row.tries, row.enqueued_at = 0, now
    row.save(update_fields=["state", "route", "halt_cause", "decided_at", "rejudge", "tries", "enqueued_at"])
    audit.record(by=by, verb="attempt.rejudged", subject=f"attempt:{row.pk}", now=now, apply=apply)
