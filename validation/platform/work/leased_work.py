"""Leases on rows: how a row is claimed, renewed, released and enqueued again (DESIGN, section 3, rule 2).

1. Code that queues a row sets `enqueued_at` and sends the message after the commit.
2. `claim` takes the row with a conditional update and sets a lease token.
3. `platform.work.runs` renews the lease while the run lives; a result is recorded only under the token.
4. `free_expired` requeues the rows of dead workers; `mark_lost_enqueued` finds rows whose message the broker lost.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from celery import current_app
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from kombu.exceptions import ChannelError, OperationalError

from validation.domain.attempt import AttemptState
from validation.models import Policy
from validation.models.leased_work import LeasedWork
from validation.models.pipeline import Enforcement
from validation.platform.policies import policy_in_force
from validation.platform.redis_errors import redis_errors

Work = TypeVar("Work", bound=LeasedWork)

LEASE = timedelta(seconds=60)
"""How long a row stays reserved for a worker that no longer renews its lease."""

LATEST_END = 10 * LEASE
"""A lease that ends later than this was granted before the clock was set back; clocks of two machines differ less."""

STALE = timedelta(seconds=15)
"""A message sent less than this ago may not have reached the broker yet."""

MAX_TRIES = 5

SENT_AT_ONCE = 5000
"""Most messages that one sweep sends to one queue; the next sweep continues."""

_HALTED = Q(state=AttemptState.HALTED)
_OBSERVED = Q(pipeline__enforcement=Enforcement.OBSERVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkKind:
    """One kind of row that workers judge. `queue` returns the name of the broker's queue; `judge` claims a row, judges
    it and records the result; `judge_answers` tells whether the judge responds."""

    gate: str
    model: type[LeasedWork]
    queue: Callable[[], str]
    judge: Callable[[str], None]
    judge_answers: Callable[[], bool]
    oldest: str
    """Time column by which halted rows are requeued, oldest first."""
    seldom_judged: Q
    """Matches rows judged only a few times; the others are requeued at a person's request only."""
    forgets: Mapping[str, Any] = field(default_factory=dict)
    """Values that reset a halted row when it is requeued."""
    halted: Q = _HALTED
    observed: Q = _OBSERVED
    """Matches rows of pipelines in observe mode, which have no intervention."""
    lock: Callable[[Sequence[str]], object] | None = None
    """Locks what must be locked before the rows."""
    ready: Callable[[], Sequence[QuerySet[Any]]] | None = None
    """Returns the rows that a worker could claim now, as disjoint querysets; by default all queued rows."""

    def waiting(self) -> Sequence[QuerySet[Any]]:
        return self.ready() if self.ready else (self._rows.filter(state=AttemptState.QUEUED),)

    def unattended(self) -> QuerySet[Any]:
        """Halted rows of pipelines in observe mode."""
        return self._rows.filter(self.halted, self.observed, self.seldom_judged).order_by(self.oldest)

    @transaction.atomic
    def requeue(self, ids: Sequence[str], *, now: datetime, automatic: bool = False) -> list[str]:
        """Requeues those of `ids` that are halted and returns their ids; the caller enqueues them after the commit.
        Safe to call twice at the same time: the second call finds no halted row. `automatic` skips rows that only a
        person may requeue."""
        if self.lock:
            self.lock(ids)
        halted = self._rows.filter(self.halted, pk__in=ids)
        halted = halted.filter(self.seldom_judged) if automatic else halted
        found = list(halted.select_for_update(of=("self",)).order_by(self.oldest).values_list("pk", flat=True))
        queued = {"state": AttemptState.QUEUED, "tries": 0, "enqueued_at": now, **self.forgets}
        self._rows.filter(pk__in=found).update(**queued)
        return [str(pk) for pk in found]

    @property
    def _rows(self) -> QuerySet[Any]:
        return self.model._default_manager.all()


@dataclass(frozen=True, slots=True)
class Lease:
    """A worker's claim on a row. `tries` includes the current one."""

    model: type[LeasedWork]
    key: uuid.UUID
    token: uuid.UUID
    tries: int

    @property
    def rows(self) -> QuerySet[Any]:
        """The row, as long as this lease holds it."""
        return self.model._default_manager.filter(pk=self.key, lease_token=self.token)


@dataclass(frozen=True, slots=True)
class ClaimedWork(Generic[Work]):
    """A claimed row with its text, and the policy to judge it by."""

    row: Work
    policy: Policy
    lease: Lease

    def lock(self) -> Work | None:
        """The row, locked and read again; None if the lease was lost."""
        rows = self.lease.rows.select_for_update(of=("self",)).select_related("pipeline", "text")
        return rows.first()


KINDS: dict[type[LeasedWork], WorkKind] = {}


def register(kind: WorkKind) -> None:
    KINDS[kind.model] = kind


def claim_queued(model: type[Work], key: uuid.UUID, *, now: datetime) -> ClaimedWork[Work] | None:
    """None if another worker holds the row or has judged it."""
    token = claim(model._default_manager.filter(pk=key, state=AttemptState.QUEUED), now=now)
    if token is None:
        return None
    row: Any = model._default_manager.select_related("pipeline", "text").get(pk=key)
    return ClaimedWork(row, policy_in_force(row.pipeline), Lease(model, key, token, row.tries))


def claim(rows: QuerySet[Any], *, now: datetime) -> uuid.UUID | None:
    """The lease token, or None if the row cannot be claimed now. `rows` selects one row, with conditions on that row
    only. A decided row that is judged again keeps its state."""
    token = uuid.uuid4()
    taken = rows.filter(lease_token__isnull=True).update(
        state=Case(When(state=AttemptState.QUEUED, then=Value(AttemptState.JUDGING.value)), default=F("state")),
        lease_token=token,
        lease_until=now + LEASE,
        tries=F("tries") + 1,
    )
    return token if taken else None


def renew(lease: Lease, *, now: datetime) -> bool:
    """False if the lease was lost."""
    return bool(lease.rows.update(lease_until=now + LEASE))


def release(lease: Lease, *, counted: bool = True) -> bool:
    """Requeues the row without a result; the sweeper sends its message. Pass `counted=False` if the try should not
    count, such as on shutdown. False if the lease was lost."""
    return bool(_free(lease.rows) if counted else _free(lease.rows, tries=F("tries") - 1))


def free_expired(model: type[LeasedWork], *, now: datetime) -> int:
    return _free(model._default_manager.filter(Q(lease_until__lt=now) | Q(lease_until__gt=now + LATEST_END)))


def free_all(model: type[LeasedWork]) -> int:
    """For the start of the embedded mode, whose only worker is this process: every stored lease is from a dead one."""
    return _free(model._default_manager.filter(lease_token__isnull=False))


def _free(rows: QuerySet[Any], **also: Any) -> int:
    return rows.update(
        state=Case(When(state=AttemptState.JUDGING, then=Value(AttemptState.QUEUED.value)), default=F("state")),
        lease_token=None,
        lease_until=None,
        enqueued_at=None,
        **also,
    )


def lost_messages(*, now: datetime, fresh: bool) -> Iterator[tuple[WorkKind, uuid.UUID]]:
    """Rows to send a message for. For each queue, compares the waiting rows with the messages in the broker and yields
    only the difference, so that the broker never holds more messages than there is work. `fresh` as in
    `mark_lost_enqueued`."""
    for queue in sorted({kind.queue() for kind in KINDS.values()}):
        kinds = [kind for kind in KINDS.values() if kind.queue() == queue]
        for kind in kinds:
            free_expired(kind.model, now=now)
        missing, in_broker = sum(rows.count() for kind in kinds for rows in kind.waiting()), queue_length(queue)
        missing = 0 if in_broker is None else min(missing - in_broker, SENT_AT_ONCE)
        for kind in kinds:
            lost = mark_lost_enqueued(kind, now=now, most=missing, fresh=fresh) if missing > 0 else []
            missing -= len(lost)
            yield from ((kind, key) for key in lost)


@transaction.atomic
def mark_lost_enqueued(kind: WorkKind, *, now: datetime, most: int, fresh: bool = False) -> list[uuid.UUID]:
    """Up to `most` rows to send a message for, least recently enqueued first, marked as enqueued now. Brokers deliver
    first in, first out, so a lost message is older than those still queued. `fresh` includes rows enqueued a moment
    ago: at a start no message is in flight."""
    found: list[uuid.UUID] = []
    just_sent = Q(enqueued_at__range=(now - STALE, now + STALE))  # in the future if the clock was set back
    old = Q() if fresh else Q(enqueued_at__isnull=True) | ~just_sent
    for rows in kind.waiting():
        candidates = rows.filter(old).order_by(F("enqueued_at").asc(nulls_first=True), "pk")
        locked = candidates.select_for_update(of=("self",), skip_locked=True)
        found += locked.values_list("pk", flat=True)[: most - len(found)]
    kind.model._default_manager.filter(pk__in=found).update(enqueued_at=now)
    return found


@contextmanager
def broker_connection() -> Iterator[Any]:
    """Connects with one immediate retry, so that a broker that is down blocks nobody. Raises OperationalError."""
    with current_app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=1, interval_start=0, timeout=3)
        yield connection


def queue_length(name: str) -> int | None:
    """Messages that no worker has taken yet; None if the broker is down."""
    try:
        with broker_connection() as connection:
            channel: Any = connection.default_channel  # each transport has a class of its own
            return int(channel.queue_declare(queue=name, passive=True).message_count)
    except ChannelError:
        return 0  # a queue without messages does not exist in Redis
    except redis_errors(OperationalError, OSError):
        return None
