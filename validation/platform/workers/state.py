"""Which queues have a worker, by what the workers told lately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from validation.models import Heartbeat

SILENT = timedelta(seconds=45)
"""More than four times the interval at which a worker speaks."""
SCHEDULE = "schedule"
"""Not a queue: the beat, seen by the task that it sends for this."""
QUEUES = ("judging", "evidence", "delivery", "housekeeping", SCHEDULE)
KEPT = timedelta(hours=1)
"""So long a process that ended without a word is named as silent."""


@dataclass(frozen=True, slots=True)
class QueueState:
    queue: str
    workers: tuple[Heartbeat, ...]
    now: datetime

    def is_silent(self, worker: Heartbeat) -> bool:
        return abs(self.now - worker.at) > SILENT

    @property
    def is_served(self) -> bool:
        return any(not self.is_silent(worker) for worker in self.workers)

    @property
    def seen_at(self) -> datetime | None:
        return max((worker.at for worker in self.workers), default=None)


def queue_states(now: datetime) -> tuple[QueueState, ...]:
    """Every queue, also one that no worker was seen for."""
    rows = list(Heartbeat.objects.order_by("process"))
    return tuple(QueueState(queue, tuple(row for row in rows if queue in row.queues), now) for queue in QUEUES)


def judging_queue() -> str:
    """An LLM is waited for on the I/O queue; the embedded judge computes on the CPU queue."""
    return "judging" if settings.COUNTERSIGN_JUDGE == "vllm" else "evidence"


def judging_seen_at(now: datetime) -> datetime | None:
    """When a worker that judges responses was last seen."""
    return next(state.seen_at for state in queue_states(now) if state.queue == judging_queue())


def record_heartbeat(*, process: str, queues: Sequence[str], now: datetime) -> None:
    """Only the process itself writes its row, so nothing is raced for."""
    told = {"queues": sorted(queues), "at": now}
    Heartbeat.objects.update_or_create(process=process, defaults=told, create_defaults={**told, "since": now})
    Heartbeat.objects.filter(at__lt=now - KEPT).delete()


def forget_heartbeat(*, process: str) -> None:
    Heartbeat.objects.filter(process=process).delete()
