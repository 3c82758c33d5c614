"""Claims deliveries, records their outcome with growing pauses between tries, and limits how many one process sends at
the same time, so that a slow target cannot occupy the threads that other targets need."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from validation.domain.codes.problems import ProblemCode
from validation.models import Delivery
from validation.models.outbox import DeliveryState
from validation.platform import audit
from validation.platform.paging.filters import given

PAUSES = (5, 30, 120, 600, 1800, 7200, 21600, 43200)
"""Seconds before each further try; after the last one the delivery is dead until somebody resends it."""
IN_FLIGHT = timedelta(seconds=60)
MOST_RESENT = 1_000
"""Most deliveries that one click resends."""
Target = tuple[str, int | None]
"""An origin, and the pipeline whose events are sent there (None for events of all pipelines)."""
LATEST_TRY = 10 * IN_FLIGHT
"""A delivery that is due this much later than after its pause was stored before the clock was set back."""


@transaction.atomic
def claim_delivery(
    *,
    now: datetime,
    but_origins: Collection[str] = (),
    but_pipelines: Collection[int] = (),
    but_targets: Collection[Target] = (),
) -> Delivery | None:
    """Claims a due delivery until its `next_at`; None if there is none. Claims one at a time: a claimed delivery that
    waits behind a slow target would expire, be claimed by another worker, and be sent twice.

    Uses SELECT ... SKIP LOCKED. A conditional update that joins the event would become `WHERE id IN (SELECT ...)`, a
    condition that PostgreSQL does not check again after waiting for the row."""
    due = Delivery.objects.filter(state=DeliveryState.PENDING, next_at__lte=now, event__position__isnull=False)
    if but_pipelines:
        due = due.filter(Q(event__pipeline=None) | ~Q(event__pipeline__in=but_pipelines))
    for origin in but_origins:
        due = due.exclude(_leads_to(origin))
    for origin, pipeline in but_targets:
        due = due.exclude(_leads_to(origin) & Q(event__pipeline=pipeline))
    locked = due.select_related("event__pipeline", "webhook").select_for_update(of=("self",), skip_locked=True)
    delivery = locked.order_by("next_at").first()
    if delivery is not None:
        delivery.next_at = now + IN_FLIGHT
        delivery.save(update_fields=["next_at"])
    return delivery


def _leads_to(origin: str) -> Q:
    return Q(url=origin) | Q(url__startswith=f"{origin}/") | Q(url__startswith=f"{origin}?")


def restart_early(*, now: datetime) -> None:
    """After the clock was set back: makes deliveries due now that would wait for longer than their pause."""
    latest = enumerate((0, *PAUSES))
    too_late = [Q(tries=tries, next_at__gt=now + timedelta(seconds=pause) + LATEST_TRY) for tries, pause in latest]
    Delivery.objects.filter(reduce(or_, too_late), state=DeliveryState.PENDING).update(next_at=now)


def record_delivered(*, delivery: Delivery, status: int, now: datetime) -> None:
    _record(delivery, state=DeliveryState.DELIVERED, delivered_at=now, last_status=status, last_error="")


def record_failed(*, delivery: Delivery, status: int | None, error: str, permanent: bool, now: datetime) -> None:
    """A `permanent` failure is not tried again."""
    changes: dict[str, Any] = {"last_status": status, "last_error": error[:2000]}
    if permanent or delivery.tries >= len(PAUSES):
        changes["state"] = DeliveryState.DEAD
    else:
        changes["next_at"] = now + timedelta(seconds=PAUSES[delivery.tries])
    _record(delivery, **changes)


def _record(delivery: Delivery, **changes: Any) -> None:
    """Does nothing if the delivery was claimed or resent since, which changes `next_at`."""
    ours = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.PENDING, next_at=delivery.next_at)
    ours.update(tries=delivery.tries + 1, **changes)


@transaction.atomic
def resend(*, delivery_id: uuid.UUID, by: str, now: datetime) -> Delivery:
    """Sends a dead or delivered one again, starting over with the tries. Raises Conflict `webhook_removed`."""
    locked = Delivery.objects.select_for_update(of=("self",)).select_related("webhook")
    delivery = ProblemCode.DELIVERY_UNKNOWN.unless(locked.filter(pk=delivery_id).first(), id=delivery_id)
    if delivery.webhook is not None and not delivery.webhook.active:
        raise ProblemCode.WEBHOOK_REMOVED.error()
    delivery.state, delivery.tries, delivery.next_at, delivery.delivered_at = DeliveryState.PENDING, 0, now, None
    delivery.save()
    audit.record(by=by, verb="delivery.resent", subject=f"delivery:{delivery.pk}", now=now)
    return delivery


@transaction.atomic
def resend_given_up(*, webhook: uuid.UUID | None = None, by: str, now: datetime) -> int:
    """Sends dead deliveries again, newest events first, to one webhook or to every target that still exists. Returns
    how many, MOST_RESENT at most."""
    dead = _given_up().filter(webhook=webhook) if webhook else _given_up()
    locked = dead.select_for_update(of=("self",), skip_locked=True).order_by("-event", "pk")
    chosen = list(locked.values_list("pk", flat=True)[:MOST_RESENT])
    Delivery.objects.filter(pk__in=chosen).update(state=DeliveryState.PENDING, tries=0, next_at=now)
    if chosen:
        subject = f"webhook:{webhook}" if webhook else "delivery:given_up"
        audit.record(by=by, verb="delivery.resent", subject=subject, now=now, count=len(chosen))
    return len(chosen)


def count_given_up(*, pipeline: str, since: datetime) -> int:
    """Dead deliveries of events since then, counted up to MOST_RESENT + 1. An empty `pipeline` counts all."""
    dead = _given_up().filter(event__at__gte=since, **given(event__pipeline__name=pipeline))
    return dead.order_by()[: MOST_RESENT + 1].count()


def _given_up() -> QuerySet[Delivery]:
    """Dead deliveries, without those of removed webhooks."""
    return Delivery.objects.filter(Q(webhook=None) | Q(webhook__active=True), state=DeliveryState.DEAD)


class Lanes:
    """Limits concurrent deliveries of this process to `most`. One host may use two thirds of them, and so may one
    pipeline; one pipeline at one host a third; always at least one. So a target that hangs blocks neither other hosts
    nor other pipelines at the same host."""

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._free = most
        self._of_target, self._of_all = max(1, most // 3), max(1, most * 2 // 3)
        self._origins: Counter[str] = Counter()
        self._pipelines: Counter[int] = Counter()
        self._targets: Counter[Target] = Counter()

    @contextmanager
    def lane(self) -> Iterator[bool]:
        """Yields False if all lanes are in use; their holders go on to the next due delivery."""
        with self._lock:
            got = self._free > 0
            self._free -= got
        try:
            yield got
        finally:
            with self._lock:
                self._free += got

    @contextmanager
    def claimed(self, *, now: datetime) -> Iterator[Delivery | None]:
        """Yields a due delivery whose host and pipeline are below their limits, or None."""
        with self._lock:
            delivery = claim_delivery(
                now=now,
                but_origins=[one for one, busy in self._origins.items() if busy >= self._of_all],
                but_pipelines=[one for one, busy in self._pipelines.items() if busy >= self._of_all],
                but_targets=[one for one, busy in self._targets.items() if busy >= self._of_target],
            )
            self._count(delivery, 1)
        try:
            yield delivery
        finally:
            with self._lock:
                self._count(delivery, -1)

    def _count(self, delivery: Delivery | None, by: int) -> None:
        if delivery is None:
            return
        pipeline = delivery.event.pipeline_id
        self._origins[origin(delivery.url)] += by
        self._targets[origin(delivery.url), pipeline] += by
        if pipeline is not None:
            self._pipelines[pipeline] += by


def origin(url: str) -> str:
    """Scheme, host and port as written in the url."""
    split = urlsplit(url)
    return f"{split.scheme}://{split.netloc}"


lanes = Lanes(settings.COUNTERSIGN_DELIVERIES_AT_ONCE)
