"""A halted query analysis judged again: the new validation comes in force, the old one is kept beside it (DESIGN,
section 7).

Its halt stays in force while it waits and is judged. Leases are those of `leased_work`; the result is recorded only
while the token is still the record's own.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from validation.domain.attempt import AttemptState
from validation.domain.event import EventType
from validation.domain.halt import Halt
from validation.models import EarlierValidation, Policy, QueryAnalysisIssue, QueryAnalysisRecord
from validation.models.pipeline import Enforcement
from validation.models.query_analysis import Validated
from validation.platform import audit
from validation.platform.events.events import emit
from validation.platform.policies import policy_in_force
from validation.platform.work import leased_work
from validation.platform.work.interventions import settle_occurrence
from validation.platform.work.leased_work import LEASE, Lease
from validation.query_analysis.actions.query_analyses import (
    AnalysisSubmission,
    Recorded,
    TimedAnswer,
    answered,
    apply_validation,
    write_issues,
)
from validation.query_analysis.actions.query_analysis_work import halt_group_of, open_work
from validation.query_analysis.gate.judged import AmbiguityAnswer
from validation.query_analysis.gate.result import AnalysisResult

AUTOMATIC_TRIES = 3
"""Judgings after which one that the judge cannot cope with is left to a person."""

_JUDGED = [field.name for field in Validated._meta.fields]


@dataclass(frozen=True, slots=True)
class Claimed:
    """One judging to do. `tries` counts this one."""

    analysis_id: uuid.UUID
    token: uuid.UUID
    submission: AnalysisSubmission
    policy: Policy
    tries: int

    @property
    def lease(self) -> Lease:
        return Lease(QueryAnalysisRecord, self.analysis_id, self.token, self.tries)


def waiting() -> tuple[QuerySet[QueryAnalysisRecord]]:
    """Those that a worker could claim now."""
    return (QueryAnalysisRecord.objects.filter(state=AttemptState.QUEUED),)


def unattended() -> QuerySet[QueryAnalysisRecord]:
    """Halted ones of pipelines that only observe, without those that were judged a few times already; the oldest
    first."""
    halted = QueryAnalysisRecord.objects.filter(state=AttemptState.HALTED, pipeline__enforcement=Enforcement.OBSERVE)
    return _judged_a_few_times(halted).order_by("at")


def _judged_a_few_times(rows: QuerySet[QueryAnalysisRecord]) -> QuerySet[QueryAnalysisRecord]:
    made = EarlierValidation.objects.filter(record=OuterRef("pk")).order_by().values("record")
    counted = rows.alias(made=Coalesce(Subquery(made.annotate(n=Count("pk")).values("n")), 0))
    return counted.filter(made__lt=AUTOMATIC_TRIES)


@transaction.atomic
def requeue_analyses(ids: Sequence[str], *, now: datetime, automatic: bool = False) -> list[str]:
    """Those that are halted go back to the queue, in one transaction. Returns their ids; the caller
    enqueues them after the commit. Of two at once the second finds them queued already, and requeues nothing."""
    halted = QueryAnalysisRecord.objects.filter(pk__in=ids, state=AttemptState.HALTED)
    if automatic:
        halted = _judged_a_few_times(halted)
    found = list(halted.select_for_update(of=("self",)).order_by("at").values_list("pk", flat=True))
    QueryAnalysisRecord.objects.filter(pk__in=found).update(state=AttemptState.QUEUED, tries=0, enqueued_at=now)
    return [str(pk) for pk in found]


def claim(*, analysis_id: uuid.UUID, now: datetime, lease: timedelta = LEASE) -> Claimed | None:
    """None when somebody else has it or has judged it meanwhile."""
    queued = QueryAnalysisRecord.objects.filter(pk=analysis_id, state=AttemptState.QUEUED)
    token = leased_work.claim(queued, now=now, lease=lease)
    if token is None:
        return None
    record = QueryAnalysisRecord.objects.select_related("text").get(pk=analysis_id)
    submission = AnalysisSubmission(record.text.raw_query, record.text.analysis, record.turn_id)
    return Claimed(analysis_id, token, submission, policy_in_force(record.pipeline_id), record.tries)


@transaction.atomic
def record_again(*, claimed: Claimed, timed: TimedAnswer, now: datetime) -> Recorded | None:
    """Puts the new validation in force and tells the pipeline. None when the lease is no longer ours."""
    locked = QueryAnalysisRecord.objects.select_for_update(of=("self",)).select_related("pipeline", "text")
    record = locked.filter(pk=claimed.analysis_id, lease_token=claimed.token).first()
    if record is None:
        return None
    policy = claimed.policy
    halted_in = halt_group_of(record)
    _keep(record)
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
    _tell(record, now)
    return Recorded(record, opened)


def _keep(record: QueryAnalysisRecord) -> None:
    text = record.text
    EarlierValidation.objects.create(
        record=record,
        number=record.earlier.count() + 1,
        **{name: getattr(record, name) for name in _JUDGED},
        validation=text.validation,
        rules=text.rules,
        halt_message=text.halt_message,
        raw_reply=text.raw_reply,
        made_at=record.judged_at or record.at,
    )


def _tell(record: QueryAnalysisRecord, now: datetime) -> None:
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
    """Our own code came to no end with it: a halt in place of a validation."""
    return TimedAnswer(AmbiguityAnswer(AnalysisResult(None, False, halt=halt)), 0.0)
