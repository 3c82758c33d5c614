"""Stores tokens, time and cost of each call to an LLM, for all gates in one table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from validation.domain.operations.cost import cost_fields
from validation.judge.protocol import LlmCallRecord
from validation.models import JudgeCall, Pipeline

NO_LLM = ("embedded", "rules")
PRINCIPLES = "principles"
"""Stands for a gate in calls that word an improvement principle."""


def call_fields(record: LlmCallRecord) -> dict[str, Any]:
    """The columns that JudgeCall and the rows of judged subjects share."""
    names = ("judge", "model", "prompt", "tokens_in", "tokens_out", "latency_ms")
    return {name: getattr(record, name) for name in names} | cost_fields(record.cost)


def record_calls(
    records: Iterable[LlmCallRecord],
    *,
    gate: str,
    subject_id: str,
    pipeline: Pipeline,
    halt_cause: str,
    now: datetime,
) -> None:
    """Runs in the caller's transaction. `records` are in the order of the calls; `halt_cause` belongs to the last one.
    A record without a try (the circuit was open) is not a call and is skipped."""
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
    """Deletes the calls about subjects that are deleted."""
    JudgeCall.objects.filter(gate__in=list(gates), subject_id__in=list(subject_ids)).delete()
