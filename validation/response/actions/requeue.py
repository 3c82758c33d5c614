"""Halted attempts back in the queue, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from validation.domain.attempt import AttemptState, Route
from validation.domain.errors import Conflict
from validation.models import Attempt
from validation.models.response.attempt import Rejudge
from validation.platform import audit
from validation.platform.work.locks import lock_turns_of

AUTOMATIC_TRIES = 3
"""Judgements after which one that the judge cannot cope with is left to a person."""


def unattended() -> QuerySet[Attempt]:
    """Halted attempts of pipelines that only observe, without those that were judged a few times already; the oldest
    first."""
    halted = Attempt.objects.filter(enforced=False, state=AttemptState.HALTED, route=Route.HALT)
    return halted.filter(judgement_number__lte=AUTOMATIC_TRIES).order_by("decided_at")


@transaction.atomic
def requeue_attempts(ids: Sequence[str], *, now: datetime, automatic: bool = False) -> list[str]:
    """Those that are halted and have no other route, in one transaction. Returns their ids; the caller
    enqueues them after the commit."""
    lock_turns_of(ids)
    halted = Attempt.objects.filter(pk__in=ids, state=AttemptState.HALTED, route=Route.HALT)
    if automatic:
        halted = halted.filter(judgement_number__lte=AUTOMATIC_TRIES)
    found = list(halted.order_by("submitted_at").values_list("pk", flat=True))
    Attempt.objects.filter(pk__in=found, state=AttemptState.HALTED).update(
        state=AttemptState.QUEUED, route="", halt_cause="", decided_at=None, tries=0, enqueued_at=now
    )
    return [str(pk) for pk in found]


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
