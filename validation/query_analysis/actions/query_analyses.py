"""Judges query analyses outside of a transaction, then records them in one (spec 2; DESIGN, section 6)."""

from __future__ import annotations

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max

from validation.domain.attempt import AttemptState
from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority, halt_fingerprint
from validation.domain.policy import DuePolicy
from validation.domain.text.storable import make_document_storable, make_storable
from validation.judge.protocol import LlmCallRecord, LlmClient
from validation.models import Pipeline, Policy, QueryAnalysisIssue, QueryAnalysisRecord, QueryAnalysisText
from validation.platform import audit
from validation.platform.interventions.lifecycle import open_for_halt, open_for_turn
from validation.platform.work.idempotency import KeyUse, store_key
from validation.platform.work.judge_calls import call_fields, record_calls
from validation.query_analysis.actions.issue_topics import JUDGE
from validation.query_analysis.gate.analysis import read_analysis
from validation.query_analysis.gate.gate import AmbiguityAnswer, ask_about_ambiguity, validate_analysis
from validation.query_analysis.gate.result import QUERY_ANALYSIS, AnalysisResult, Status

RULES = LlmCallRecord(judge="rules", model="")
"""The record of a validation by rules alone."""

KEYED = "query analysis"
"""Resource name of the idempotency keys."""

_RACES = 5


@dataclass(frozen=True, slots=True)
class AnalysisSubmission:
    """`analysis` is the unvalidated output of phase 1; `turn_id` may be empty."""

    raw_query: str
    analysis: Any
    turn_id: str = ""


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    judged: AmbiguityAnswer
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class RecordedAnalysis:
    """`created` is False if an earlier call with the same key created the record."""

    record: QueryAnalysisRecord
    intervention_id: uuid.UUID | None
    created: bool = True


def judge_query_analysis(submission: AnalysisSubmission, *, llm_client: LlmClient | None) -> TimedAnswer:
    """Applies the rules and, if they object to nothing, asks the judge if there is one. Stores nothing. Whether a retry
    is allowed is decided when the result is recorded."""
    started = perf_counter()
    raw, analysis = submission.raw_query, submission.analysis
    ruled = validate_analysis(raw, analysis)
    deadline = float(settings.COUNTERSIGN_JUDGE_DEADLINE)
    judged = (
        AmbiguityAnswer(ruled)
        if llm_client is None
        else ask_about_ambiguity(raw, analysis, ruled, llm_client=llm_client, deadline=deadline)
    )
    return TimedAnswer(judged, 1000 * (perf_counter() - started))


@transaction.atomic
def record_query_analysis(
    *,
    pipeline: Pipeline,
    submission: AnalysisSubmission,
    timed: TimedAnswer,
    policy: Policy,
    by: str,
    now: datetime,
    key: KeyUse | None = None,
    sample: bool = False,
) -> RecordedAnalysis:
    """Stores the validation with its issues. Opens an intervention for a halt, and for a retry beyond the limit. Raises
    Conflict `idempotency_conflict` if the key was used with another body."""
    known = store_key(key, pipeline=pipeline, resource=KEYED, now=now)
    if known is not None:
        return RecordedAnalysis(QueryAnalysisRecord.objects.get(pk=known), None, created=False)
    record = QueryAnalysisRecord(
        id=key.resource_id if key else uuid.uuid4(),
        pipeline=pipeline,
        turn_id=submission.turn_id,
        query=" ".join(submission.raw_query.split())[:300],
        reference_status=_reference_status(submission.analysis),
        at=now,
        sample=sample,
    )
    apply_validation(record, timed, policy, now=now)
    QueryAnalysisText.objects.create(
        record=record, raw_query=submission.raw_query, analysis=submission.analysis, **answered(timed.judged)
    )
    write_issues(record, timed.judged)
    audit.record(
        by=by,
        verb="query_analysis.validated",
        subject=f"query_analysis:{record.pk}",
        now=now,
        status=record.status,
        halt=record.halt_cause,
    )
    return RecordedAnalysis(record, open_work(record, timed.judged.result, policy.read().interventions, now))


def apply_validation(record: QueryAnalysisRecord, timed: TimedAnswer, policy: Policy, *, now: datetime) -> None:
    """Sets the validation and its origin on the record and saves it; records the LLM call."""
    result, asked = timed.judged.result, timed.judged.record or RULES
    validation = result.validation
    details = {
        "state": AttemptState.HALTED if result.halt else AttemptState.DECIDED,
        "status": validation.status if validation else "",
        "confidence": validation.confidence if validation else None,
        "halt_cause": result.halt.cause if result.halt else "",
        "seed": asked.seed,
        "llm_tries": asked.tries,
        **call_fields(asked),
        "policy": policy,
        "elapsed_ms": timed.elapsed_ms,
    }
    for name, value in details.items():
        setattr(record, name, value)
    _number_and_save(record, limit=policy.read().query_analysis.retry_limit)
    record_calls(
        [asked],
        gate=QUERY_ANALYSIS,
        subject_id=str(record.pk),
        pipeline=record.pipeline,
        halt_cause=record.halt_cause,
        now=now,
    )


def _reference_status(analysis: Any) -> str:
    resolution = read_analysis(analysis)[0].resolution if isinstance(analysis, dict) else None
    return resolution.value if resolution else ""


def _number_and_save(record: QueryAnalysisRecord, *, limit: int) -> None:
    """Gives a retry the next number of its turn. Two concurrent retries may pick the same number: the unique key
    accepts one, and the other picks again."""
    for last in range(_RACES - 1, -1, -1):
        earlier = _earlier_retries(record)
        record.retry_allowed = not record.halt_cause and earlier < limit
        numbered = record.status == Status.RETRY and record.turn_id
        record.retry_number = earlier + 1 if numbered else None
        try:
            with transaction.atomic():
                record.save()
            return
        except IntegrityError:
            if not last or not numbered:
                raise


def _earlier_retries(record: QueryAnalysisRecord) -> int:
    if not record.turn_id:
        return 0
    of_turn = QueryAnalysisRecord.objects.filter(pipeline=record.pipeline, turn_id=record.turn_id)
    return of_turn.aggregate(last=Max("retry_number"))["last"] or 0


def answered(judged: AmbiguityAnswer) -> dict[str, Any]:
    """The gate's answer as columns of the text tables."""
    result = judged.result
    return {
        "validation": make_document_storable(result.validation.as_document()) if result.validation else None,
        "rules": [make_document_storable(asdict(rule)) for rule in result.rules],
        "halt_message": make_storable(result.halt.message) if result.halt else "",
        "raw_reply": make_storable(judged.raw_reply),
    }


def write_issues(record: QueryAnalysisRecord, judged: AmbiguityAnswer) -> None:
    QueryAnalysisIssue.objects.bulk_create(
        QueryAnalysisIssue(record=record, code=code, topic=topic, message=make_storable(message))
        for code, topic, message in _issues(judged)
    )


def _issues(judged: AmbiguityAnswer) -> list[tuple[str, str, str]]:
    """(code, topic, message) of each issue. A judge's issues get their topic later; a judge may object without naming
    an issue, in which case the rules' messages are used."""
    rules = judged.result.rules
    raised = {rule.message: (rule.code, rule.topic) for rule in rules if rule.code != JUDGE}
    issues = judged.result.validation.issues if judged.result.validation else ()
    return [(*raised.get(issue, (JUDGE, "")), issue) for issue in issues or [rule.message for rule in rules]]


def open_work(
    record: QueryAnalysisRecord, result: AnalysisResult, policy: DuePolicy, now: datetime
) -> uuid.UUID | None:
    """Opens the intervention that the validation in force needs, in the caller's transaction; none if the pipeline only
    observes."""
    if not record.pipeline.enforces:
        return None
    if result.halt is not None:
        message, by = make_storable(result.halt.message), (record.judge, record.model)
        return open_for_halt(record, gate=QUERY_ANALYSIS, message=message, by=by, policy=policy, now=now).pk
    if record.retry_number is not None and not record.retry_allowed:
        why = f"Phase 1 was asked to retry {record.retry_number} times and is still wrong: {result.rules[0].message}"
        return open_for_turn(
            record,
            gate=QUERY_ANALYSIS,
            kind=Kind.FAIL,
            priority=Priority.HIGH,  # phase 1 failed again, so the user waits for a reviewer
            why=make_storable(why),
            policy=policy,
            now=now,
        ).pk
    return None


def halt_group_of(record: QueryAnalysisRecord) -> str:
    """The fingerprint that groups its halt."""
    cause = HaltCause(record.halt_cause)
    return halt_fingerprint(QUERY_ANALYSIS, record.pipeline.name, cause, record.judge, record.model)
