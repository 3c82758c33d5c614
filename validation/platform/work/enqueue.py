"""Sends messages to workers. A message only wakes a worker; the row it names is authoritative, so a lost or duplicate
message does no harm (DESIGN, section 3, rules 1 and 2)."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from typing import Any

from celery import Task, current_app
from kombu.exceptions import KombuError

from validation.domain.operations.backlog import Urgency
from validation.platform.redis_errors import redis_errors

logger = logging.getLogger(__name__)


def enqueue(task: Task[Any, Any], queue: str, *args: str) -> None:
    """If the broker is down the request still succeeds: the row is stored, and the sweeper sends its message."""
    enqueue_all(task, queue, [args])


def enqueue_all(
    task: Task[Any, Any], queue: str, calls: Sequence[Sequence[str]], urgency: Urgency = Urgency.NOW
) -> None:
    """Sends one message for each of `calls` in one batch. `Task.apply_async` takes three times as long for each,
    because of routes, signals and results, which are not used here."""
    try:
        with current_app.producer_or_acquire() as producer, producer.batch():
            for args in calls:
                message = current_app.amqp.as_task_v2(
                    str(uuid.uuid4()),
                    task.name,
                    args=tuple(args),
                    ignore_result=True,
                    argsrepr=repr(args),  # Celery's own repr takes as long as the rest of the message
                    kwargsrepr="{}",
                )
                producer.publish(
                    message.body,
                    exchange="",
                    routing_key=queue,
                    serializer="json",
                    headers=message.headers,
                    delivery_mode=1,
                    priority=urgency.value,
                    **message.properties,
                )
    except redis_errors(KombuError, OSError):
        logger.warning("broker away, the sweeper will enqueue", extra={"task": task.name, "messages": len(calls)})
