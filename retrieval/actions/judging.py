"""Which retrievals are to be judged. Leases are those of `validation.platform.work.leased_work`; judging runs without a
transaction, and `retrieval.actions.record` writes only while the token is still the row's own."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from retrieval.models import Retrieval, RetrievalText
from validation.domain.attempt import AttemptState
from validation.domain.halt import TRANSIENT
from validation.models import Policy
from validation.platform.policies import policy_in_force
from validation.platform.work import leased_work
from validation.platform.work.leased_work import LEASE, Lease

AUTOMATIC_JUDGINGS = 3
"""How often one retrieval may come to an end before only a person has it judged again."""

_REQUEUED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Claimed:
    """One judging to do. `tries` counts this one."""

    retrieval_id: uuid.UUID
    token: uuid.UUID
    query: str
    chunks: list[Any]
    policy: Policy
    tries: int

    @property
    def lease(self) -> Lease:
        return Lease(Retrieval, self.retrieval_id, self.token, self.tries)


def waiting() -> tuple[QuerySet[Retrieval]]:
    """Those that a worker could claim now."""
    return (Retrieval.objects.filter(state=AttemptState.QUEUED),)


def claim(*, retrieval_id: uuid.UUID, now: datetime, lease: timedelta = LEASE) -> Claimed | None:
    """None when somebody else has it or it is settled."""
    queued = Retrieval.objects.filter(pk=retrieval_id, state=AttemptState.QUEUED)
    token = leased_work.claim(queued, now=now, lease=lease)
    if token is None:
        return None
    text = RetrievalText.objects.select_related("retrieval").get(pk=retrieval_id)
    return Claimed(retrieval_id, token, text.query, text.chunks, policy_in_force(), text.retrieval.tries)


def awaits_recovery() -> bool:
    return _halted_for_absence().exists()


@transaction.atomic
def requeue_recovered(*, now: datetime) -> list[uuid.UUID]:
    """The judge answers again: what halted for its absence goes back to the queue, each a few times at most."""
    return _requeue(_halted_for_absence().order_by("submitted_at")[:_REQUEUED_AT_ONCE], now)


@transaction.atomic
def put_back(ids: Sequence[str], *, now: datetime) -> list[str]:
    """A person wants them judged again: those that are halted go back to the queue, inside the caller's transaction."""
    halted = Retrieval.objects.filter(pk__in=ids, state=AttemptState.HALTED)
    return [str(pk) for pk in _requeue(halted.order_by("submitted_at"), now)]


def _requeue(halted: QuerySet[Retrieval], now: datetime) -> list[uuid.UUID]:
    """Of two at once the second finds them queued already, and requeues nothing."""
    found = list(halted.select_for_update(of=("self",)).values_list("pk", flat=True))
    Retrieval.objects.filter(pk__in=found).update(
        state=AttemptState.QUEUED, halt_cause="", decided_at=None, tries=0, enqueued_at=now
    )
    return found


def _halted_for_absence() -> QuerySet[Retrieval]:
    causes = [cause.value for cause in TRANSIENT]
    return Retrieval.objects.filter(state=AttemptState.HALTED, halt_cause__in=causes, judgings__lt=AUTOMATIC_JUDGINGS)
