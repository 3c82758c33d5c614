"""The query-analysis gate at work: judge with no transaction open, then record in one (spec 2, DESIGN section 6)."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import asdict, dataclass
from datetime import datetime
from time import perf_counter
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from validation.actions import audit
from validation.actions.interventions import open_intervention
from validation.actions.storable import storable, storable_document
from validation.domain.cost import cost_fields
from validation.domain.halt import HaltCause
from validation.domain.intervention import Gate, Kind, Priority, fail_fingerprint, halt_fingerprint, halt_priority
from validation.domain.policy import DuePolicy, QueryAnalysisPolicy
from validation.gates.query_analysis.analysis import read_analysis
from validation.gates.query_analysis.gate import validate_analysis
from validation.gates.query_analysis.judged import Judged, ask_about_ambiguity
from validation.gates.query_analysis.result import Status
from validation.judge.protocol import Asker, AskRecord
from validation.models import Intervention, Pipeline, Policy, QueryAnalysisIssue, QueryAnalysisRecord, QueryAnalysisText

RULES = AskRecord(judge="rules", model="")
"""Who judged when no LLM was asked."""

_RACES = 5


@dataclass(frozen=True, slots=True)
class AnalysisSubmission:
    """`analysis` is whatever phase 1 wrote; an empty `turn_id` belongs to no turn."""

    raw_query: str
    analysis: Any
    turn_id: str = ""


@dataclass(frozen=True, slots=True)
class TimedJudged:
    judged: Judged
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class Recorded:
    record: QueryAnalysisRecord
    intervention_id: uuid.UUID | None


def judge_query_analysis(
    submission: AnalysisSubmission, *, policy: QueryAnalysisPolicy, asker: Asker | None
) -> TimedJudged:
    """The rules, then the judge where they find nothing and there is one. Stores nothing; what the turn's earlier
    retries allow is decided when it is recorded."""
    started = perf_counter()
    raw, analysis = submission.raw_query, submission.analysis
    ruled = validate_analysis(raw, analysis, earlier_retries=0, policy=policy)
    judged = Judged(ruled) if asker is None else ask_about_ambiguity(raw, analysis, ruled, asker=asker)
    return TimedJudged(judged, 1000 * (perf_counter() - started))


@transaction.atomic
def record_query_analysis(
    *, pipeline: Pipeline, submission: AnalysisSubmission, timed: TimedJudged, policy: Policy, by: str, now: datetime
) -> Recorded:
    """Stores the validation with its issues. A halt opens an intervention, and so does a retry beyond the limit."""
    limits = policy.read()
    record = _new_record(pipeline, submission, timed, policy, now)
    _number_and_save(record, limit=limits.query_analysis.retry_limit)
    _write_parts(record, submission, timed.judged)
    audit.record(
        by=by,
        verb="query_analysis.validated",
        subject=f"query_analysis:{record.pk}",
        now=now,
        status=record.status,
        halt=record.halt_cause,
    )
    opened = _intervention(record, timed.judged, limits.interventions, now)
    return Recorded(record, opened.pk if opened else None)


def _new_record(
    pipeline: Pipeline, submission: AnalysisSubmission, timed: TimedJudged, policy: Policy, now: datetime
) -> QueryAnalysisRecord:
    result, asked = timed.judged.result, timed.judged.record or RULES
    validation = result.validation
    return QueryAnalysisRecord(
        pipeline=pipeline,
        turn_id=submission.turn_id,
        query=" ".join(submission.raw_query.split())[:300],
        status=validation.status if validation else "",
        confidence=validation.confidence if validation else None,
        reference_status=_reference_status(submission.analysis),
        halt_cause=result.halt.cause if result.halt else "",
        judge=asked.judge,
        model=asked.model,
        prompt=asked.prompt,
        seed=asked.seed,
        tokens_in=asked.tokens_in,
        tokens_out=asked.tokens_out,
        latency_ms=asked.latency_ms,
        tries=asked.tries,
        **cost_fields(asked.cost),
        policy=policy,
        elapsed_ms=timed.elapsed_ms,
        at=now,
    )


def _reference_status(analysis: Any) -> str:
    resolution = read_analysis(analysis)[0].resolution if isinstance(analysis, dict) else None
    return resolution.value if resolution else ""


def _number_and_save(record: QueryAnalysisRecord, *, limit: int) -> None:
    """A retry takes the next number of its turn. Two at once draw the same one; the unique key lets one of them have
    it, and the other draws again."""
    for last in range(_RACES - 1, -1, -1):
        earlier = _earlier_retries(record)
        record.retry_allowed = not record.halt_cause and earlier < limit
        numbered = record.status == Status.RETRY and record.turn_id
        record.retry_number = earlier + 1 if numbered else None
        try:
            with transaction.atomic():
                record.save(force_insert=True)
            return
        except IntegrityError:
            if not last or not numbered:
                raise


def _earlier_retries(record: QueryAnalysisRecord) -> int:
    if not record.turn_id:
        return 0
    of_turn = QueryAnalysisRecord.objects.filter(pipeline=record.pipeline, turn_id=record.turn_id)
    return of_turn.aggregate(last=Max("retry_number"))["last"] or 0


def _write_parts(record: QueryAnalysisRecord, submission: AnalysisSubmission, judged: Judged) -> None:
    result = judged.result
    QueryAnalysisText.objects.create(
        record=record,
        raw_query=submission.raw_query,
        analysis=submission.analysis,
        validation=storable_document(result.validation.as_document()) if result.validation else None,
        rules=[storable_document(asdict(rule)) for rule in result.rules],
        halt_message=storable(result.halt.message) if result.halt else "",
        raw_reply=storable(judged.raw_reply),
    )
    QueryAnalysisIssue.objects.bulk_create(
        QueryAnalysisIssue(record=record, code=code, message=storable(message)) for code, message in _issues(judged)
    )


def _issues(judged: Judged) -> list[tuple[str, str]]:
    """Each issue with the rule that raised it; a judge may object without naming an issue."""
    rules = judged.result.rules
    code_of = {rule.message: rule.code for rule in rules}
    told = judged.result.validation.issues if judged.result.validation else ()
    return [(code_of.get(issue, "judge"), issue) for issue in told] or [(rule.code, rule.message) for rule in rules]


def _intervention(record: QueryAnalysisRecord, judged: Judged, policy: DuePolicy, now: datetime) -> Intervention | None:
    if judged.result.halt is not None:
        return _open_for_halt(record, judged.result.halt.message, policy, now)
    if record.retry_number is not None and not record.retry_allowed:
        return _open_for_exhausted_retry(record, judged, policy, now)
    return None


def _open_for_halt(record: QueryAnalysisRecord, message: str, policy: DuePolicy, now: datetime) -> Intervention:
    cause = HaltCause(record.halt_cause)
    return open_intervention(
        gate=Gate.QUERY_ANALYSIS,
        kind=Kind.HALT,
        subject_id=str(record.pk),
        pipeline=record.pipeline,
        fingerprint=halt_fingerprint(
            gate=Gate.QUERY_ANALYSIS,
            pipeline=record.pipeline.name,
            cause=cause,
            judge=record.judge,
            model=record.model,
        ),
        priority=halt_priority(cause),
        title=f"Query analysis halted: {cause.value.replace('_', ' ')}",
        why=storable(message),
        cause=cause.value,
        policy=policy,
        now=now,
    )


def _open_for_exhausted_retry(
    record: QueryAnalysisRecord, judged: Judged, policy: DuePolicy, now: datetime
) -> Intervention:
    """High: phase 1 ran again and is still wrong, so the user waits for a person. One a turn; only its last retry is
    work, so what came before it is settled."""
    issue = judged.result.rules[0].message
    opened = open_intervention(
        gate=Gate.QUERY_ANALYSIS,
        kind=Kind.FAIL,
        subject_id=str(record.pk),
        pipeline=record.pipeline,
        fingerprint=_turn_fingerprint(record),
        priority=Priority.HIGH,
        title=record.query or record.turn_id,
        why=storable(f"Phase 1 was asked to retry {record.retry_number} times and is still wrong: {issue}"),
        cause="",
        policy=policy,
        now=now,
    )
    opened.occurrences.filter(settled_at=None).exclude(subject_id=str(record.pk)).update(settled_at=now)
    return opened


def _turn_fingerprint(record: QueryAnalysisRecord) -> str:
    told = "\x1f".join((Gate.QUERY_ANALYSIS.value, str(record.pipeline_id), record.turn_id))
    return fail_fingerprint(hashlib.sha256(told.encode()).hexdigest()[:32])
