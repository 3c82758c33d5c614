"""Sending messages. A message only wakes a worker: the row it names is the truth, so a lost or doubled one does no harm
(DESIGN, section 3, rules 1 and 2)."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from celery import Task
from kombu.exceptions import OperationalError

from validation.platform.work.leased_work import lost_messages

logger = logging.getLogger(__name__)


def enqueue(task: Task[Any, Any], queue: str, *args: str) -> None:
    """A broker that is away costs the sweeper's interval, not the request: the row is stored."""
    try:
        task.apply_async(args=args, queue=queue)
    except OperationalError:
        logger.warning("broker away, the sweeper will enqueue", extra={"task": task.name})


def enqueue_lost(*, now: datetime, fresh: bool = False) -> int:
    """Enqueues again what the broker has lost, and what dead workers held. `fresh` as in `take_lost`."""
    sent = 0
    for kind, key in lost_messages(now=now, fresh=fresh):
        kind.enqueue(key)
        sent += 1
    return sent
