"""Tasks shared by all features: judging, the sweeper, deliveries, retention, tallies and the heartbeat of the beat."""

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
from validation.platform import audit_chain, retention
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
"""Most deliveries that one tick sends; the next tick continues."""


@shared_task
def judge(gate: str, key: str) -> None:
    """Judges one row of a gate, unless another worker holds it or has judged it."""
    work = gate_of(gate).work
    if work is not None:
        work.judge(key)


def enqueue_judgings(gate: str, keys: Sequence[uuid.UUID | str], *, new_of: int | None = None) -> None:
    """Sends messages for rows of one gate; call it after the commit that queued them. `new_of` is the pipeline of rows
    that were just submitted."""
    work = gate_of(gate).work
    if work is None or not keys:
        return
    ranked = rank_known(work, keys) if new_of is None else rank_new(new_of, keys)
    for urgency, own in ranked:
        enqueue_all(judge, work.queue(), [(gate, str(key)) for key in own], urgency)


def enqueue_lost(*, now: datetime, fresh: bool = False) -> int:
    """Enqueues rows whose message was lost and rows of dead workers; returns how many. `fresh` as in
    `mark_lost_enqueued`."""
    lost: dict[str, list[uuid.UUID]] = defaultdict(list)
    for kind, key in lost_messages(now=now, fresh=fresh):
        lost[kind.gate].append(key)
    for gate, keys in lost.items():
        enqueue_judgings(gate, keys)
    return sum(map(len, lost.values()))


@shared_task
def sweep() -> int:
    return enqueue_lost(now=timezone.now())


@shared_task
def recover() -> int:
    """Requeues what halted because a judge was unavailable, once that judge responds again."""
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
    """Deletes records older than their retention period; without a period, nothing."""
    return sum(one.going for one in retention.prune(keep=settings.COUNTERSIGN_RETENTION, by="beat", now=timezone.now()))


@shared_task
def fold_tallies() -> int:
    """Counts hours that have ended, and recounts those in which something changed since."""
    return fold_due(now=timezone.now())


@shared_task
def chain_audit() -> int:
    """Appends what the audit log gained since to its hash chain."""
    return audit_chain.chain_events()


@shared_task
def heartbeat() -> None:
    """Proves that the beat sends tasks and a worker takes those of housekeeping."""
    record_heartbeat(process="beat", queues=[SCHEDULE], now=timezone.now())


def enqueue_deliveries() -> None:
    enqueue(deliver_due, "delivery")


@shared_task
def deliver_due() -> int:
    """Sends due deliveries. In the embedded mode, where all tasks share a few threads, it sends from a thread of its
    own, so that slow targets do not block other tasks."""
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
    """Numbers new events and sends due deliveries; returns how many. Sends none if all lanes are in use."""
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
