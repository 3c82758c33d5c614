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
from validation.models import Policy
from validation.models.pipeline import Enforcement
from validation.platform.policies import policy_in_force
from validation.platform.work import leased_work
from validation.platform.work.leased_work import LEASE, Lease

AUTOMATIC_JUDGINGS = 3
"""How often one retrieval may come to an end before only a person has it judged again."""


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
    policy = policy_in_force(text.retrieval.pipeline_id)
    return Claimed(retrieval_id, token, text.query, text.chunks, policy, text.retrieval.tries)


def unattended() -> QuerySet[Retrieval]:
    """Halted ones of pipelines that only observe, without those that were judged a few times already; the oldest
    first."""
    halted = Retrieval.objects.filter(state=AttemptState.HALTED, pipeline__enforcement=Enforcement.OBSERVE)
    return halted.filter(judgings__lt=AUTOMATIC_JUDGINGS).order_by("submitted_at")


@transaction.atomic
def requeue_retrievals(ids: Sequence[str], *, now: datetime, automatic: bool = False) -> list[str]:
    """Those that are halted go back to the queue, in one transaction. Returns their ids; the caller
    enqueues them after the commit. Of two at once the second finds them queued already, and requeues nothing."""
    halted = Retrieval.objects.filter(pk__in=ids, state=AttemptState.HALTED).order_by("submitted_at")
    if automatic:
        halted = halted.filter(judgings__lt=AUTOMATIC_JUDGINGS)
    found = list(halted.select_for_update(of=("self",)).values_list("pk", flat=True))
    Retrieval.objects.filter(pk__in=found).update(
        state=AttemptState.QUEUED, halt_cause="", decided_at=None, tries=0, enqueued_at=now
    )
    return [str(pk) for pk in found]
