"""Record: writes a verdict or a halt, the audit event and any intervention in one transaction.

Requires the lease token of the claim: a late result whose lease was lost changes nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from retrieval.domain.chunk import read_chunks
from retrieval.domain.result import DROPPED, RETRIEVAL, Quality, RetrievalResult
from retrieval.models import Retrieval, RetrievalText, StoredResult
from validation.domain.attempt import AttemptState
from validation.domain.halt import Halt
from validation.domain.intervention import Kind, Priority
from validation.domain.operations.cost import cost_fields, total
from validation.domain.text.storable import make_storable
from validation.models import Policy
from validation.platform import audit
from validation.platform.interventions.lifecycle import open_for_halt, open_for_turn, settle_occurrence
from validation.platform.work.judge_calls import record_calls
from validation.platform.work.leased_work import ClaimedWork


@dataclass(frozen=True, slots=True)
class RecordResult:
    retrieval_id: uuid.UUID
    intervention_id: uuid.UUID | None


@transaction.atomic
def record_result(
    *,
    claimed: ClaimedWork[Retrieval],
    result: RetrievalResult,
    address: str,
    made_by: str,
    elapsed_ms: float,
    now: datetime,
) -> RecordResult | None:
    """None if the lease was lost. A verdict is stored under its cache key for reuse, a halt only with the retrieval."""
    retrieval = claimed.lock()
    if retrieval is None:
        return None
    retrieval.address, retrieval.made_by = address, made_by[:500]
    record_calls(
        result.records,
        gate=RETRIEVAL,
        subject_id=str(retrieval.pk),
        pipeline=retrieval.pipeline,
        halt_cause=result.halt.cause if result.halt else "",
        now=now,
    )
    if result.halt is not None:
        _save_halted(retrieval, result, result.halt, claimed.policy, elapsed_ms, now)
        return RecordResult(retrieval.pk, _open_for_halt(retrieval, result.halt, claimed.policy, now))
    stored = _store(retrieval, result, now)
    return RecordResult(
        retrieval.pk, answer_with(retrieval, stored, policy=claimed.policy, now=now, judged_ms=elapsed_ms)
    )


@transaction.atomic
def record_stored(*, claimed: ClaimedWork[Retrieval], stored: StoredResult, now: datetime) -> RecordResult | None:
    """For a set that another worker judged while this retrieval waited."""
    retrieval = claimed.lock()
    if retrieval is None:
        return None
    return RecordResult(retrieval.pk, answer_with(retrieval, stored, policy=claimed.policy, now=now))


def answer_with(
    retrieval: Retrieval, stored: StoredResult, *, policy: Policy, now: datetime, judged_ms: float | None = None
) -> uuid.UUID | None:
    """Applies a stored result, inside the caller's transaction. `judged_ms` is the time of judging, None for a reused
    result. Returns the intervention that it opened."""
    document = stored.document
    retrieval.state, retrieval.halt_cause = AttemptState.DECIDED, ""
    retrieval.result, retrieval.address, retrieval.made_by = stored, stored.pk, stored.made_by
    retrieval.answer_present, retrieval.quality = document["answer_present"], document["retrieval_quality"]
    retrieval.relevant, retrieval.quotes = len(document["relevant_chunks"]), len(document["evidence"])
    retrieval.verbatim = _verbatim(document["evidence"], retrieval.text.chunks)
    retrieval.findings = len(document["findings"])
    retrieval.dropped = sum(found["code"] in DROPPED for found in document["findings"])
    retrieval.reused = judged_ms is None
    _save_judged(retrieval, policy, judged_ms or 0.0, now)
    settle_occurrence(subject_id=str(retrieval.pk), now=now)
    _note(retrieval, "retrieval.decided", now, quality=retrieval.quality, reused=retrieval.reused)
    return _open_when_poor(retrieval, document["explanation"], policy, now)


def _open_when_poor(retrieval: Retrieval, explanation: str, policy: Policy, now: datetime) -> uuid.UUID | None:
    rules = policy.read()
    wanted = rules.retrieval.open_intervention_when_poor and retrieval.pipeline.enforces
    if not wanted or not retrieval.turn_id or retrieval.quality != Quality.POOR:
        return None
    return open_for_turn(
        retrieval,
        gate=RETRIEVAL,
        kind=Kind.WARNING,
        priority=Priority.LOW,  # nothing has failed yet, but the turn continues without usable evidence
        why=f"The retrieval of turn {retrieval.turn_id} is Poor. {explanation}",
        policy=rules.interventions,
        now=now,
    ).pk


def _store(retrieval: Retrieval, result: RetrievalResult, now: datetime) -> StoredResult:
    """Gets or creates the stored result: a concurrent judging of the same set has the same result."""
    records = result.records
    first = records[0] if records else None
    stored, _ = StoredResult.objects.get_or_create(
        address=retrieval.address,
        defaults={
            "document": result.as_document(),
            "scores": {score.chunk_id: score.relevance for score in result.scores},
            "strengths": {} if records else result.strengths,
            "made_by": retrieval.made_by,
            "judge": first.judge if first else "embedded",
            "model": first.model if first else "",
            "prompt": first.prompt if first else "",
            "tokens_in": sum(record.tokens_in for record in records),
            "tokens_out": sum(record.tokens_out for record in records),
            "questions": len(records),
            **cost_fields(total(record.cost for record in records)),
            "at": now,
        },
    )
    return stored


def _save_halted(
    retrieval: Retrieval, result: RetrievalResult, halt: Halt, policy: Policy, elapsed_ms: float, now: datetime
) -> None:
    retrieval.state, retrieval.halt_cause = AttemptState.HALTED, halt.cause
    retrieval.findings = len(result.findings)
    _save_judged(retrieval, policy, elapsed_ms, now)
    document = result.as_document()
    document["halt"]["message"] = make_storable(halt.message)
    RetrievalText.objects.filter(pk=retrieval.pk).update(halted=document, raw_reply=make_storable(result.raw_reply))
    _note(retrieval, "retrieval.halted", now, cause=halt.cause.value)


def _open_for_halt(retrieval: Retrieval, halt: Halt, policy: Policy, now: datetime) -> uuid.UUID | None:
    if not retrieval.pipeline.enforces:
        settle_occurrence(subject_id=str(retrieval.pk), now=now)
        return None
    message, by, due = make_storable(halt.message), (retrieval.made_by, ""), policy.read().interventions
    opened = open_for_halt(retrieval, gate=RETRIEVAL, message=message, by=by, policy=due, now=now)
    settle_occurrence(subject_id=str(retrieval.pk), now=now, but=opened.pk)
    return opened.pk


def _save_judged(retrieval: Retrieval, policy: Policy, elapsed_ms: float, now: datetime) -> None:
    """Saves the retrieval and clears its lease."""
    retrieval.lease_token = retrieval.lease_until = None
    retrieval.policy, retrieval.elapsed_ms, retrieval.decided_at = policy, elapsed_ms, now
    retrieval.judgings += 1
    retrieval.save()


def _verbatim(evidence: Sequence[dict[str, Any]], chunks: Sequence[object]) -> int:
    """How many quotes are found in their chunk at the given offsets (spec 5, SC-005), checked independently."""
    texts = {chunk.id: chunk.text for chunk in read_chunks(chunks).chunks}
    return sum(texts.get(str(each["chunk_id"]), "")[each["start"] : each["end"]] == each["quote"] for each in evidence)


def _note(retrieval: Retrieval, verb: str, now: datetime, **data: object) -> None:
    audit.record(by="gate:retrieval", verb=verb, subject=f"retrieval:{retrieval.pk}", now=now, **data)
