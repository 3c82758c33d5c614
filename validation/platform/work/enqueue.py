"""Sending messages. A message only wakes a worker: the row it names is the truth, so a lost or doubled one does no harm
(DESIGN, section 3, rules 1 and 2)."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from typing import Any

from celery import Task, current_app
from kombu.exceptions import KombuError
from redis import RedisError

from validation.domain.operations.backlog import Urgency

logger = logging.getLogger(__name__)


def enqueue(task: Task[Any, Any], queue: str, *args: str) -> None:
    """A broker that is away costs the sweeper's interval, not the request: the row is stored."""
    enqueue_all(task, queue, [args])


def enqueue_all(
    task: Task[Any, Any], queue: str, calls: Sequence[Sequence[str]], urgency: Urgency = Urgency.NOW
) -> None:
    """One message for each of `calls`, in one go. `Task.apply_async` would take three times as long for each: routes,
    signals and results, of which there are none here."""
    try:
        with current_app.producer_or_acquire() as producer, producer.batch():
            for args in calls:
                message = current_app.amqp.as_task_v2(
                    str(uuid.uuid4()),
                    task.name,
                    args=tuple(args),
                    ignore_result=True,
                    argsrepr=repr(args),  # Celery's own, for its logs, takes as long as the rest of the message
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
    except (KombuError, RedisError, OSError):
        logger.warning("broker away, the sweeper will enqueue", extra={"task": task.name, "messages": len(calls)})
