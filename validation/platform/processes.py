"""The last reports of all processes: which queues have a worker, and the state of circuit breakers. Each process writes
only its own rows, so there are no races."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from validation.judge.breaker import BreakerState, Circuit
from validation.models import CircuitRecord, Heartbeat

SILENT = timedelta(seconds=45)
"""A worker without a heartbeat for this long counts as down: more than four intervals."""
FRESH = timedelta(seconds=30)
"""A process without a circuit report for this long has ended: three intervals."""
SCHEDULE = "schedule"
"""Stands for the beat, which is not a queue; a task that it sends reports for it."""
QUEUES = ("judging", "evidence", "delivery", "housekeeping", SCHEDULE)
KEPT = timedelta(hours=1)
"""How long the last report of a process that crashed is shown."""


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
    """Every queue, including those without a worker."""
    rows = list(Heartbeat.objects.order_by("process"))
    return tuple(QueueState(queue, tuple(row for row in rows if queue in row.queues), now) for queue in QUEUES)


def judging_queue() -> str:
    """The I/O queue with an LLM, the CPU queue with the embedded judge."""
    return "judging" if settings.COUNTERSIGN_JUDGE == "vllm" else "evidence"


def judging_seen_at(now: datetime) -> datetime | None:
    """The last heartbeat of any worker that judges responses."""
    return next(state.seen_at for state in queue_states(now) if state.queue == judging_queue())


def record_heartbeat(*, process: str, queues: Sequence[str], now: datetime) -> None:
    values = {"queues": sorted(queues), "at": now}
    Heartbeat.objects.update_or_create(process=process, defaults=values, create_defaults={**values, "since": now})
    Heartbeat.objects.filter(at__lt=now - KEPT).delete()


@dataclass(frozen=True, slots=True)
class Circuits:
    """Recent reports; empty if no process has called an LLM yet."""

    processes: tuple[CircuitRecord, ...]

    @property
    def resting(self) -> tuple[CircuitRecord, ...]:
        """Processes whose circuit is open or half open."""
        return tuple(one for one in self.processes if one.circuit != Circuit.CLOSED)

    @property
    def all_open(self) -> bool:
        """Whether no process calls the LLM. A half-open circuit lets one call through, so it counts as not open."""
        return bool(self.processes) and all(one.circuit == Circuit.OPEN for one in self.processes)


def circuits(now: datetime) -> Circuits:
    return Circuits(tuple(CircuitRecord.objects.filter(seen_at__gte=now - FRESH).order_by("process")))


@transaction.atomic
def record_circuit(*, process: str, state: BreakerState, now: datetime) -> None:
    known = CircuitRecord.objects.filter(process=process).first()
    since = known.since if known is not None and known.circuit == state.circuit else now
    values = {"failures": state.failures, "last_fault": state.last_fault[:1000], "since": since, "seen_at": now}
    CircuitRecord.objects.update_or_create(process=process, defaults={"circuit": state.circuit, **values})
    CircuitRecord.objects.filter(seen_at__lt=now - KEPT).delete()


def forget_process(process: str) -> None:
    Heartbeat.objects.filter(process=process).delete()
    CircuitRecord.objects.filter(process=process).delete()
