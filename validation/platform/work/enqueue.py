"""Sending messages. A message only wakes a worker: the row it names is the truth, so a lost or doubled one does no harm
(DESIGN, section 3, rules 1 and 2)."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def enqueue(task: Task[Any, Any], queue: str, *args: str) -> None:
    """A broker that is away costs the sweeper's interval, not the request: the row is stored."""
    try:
        task.apply_async(args=args, queue=queue)
    except OperationalError:
        logger.warning("broker away, the sweeper will enqueue", extra={"task": task.name})
