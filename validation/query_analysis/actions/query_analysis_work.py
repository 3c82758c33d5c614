"""The work that a query analysis makes for a reviewer: a halt, or a retry beyond the limit (DESIGN, section 6)."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority, halt_fingerprint
from validation.domain.policy import DuePolicy
from validation.models import QueryAnalysisRecord
from validation.platform.work.interventions import open_for_halt, open_for_turn
from validation.platform.work.storable import storable
from validation.query_analysis.gate.result import QUERY_ANALYSIS, AnalysisResult


def open_work(
    record: QueryAnalysisRecord, result: AnalysisResult, policy: DuePolicy, now: datetime
) -> uuid.UUID | None:
    """The intervention that the validation in force asks for, inside the caller's transaction; none for a pipeline that
    only observes."""
    if not record.pipeline.enforces:
        return None
    if result.halt is not None:
        return open_for_halt(
            gate=QUERY_ANALYSIS,
            subject_id=str(record.pk),
            pipeline=record.pipeline,
            cause=HaltCause(record.halt_cause),
            message=storable(result.halt.message),
            judge=record.judge,
            model=record.model,
            policy=policy,
            now=now,
            sample=record.sample,
        ).pk
    if record.retry_number is not None and not record.retry_allowed:
        # High: phase 1 ran again and is still wrong, so the user waits for a person.
        told = f"Phase 1 was asked to retry {record.retry_number} times and is still wrong: {result.rules[0].message}"
        given: dict[str, Any] = {"kind": Kind.FAIL, "priority": Priority.HIGH, "policy": policy}
        return open_for_turn(record, gate=QUERY_ANALYSIS, why=storable(told), now=now, **given).pk
    return None


def halt_group_of(record: QueryAnalysisRecord) -> str:
    """The fingerprint that its halt is grouped by."""
    return halt_fingerprint(
        gate=QUERY_ANALYSIS,
        pipeline=record.pipeline.name,
        cause=HaltCause(record.halt_cause),
        judge=record.judge,
        model=record.model,
    )
