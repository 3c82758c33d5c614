"""Each process tells its circuit breaker's state, so that any page can show all of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from validation.judge.breaker import BreakerState
from validation.models import CircuitRecord

KEPT = timedelta(hours=1)
"""After that nobody asks any more what a process said that ended without a word."""


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
