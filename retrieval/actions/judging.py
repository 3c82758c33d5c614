"""Who judges a retrieval, and for how long: leases on rows, never on messages (DESIGN, section 3, rule 2).

`claim` takes a queued row by conditional update; judging runs without a transaction; `retrieval.actions.record` writes
only while the token is still the row's own; `sweep` puts back what a dead worker held.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from retrieval.models import Retrieval, RetrievalText
from validation.domain.attempt import AttemptState
from validation.domain.halt import TRANSIENT
from validation.models import Policy
from validation.platform.policies import policy_in_force

STALE = timedelta(seconds=15)
"""How long a queued retrieval may wait before the sweeper calls for it again."""

MAX_TRIES = 5
AUTOMATIC_JUDGINGS = 3
"""How often one retrieval may come to an end before only a person has it judged again."""

_CALLED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Claimed:
    """One judging to do. `tries` counts this one."""

    retrieval_id: uuid.UUID
    token: uuid.UUID
    query: str
    chunks: list[Any]
    policy: Policy
    tries: int


def claim(*, retrieval_id: uuid.UUID, now: datetime, lease: timedelta) -> Claimed | None:
    """None when somebody else has it or it is settled."""
    token = uuid.uuid4()
    taken = Retrieval.objects.filter(pk=retrieval_id, state=AttemptState.QUEUED).update(
        state=AttemptState.JUDGING, lease_token=token, lease_until=now + lease, tries=F("tries") + 1
    )
    if not taken:
        return None
    text = RetrievalText.objects.select_related("retrieval").get(pk=retrieval_id)
    return Claimed(retrieval_id, token, text.query, text.chunks, policy_in_force(), text.retrieval.tries)


def give_back(*, claimed: Claimed) -> None:
    """Returns it to the queue, unjudged; the sweeper calls for it again."""
    _free(Retrieval.objects.filter(pk=claimed.retrieval_id, lease_token=claimed.token))


@transaction.atomic
def sweep(*, now: datetime, everything: bool = False, limit: int = _CALLED_AT_ONCE) -> list[uuid.UUID]:
    """Puts back what a dead worker held and returns the ids that should be called for again, oldest first.
    `everything` names fresh ones too, for a start after which no message is on its way."""
    _free(Retrieval.objects.filter(lease_until__lt=now))
    stale = Q() if everything else Q(submitted_at__lt=now - STALE) | Q(tries__gt=0)
    waiting = Retrieval.objects.filter(stale, state=AttemptState.QUEUED).order_by("submitted_at")
    return list(waiting.values_list("pk", flat=True)[:limit])


def release_all_leases() -> None:
    """For a start of the embedded mode: its one process is the only judge, so every lease is a dead one's."""
    _free(Retrieval.objects.filter(lease_token__isnull=False))


def _free(held: QuerySet[Retrieval]) -> None:
    held.update(state=AttemptState.QUEUED, lease_token=None, lease_until=None)


def awaits_recovery() -> bool:
    return _halted_for_absence().exists()


@transaction.atomic
def requeue_recovered() -> list[uuid.UUID]:
    """The judge answers again: what halted for its absence goes back to the queue, each a few times at most."""
    ids = list(_halted_for_absence().order_by("submitted_at").values_list("pk", flat=True)[:_CALLED_AT_ONCE])
    _requeue(ids)
    return ids


def put_back(ids: Sequence[str]) -> list[str]:
    """A person wants them judged again: those that are halted go back to the queue, inside the caller's transaction."""
    halted = Retrieval.objects.select_for_update(of=("self",)).filter(pk__in=ids, state=AttemptState.HALTED)
    found = list(halted.order_by("submitted_at").values_list("pk", flat=True))
    _requeue(found)
    return [str(pk) for pk in found]


def _requeue(ids: Sequence[uuid.UUID]) -> None:
    Retrieval.objects.filter(pk__in=ids, state=AttemptState.HALTED).update(
        state=AttemptState.QUEUED, halt_cause="", decided_at=None, tries=0
    )


def _halted_for_absence() -> QuerySet[Retrieval]:
    causes = [cause.value for cause in TRANSIENT]
    return Retrieval.objects.filter(state=AttemptState.HALTED, halt_cause__in=causes, judgings__lt=AUTOMATIC_JUDGINGS)
