"""Keeps what each question to an LLM took, for every gate in one table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from validation.domain.operations.cost import cost_fields
from validation.judge.protocol import AskRecord
from validation.models import JudgeCall, Pipeline

NO_LLM = ("embedded", "rules")
PRINCIPLES = "principles"
"""Who asks when a lesson is worded."""


def call_fields(record: AskRecord) -> dict[str, Any]:
    """As calls, and the rows of what was judged by one, keep them."""
    names = ("judge", "model", "prompt", "tokens_in", "tokens_out", "latency_ms")
    return {name: getattr(record, name) for name in names} | cost_fields(record.cost)


def record_calls(
    records: Iterable[AskRecord],
    *,
    gate: str,
    subject_id: str,
    pipeline: Pipeline,
    halt_cause: str,
    now: datetime,
) -> None:
    """Inside the caller's transaction, in the order in which they were asked; a halt is the last one's. A job that
    ended before any try, because the circuit was open, is no call."""
    asked = [record for record in records if record.tries and record.judge not in NO_LLM]
    JudgeCall.objects.bulk_create(
        JudgeCall(
            pipeline=pipeline,
            gate=gate,
            subject_id=subject_id,
            tries=record.tries,
            **call_fields(record),
            halt_cause=halt_cause if record is asked[-1] else "",
            at=now,
        )
        for record in asked
    )


def forget_calls(gates: Iterable[str], subject_ids: Iterable[str]) -> None:
    """Calls go with what they were about."""
    JudgeCall.objects.filter(gate__in=list(gates), subject_id__in=list(subject_ids)).delete()
