"""Background work of no single feature: judging rows of any gate, the sweeper, deliveries, retention, the beat's
heartbeat. The clock is read here and passed down."""

from __future__ import annotations

import logging
import threading
import uuid
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from celery import shared_task
from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from validation.models import Delivery
from validation.platform import retention
from validation.platform.events import deliveries, events
from validation.platform.events.events import event_body
from validation.platform.events.send import Outcome, send
from validation.platform.gates import gate_of
from validation.platform.interventions.recovery import awaits_recovery, requeue_recovered
from validation.platform.processes import SCHEDULE, record_heartbeat
from validation.platform.tallies.fold import fold_due
from validation.platform.tracing import span
from validation.platform.work.backlog import rank_known, rank_new
from validation.platform.work.enqueue import enqueue, enqueue_all
from validation.platform.work.leased_work import KINDS, lost_messages

logger = logging.getLogger(__name__)

SENT_AT_ONCE = 50
"""Deliveries of one tick; the next one goes on."""


@shared_task
def judge(gate: str, key: str) -> None:
    """Judges one row of a gate, unless somebody else has it or has judged it meanwhile."""
    work = gate_of(gate).work
    if work is not None:
        work.judge(key)


def enqueue_judgings(gate: str, keys: Sequence[uuid.UUID | str], *, new_of: int | None = None) -> None:
    """Sends the messages for rows of one gate; called after the commit that put them into the queue. `new_of` is the
    pipeline that handed all of them over just now."""
    work = gate_of(gate).work
    if work is None or not keys:
        return
    ranked = rank_known(work, keys) if new_of is None else rank_new(new_of, keys)
    for urgency, own in ranked:
        enqueue_all(judge, work.queue(), [(gate, str(key)) for key in own], urgency)


def enqueue_lost(*, now: datetime, fresh: bool = False) -> int:
    """Enqueues again what the broker has lost, and what dead workers held. `fresh` as in `take_lost`."""
    lost: dict[str, list[uuid.UUID]] = defaultdict(list)
    for kind, key in lost_messages(now=now, fresh=fresh):
        lost[kind.gate].append(key)
    for gate, keys in lost.items():
        enqueue_judgings(gate, keys)
    return sum(map(len, lost.values()))


@shared_task
def sweep() -> int:
    """Puts back what dead workers held, and sends again the messages that the broker has lost."""
    return enqueue_lost(now=timezone.now())


@shared_task
def recover() -> int:
    """When a judge that was away answers one question again, what its absence halted goes back to the queue."""
    awaited = [kind for kind in KINDS.values() if awaits_recovery(kind)]
    answers = {ask: ask() for ask in {kind.judge_answers for kind in awaited}}
    queued = 0
    for kind in awaited:
        recovered = requeue_recovered(kind, now=timezone.now()) if answers[kind.judge_answers] else []
        enqueue_judgings(kind.gate, recovered)
        queued += len(recovered)
    return queued


@shared_task
def prune() -> int:
    """Forgets what is older than it is to be kept; nothing where no time is set."""
    return sum(one.going for one in retention.prune(keep=settings.COUNTERSIGN_RETENTION, by="beat", now=timezone.now()))


@shared_task
def fold_tallies() -> int:
    """Counts the hours that are over, and those in which something changed since."""
    return fold_due(now=timezone.now())


@shared_task
def heartbeat() -> None:
    """The beat sends tasks, and a worker takes those of housekeeping."""
    record_heartbeat(process="beat", queues=[SCHEDULE], now=timezone.now())


def enqueue_deliveries() -> None:
    enqueue(deliver_due, "delivery")


@shared_task
def deliver_due() -> int:
    """Numbers new events for the feed and sends deliveries that are due, each claimed when its turn comes. Where all
    tasks share some threads it sends from one of its own: targets that do not answer hold none that others need."""
    if not settings.COUNTERSIGN_DELIVERIES_APART:
        return send_due()
    threading.Thread(target=_send_apart, name="deliveries", daemon=True).start()
    return 0


def _send_apart() -> None:
    try:
        send_due()
    except Error:
        logger.warning("deliveries cannot be read; the next tick goes on", exc_info=True)
    finally:
        connection.close()


def send_due() -> int:
    """How many were sent; none where as many are under way as may be (`deliveries.lanes`)."""
    events.number_events()
    deliveries.restart_early(now=timezone.now())
    with deliveries.lanes.lane() as got:
        for sent in range(SENT_AT_ONCE if got else 0):
            with deliveries.lanes.claimed(now=timezone.now()) as delivery:
                if delivery is None:
                    return sent
                _deliver(delivery)
    return SENT_AT_ONCE if got else 0


def _deliver(delivery: Delivery) -> None:
    try:
        event = delivery.event
        with span(
            "deliver", traceparent="", link=event.traceparent, event=event.type, event_position=event.position or 0
        ):
            outcome = _sent(delivery)
    except Exception as error:
        logger.exception("sending broke", extra={"delivery": str(delivery.pk)})
        reason = f"Sending broke with {type(error).__name__}. The log holds the trace."
        outcome = Outcome(False, None, reason, permanent=False)
    if outcome.delivered:
        deliveries.record_delivered(delivery=delivery, status=outcome.status or 200, now=timezone.now())
    else:
        deliveries.record_failed(
            delivery=delivery,
            status=outcome.status,
            error=outcome.error,
            permanent=outcome.permanent,
            now=timezone.now(),
        )


def _sent(delivery: Delivery) -> Outcome:
    pipeline = delivery.event.pipeline
    secret = delivery.webhook.secret if delivery.webhook else pipeline.callback_secret if pipeline else ""
    return send(
        url=delivery.url,
        secret=secret,
        message_id=f"event_{delivery.event.position}",
        body=event_body(delivery.event),
        now=timezone.now(),
    )
