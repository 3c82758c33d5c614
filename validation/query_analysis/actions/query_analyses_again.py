"""A halted query analysis judged again: the new validation comes in force, the old one is kept beside it (DESIGN,
section 7).

`queued_at` says that one waits. A message only wakes a worker; one that is lost is called again when the time of a
judging is over, and one that comes twice finds nothing left to do.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, QuerySet

from validation.desk.actions.groups import waiting_in
from validation.domain.event import EventType
from validation.domain.halt import TRANSIENT, Halt, HaltCause
from validation.domain.intervention import UNSETTLED, Gate, Kind
from validation.models import EarlierValidation, Intervention, Policy, QueryAnalysisIssue, QueryAnalysisRecord
from validation.models.query_analysis import Validated
from validation.platform import audit
from validation.platform.events.events import emit
from validation.platform.work.interventions import settle_occurrence
from validation.platform.work.locks import lock_interventions
from validation.query_analysis.actions.query_analyses import (
    AnalysisSubmission,
    Recorded,
    TimedJudged,
    answered,
    put_in_force,
    write_issues,
)
from validation.query_analysis.actions.query_analysis_work import halt_group_of, open_work
from validation.query_analysis.gate.judged import Judged
from validation.query_analysis.gate.result import AnalysisResult

AUTOMATIC_TRIES = 3
"""Judgings after which one that the judge cannot cope with is left to a person."""

_CALLED_AT_ONCE = 200
_JUDGED = [field.name for field in Validated._meta.fields]


def put_back(ids: Sequence[str], *, now: datetime, most_judgings: int | None = None) -> list[str]:
    """Those that are halted wait to be judged again, inside the caller's transaction. Returns their ids."""
    halted = QueryAnalysisRecord.objects.exclude(halt_cause="").filter(pk__in=ids, queued_at=None)
    if most_judgings is not None:
        halted = halted.alias(earlier_ones=Count("earlier")).filter(earlier_ones__lt=most_judgings)
    found = list(halted.order_by("at").values_list("pk", flat=True))
    QueryAnalysisRecord.objects.filter(pk__in=found).update(queued_at=now)
    return [str(pk) for pk in found]


def waiting_submission(analysis_id: uuid.UUID) -> AnalysisSubmission | None:
    """None when somebody else has judged it meanwhile."""
    record = QueryAnalysisRecord.objects.select_related("text").filter(pk=analysis_id, queued_at__isnull=False).first()
    return AnalysisSubmission(record.text.raw_query, record.text.analysis, record.turn_id) if record else None


@transaction.atomic
def record_again(*, analysis_id: uuid.UUID, timed: TimedJudged, policy: Policy, now: datetime) -> Recorded | None:
    """Puts the new validation in force and tells the pipeline. None when it waits no longer."""
    locked = QueryAnalysisRecord.objects.select_for_update(of=("self",)).select_related("pipeline", "text")
    record = locked.filter(pk=analysis_id, queued_at__isnull=False).first()
    if record is None:
        return None
    halted_in = halt_group_of(record)
    _keep(record)
    record.queued_at, record.judged_at = None, now
    put_in_force(record, timed, policy)
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


def broken(message: str) -> TimedJudged:
    """Our own code broke on it: a halt that no judge can mend, so that only a person takes it up again."""
    halt = Halt(HaltCause.INPUT_MALFORMED, message)
    return TimedJudged(Judged(AnalysisResult(None, False, halt=halt)), 0.0)


def sweep(*, now: datetime, lease: timedelta) -> list[uuid.UUID]:
    """Those that wait for longer than a judging takes; a lost message or a dead worker left them behind."""
    late = QueryAnalysisRecord.objects.filter(queued_at__lte=now - lease)
    ids = list(late.order_by("queued_at").values_list("pk", flat=True)[:_CALLED_AT_ONCE])
    QueryAnalysisRecord.objects.filter(pk__in=ids).update(queued_at=now)
    return ids


def awaits_recovery() -> bool:
    return _halted_for_absence().exists()


@transaction.atomic
def requeue_recovered(*, now: datetime) -> list[str]:
    """The judge answers again: what halted for its absence waits to be judged again, each a few times at most."""
    groups = list(_halted_for_absence())
    queued = [pk for group in groups for pk in put_back(waiting_in(group), now=now, most_judgings=AUTOMATIC_TRIES)]
    lock_interventions(group.pk for group in groups)
    if not set(queued) <= {pk for group in groups for pk in waiting_in(group)}:
        transaction.set_rollback(True)  # a ruling came between looking and locking: the next tick is soon
        return []
    return queued


def _halted_for_absence() -> QuerySet[Intervention]:
    causes = [cause.value for cause in TRANSIENT]
    return Intervention.objects.filter(gate=Gate.QUERY_ANALYSIS, kind=Kind.HALT, cause__in=causes, state__in=UNSETTLED)
