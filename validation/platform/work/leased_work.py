"""Leases on rows, never on messages: the one way in which a row is claimed, kept, given back and enqueued again
(DESIGN, section 3, rule 2).

1. Whoever puts a row into the queue sets `enqueued_at` and sends its message after the commit.
2. `claim` takes it by an update whose conditions stand on the row itself, and gives it a lease token.
3. While the run lives its lease is renewed (`platform.work.runs`); its result is recorded only under the token.
4. `free_expired` puts back what a dead worker left; `take_lost` names rows whose message the broker no longer has.
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
from redis import RedisError

from validation.domain.attempt import AttemptState
from validation.models import Policy
from validation.models.leased_work import LeasedWork
from validation.models.pipeline import Enforcement
from validation.platform.policies import policy_in_force

Work = TypeVar("Work", bound=LeasedWork)

LEASE = timedelta(seconds=60)
"""How long a run that can no longer renew its lease keeps others away."""

UNLIKELY = 10 * LEASE
"""A lease that ends later than this from now was given before the clock was set back. Far more than the clocks of two
machines differ."""

STALE = timedelta(seconds=15)
"""A message sent more recently may not have reached the broker yet."""

MAX_TRIES = 5

SENT_AT_ONCE = 5000
"""Messages of one sweep for one queue; the next one goes on."""

_HALTED = Q(state=AttemptState.HALTED)
_OBSERVED = Q(pipeline__enforcement=Enforcement.OBSERVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkKind:
    """One kind of row that workers judge. `queue` names the broker's queue; `judge` claims one row, judges it and
    records; `judge_answers` asks whether a judge that was away is back."""

    gate: str
    model: type[LeasedWork]
    queue: Callable[[], str]
    judge: Callable[[str], None]
    judge_answers: Callable[[], bool]
    oldest: str
    """The time by which halted rows go back to the queue, the first one first."""
    seldom_judged: Q
    """Keeps rows that were judged a few times at most; only a person has the others judged once more."""
    forgets: Mapping[str, Any] = field(default_factory=dict)
    """Columns of a halted row that are set when it is queued again."""
    halted: Q = _HALTED
    observed: Q = _OBSERVED
    """Rows of pipelines that only observe: no intervention holds them."""
    lock: Callable[[Sequence[str]], object] | None = None
    """What has to be locked before the rows."""
    ready: Callable[[], Sequence[QuerySet[Any]]] | None = None
    """The rows that a worker could claim now, as querysets that do not overlap; without it every queued row."""

    def waiting(self) -> Sequence[QuerySet[Any]]:
        return self.ready() if self.ready else (self._rows.filter(state=AttemptState.QUEUED),)

    def unattended(self) -> QuerySet[Any]:
        """Halted rows of pipelines that only observe."""
        return self._rows.filter(self.halted, self.observed, self.seldom_judged).order_by(self.oldest)

    @transaction.atomic
    def requeue(self, ids: Sequence[str], *, now: datetime, automatic: bool = False) -> list[str]:
        """Puts those of `ids` that are halted back into the queue and returns their ids; the caller enqueues them after
        the commit. Of two at once the second finds nothing halted. `automatic` leaves out what a person has to ask
        for."""
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
    """What a worker holds while it judges a row. `tries` counts this one."""

    model: type[LeasedWork]
    key: uuid.UUID
    token: uuid.UUID
    tries: int

    @property
    def rows(self) -> QuerySet[Any]:
        """The row while the lease is ours."""
        return self.model._default_manager.filter(pk=self.key, lease_token=self.token)


@dataclass(frozen=True, slots=True)
class Claimed(Generic[Work]):
    """One judging to do: the row with its text, and the policy that decides."""

    row: Work
    policy: Policy
    lease: Lease

    def lock(self) -> Work | None:
        """The row as it is now, locked; None when the lease is no longer ours."""
        rows = self.lease.rows.select_for_update(of=("self",)).select_related("pipeline", "text")
        return rows.first()


KINDS: dict[type[LeasedWork], WorkKind] = {}


def register(kind: WorkKind) -> None:
    KINDS[kind.model] = kind


def claim_queued(model: type[Work], key: uuid.UUID, *, now: datetime) -> Claimed[Work] | None:
    """None when somebody else has it or has judged it meanwhile."""
    token = claim(model._default_manager.filter(pk=key, state=AttemptState.QUEUED), now=now)
    if token is None:
        return None
    row: Any = model._default_manager.select_related("pipeline", "text").get(pk=key)
    return Claimed(row, policy_in_force(row.pipeline), Lease(model, key, token, row.tries))


def claim(rows: QuerySet[Any], *, now: datetime) -> uuid.UUID | None:
    """The token of the lease, or None when nobody may claim it now. `rows` is one row with conditions on that row
    itself. A decided row that is judged again stays decided meanwhile."""
    token = uuid.uuid4()
    taken = rows.filter(lease_token__isnull=True).update(
        state=Case(When(state=AttemptState.QUEUED, then=Value(AttemptState.JUDGING.value)), default=F("state")),
        lease_token=token,
        lease_until=now + LEASE,
        tries=F("tries") + 1,
    )
    return token if taken else None


def renew(lease: Lease, *, now: datetime) -> bool:
    """False when the lease is no longer ours."""
    return bool(lease.rows.update(lease_until=now + LEASE))


def release(lease: Lease, *, counted: bool = True) -> bool:
    """Back into the queue, unjudged; the sweeper enqueues it again. `counted` is false for a try that was broken off
    through no fault of its own. False when the lease is no longer ours."""
    return bool(_free(lease.rows) if counted else _free(lease.rows, tries=F("tries") - 1))


def free_expired(model: type[LeasedWork], *, now: datetime) -> int:
    return _free(model._default_manager.filter(Q(lease_until__lt=now) | Q(lease_until__gt=now + UNLIKELY)))


def free_all(model: type[LeasedWork]) -> int:
    """For a start of the embedded mode: its one process is the only judge, so every lease is a dead one's."""
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
    """Rows to send a message for. Compares, queue by queue, what waits with what the broker holds, and names no more
    rows than it is short of: so its queue never grows longer than the work. `fresh` as in `take_lost`."""
    for queue in sorted({kind.queue() for kind in KINDS.values()}):
        kinds = [kind for kind in KINDS.values() if kind.queue() == queue]
        for kind in kinds:
            free_expired(kind.model, now=now)
        missing, in_broker = sum(rows.count() for kind in kinds for rows in kind.waiting()), queue_length(queue)
        missing = 0 if in_broker is None else min(missing - in_broker, SENT_AT_ONCE)
        for kind in kinds:
            lost = take_lost(kind, now=now, most=missing, fresh=fresh) if missing > 0 else []
            missing -= len(lost)
            yield from ((kind, key) for key in lost)


@transaction.atomic
def take_lost(kind: WorkKind, *, now: datetime, most: int, fresh: bool = False) -> list[uuid.UUID]:
    """Up to `most` rows to send a message for, the longest without one first, marked as enqueued now. A broker's queue
    is first in, first out: what it lost is older than what it has. `fresh` names those too whose message was sent a
    moment ago, for a start after which no message is on its way."""
    found: list[uuid.UUID] = []
    just_sent = Q(enqueued_at__range=(now - STALE, now + STALE))  # later: the clock was set back since
    old = Q() if fresh else Q(enqueued_at__isnull=True) | ~just_sent
    for rows in kind.waiting():
        candidates = rows.filter(old).order_by(F("enqueued_at").asc(nulls_first=True), "pk")
        locked = candidates.select_for_update(of=("self",), skip_locked=True)
        found += locked.values_list("pk", flat=True)[: most - len(found)]
    kind.model._default_manager.filter(pk__in=found).update(enqueued_at=now)
    return found


@contextmanager
def broker_connection() -> Iterator[Any]:
    """Tried twice without a pause, so that nobody waits for a broker that refuses. Raises OperationalError."""
    with current_app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=1, interval_start=0, timeout=3)
        yield connection


def queue_length(name: str) -> int | None:
    """Messages that no worker has taken yet; None when the broker cannot be asked."""
    try:
        with broker_connection() as connection:
            channel: Any = connection.default_channel  # each transport has a class of its own
            return int(channel.queue_declare(queue=name, passive=True).message_count)
    except ChannelError:
        return 0  # a queue without messages does not exist in Redis
    except (OperationalError, RedisError, OSError):
        return None
