"""The circuit breakers of all processes that ask an LLM, as they told them lately."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from validation.judge.breaker import BreakerState, Circuit
from validation.models import CircuitRecord

FRESH = timedelta(seconds=30)
"""Three times the interval at which a process speaks; one that said nothing for longer has ended."""
KEPT = timedelta(hours=1)
"""After that nobody asks any more what a process said that ended without a word."""


@dataclass(frozen=True, slots=True)
class Circuits:
    """Those that were seen lately; empty where no process has asked an LLM yet."""

    processes: tuple[CircuitRecord, ...]

    @property
    def resting(self) -> tuple[CircuitRecord, ...]:
        """Those that make no call now, or only one to try."""
        return tuple(one for one in self.processes if one.circuit != Circuit.CLOSED)

    @property
    def all_open(self) -> bool:
        """Nobody calls at all. Half open does not count: there one call is let through."""
        return bool(self.processes) and all(one.circuit == Circuit.OPEN for one in self.processes)


def circuits(now: datetime) -> Circuits:
    return Circuits(tuple(CircuitRecord.objects.filter(seen_at__gte=now - FRESH).order_by("process")))


@transaction.atomic
def tell_circuit(*, process: str, state: BreakerState, now: datetime) -> None:
    """Only the process itself writes its row, so nothing is raced for."""
    told = CircuitRecord.objects.filter(process=process).first()
    since = told.since if told is not None and told.circuit == state.circuit else now
    values = {"failures": state.failures, "last_fault": state.last_fault[:1000], "since": since, "seen_at": now}
    CircuitRecord.objects.update_or_create(process=process, defaults={"circuit": state.circuit, **values})
    CircuitRecord.objects.filter(seen_at__lt=now - KEPT).delete()


def forget_circuit(*, process: str) -> None:
    CircuitRecord.objects.filter(process=process).delete()
