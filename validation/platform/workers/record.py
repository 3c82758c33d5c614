"""Each worker tells that it takes messages, and from which queues."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from validation.models import Heartbeat

KEPT = timedelta(hours=1)
"""So long a process that ended without a word is named as silent."""


def record_heartbeat(*, process: str, queues: Sequence[str], now: datetime) -> None:
    """Only the process itself writes its row, so nothing is raced for."""
    told = {"queues": sorted(queues), "at": now}
    Heartbeat.objects.update_or_create(process=process, defaults=told, create_defaults={**told, "since": now})
    Heartbeat.objects.filter(at__lt=now - KEPT).delete()


def forget_heartbeat(*, process: str) -> None:
    Heartbeat.objects.filter(process=process).delete()
