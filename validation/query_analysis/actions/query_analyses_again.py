"""Judges a halted query analysis again: the new validation replaces the old one, which is kept (DESIGN, section 7).

The halt stays in force until then. Leases are those of `leased_work`; the result is recorded only if the record still
has this lease's token.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from validation.domain.event import EventType
from validation.domain.halt import Halt
from validation.models import EarlierValidation, QueryAnalysisIssue, QueryAnalysisRecord
from validation.models.query_analysis import ValidationFields
from validation.platform import audit
from validation.platform.events.events import emit
from validation.platform.interventions.lifecycle import settle_occurrence
from validation.platform.work.leased_work import ClaimedWork
from validation.query_analysis.actions.query_analyses import (
    RecordedAnalysis,
    TimedAnswer,
    answered,
    apply_validation,
    halt_group_of,
    open_work,
    write_issues,
)
from validation.query_analysis.gate.gate import AmbiguityAnswer
from validation.query_analysis.gate.result import AnalysisResult

_JUDGED = [field.name for field in ValidationFields._meta.fields]


@transaction.atomic
def record_again(
    *, claimed: ClaimedWork[QueryAnalysisRecord], timed: TimedAnswer, now: datetime
) -> RecordedAnalysis | None:
    """Applies the new validation and emits its event. None if the lease was lost."""
    record = claimed.lock()
    if record is None:
        return None
    policy = claimed.policy
    halted_in = halt_group_of(record)
    _store_earlier(record)
    record.lease_token = record.lease_until = None
    record.judged_at = now
    apply_validation(record, timed, policy, now=now)
    for name, value in answered(timed.judged).items():
        setattr(record.text, name, value)
    record.text.save()
    QueryAnalysisIssue.objects.filter(record=record).delete()
    write_issues(record, timed.judged)
    if not record.halt_cause or halt_group_of(record) != halted_in:
        settle_occurrence(subject_id=str(record.pk), now=now)
    opened = open_work(record, timed.judged.result, policy.read().interventions, now)
    _emit_judged(record, now)
    return RecordedAnalysis(record, opened)


def _store_earlier(record: QueryAnalysisRecord) -> None:
    text = record.text
    EarlierValidation.objects.create(
        record=record,
        number=record.earlier.count() + 1,
        **{name: getattr(record, name) for name in _JUDGED},
        validation=text.validation,
        rules=text.rules,
        halt_message=text.halt_message,
        raw_reply=text.raw_reply,
        made_at=record.made_at,
    )


def _emit_judged(record: QueryAnalysisRecord, now: datetime) -> None:
    key = str(record.pk)
    emit(
        type=EventType.QUERY_ANALYSIS_JUDGED,
        subject_kind="query_analysis",
        subject_id=key,
        pipeline=record.pipeline,
        now=now,
    )
    audit.record(
        by="gate:query_analysis",
        verb="query_analysis.judged_again",
        subject=f"query_analysis:{key}",
        now=now,
        status=record.status,
        halt=record.halt_cause,
    )


def halted(halt: Halt) -> TimedAnswer:
    """The result if our own code failed: a halt instead of a validation."""
    return TimedAnswer(AmbiguityAnswer(AnalysisResult(None, halt=halt)), 0.0)
