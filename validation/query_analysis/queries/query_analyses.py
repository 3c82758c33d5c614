"""Reads query analyses: lists for pages and API (without bodies), single records, CSV, and replay of retries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.desk.approval import ApprovalConcern, analysis_concerns
from validation.domain.policy import PolicyDocument
from validation.models import QueryAnalysisIssue, QueryAnalysisRecord
from validation.platform.gates import SubjectSummary, TurnSubject
from validation.platform.interventions.surroundings import latest_work, named_turn
from validation.platform.pages.looks import badge_of
from validation.platform.paging.csv_text import csv_lines
from validation.platform.paging.filters import ListFilter, given, search, within
from validation.platform.paging.keyset import CHUNK, PAGE, Page, chunks, page_of
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome, newest_in_scope
from validation.query_analysis.gate.result import QUERY_ANALYSIS, Status
from validation.query_analysis.schemas import QueryAnalysisOut

_COLUMNS = (
    *("at", "id", "pipeline", "turn_id", "query", "status", "confidence", "reference_status", "retry_allowed"),
    *("halt_cause", "judge", "issues"),
)


_OF_TURN = 20


@dataclass(frozen=True, slots=True)
class AnalysisFilter(ListFilter):
    """`status` may also be `halted`; `code` is the rule of an issue, `topic` its group, `issue` its exact message;
    `exhausted` keeps retries beyond the limit."""

    status: str = ""
    reference: str = ""
    code: str = ""
    topic: str = ""
    issue: str = ""
    exhausted: bool = False


def wanted_analyses(wanted: AnalysisFilter) -> QuerySet[QueryAnalysisRecord]:
    rows = QueryAnalysisRecord.objects.filter(
        within(wanted, "at"), **given(turn_id=wanted.turn_id, reference_status=wanted.reference)
    )
    if wanted.status:
        rows = rows.filter(status="" if wanted.status == "halted" else wanted.status)
    if wanted.exhausted:
        rows = rows.filter(retry_number__isnull=False, retry_allowed=False)
    rows = search(rows, wanted.q, "turn_id", "query", order="at")
    raised = given(code=wanted.code, topic=wanted.topic, message=wanted.issue)
    if raised:
        rows = rows.filter(Exists(QueryAnalysisIssue.objects.filter(record=OuterRef("pk"), **raised)))
    return rows


def list_analyses(wanted: AnalysisFilter, *, cursor: str | None = "", limit: int = PAGE) -> Page[QueryAnalysisRecord]:
    """Newest first, two statements. Raises InputRejected `cursor_invalid`."""
    return page_of(_with_parts(wanted), order="at", cursor=cursor, limit=limit)


def _with_parts(wanted: AnalysisFilter) -> QuerySet[QueryAnalysisRecord]:
    return wanted_analyses(wanted).select_related("pipeline").prefetch_related("issues")


def load_analysis(pk: UUID) -> QueryAnalysisRecord | None:
    return _load([pk]).get(pk)


def _load(pks: Collection[UUID]) -> dict[UUID, QueryAnalysisRecord]:
    """With bodies, `turn_pk` and `intervention_id` (None if missing). Four statements for any number of ids; deleted
    ones are omitted."""
    rows = QueryAnalysisRecord.objects.select_related("pipeline", "text").prefetch_related("issues", "earlier")
    records = {row.pk: row for row in rows.annotate(turn_pk=named_turn()).filter(pk__in=pks)}
    work = latest_work(QUERY_ANALYSIS, [str(pk) for pk in records])
    for pk, record in records.items():
        record.intervention_id = work.get(str(pk))  # type: ignore[attr-defined]
    return {**records}


def words_of_topic(topic: str) -> str:
    """The latest message of the topic; empty if it is unknown."""
    of_topic = QueryAnalysisIssue.objects.filter(topic=topic).order_by("-pk")
    return of_topic.values_list("message", flat=True).first() or ""


def described(ids: Sequence[str]) -> dict[str, SubjectSummary]:
    """Descriptions for the review desk."""
    rows = QueryAnalysisRecord.objects.filter(pk__in=ids).only("turn_id", "query", "state")
    return {str(row.pk): SubjectSummary(row.turn_id, row.query, row.state) for row in rows}


def of_turn(pipeline: int, turn_id: str) -> tuple[TurnSubject, ...]:
    """Entries for the page of the turn."""
    rows = QueryAnalysisRecord.objects.filter(pipeline=pipeline, turn_id=turn_id).order_by("-at", "-pk")
    shown = rows.only("query", "status", "at")[:_OF_TURN]
    return tuple(_subject_of(row) for row in shown)


def _subject_of(row: QueryAnalysisRecord) -> TurnSubject:
    look = badge_of("analysis", row.status) if row.status else badge_of("state", AttemptState.HALTED)
    page = reverse("query_analyses:analysis", args=[row.pk])
    return TurnSubject("query analysis", row.query, look.word, look.icon, look.tone, page, row.at)


def approval_concerns_of(subject_id: str) -> tuple[ApprovalConcern, ...] | None:
    """What a reviewer must confirm before approving this analysis; None if it was deleted. Two statements."""
    rows = QueryAnalysisRecord.objects.filter(pk=subject_id).prefetch_related("issues")
    record = rows.only("status", "halt_cause", "state").first()
    if record is None:
        return None
    return analysis_concerns(
        status=record.status,
        halt_cause=record.halt_cause,
        queued=record.state in UNDECIDED,
        issues=[issue.message for issue in record.issues.all()],
    )


def analysis_resources(ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """By id; deleted ones are omitted."""
    return {str(pk): QueryAnalysisOut.of(record) for pk, record in _load([UUID(key) for key in ids]).items()}


def analyses_csv(wanted: AnalysisFilter) -> Iterator[str]:
    """All filtered analyses, newest first, read in chunks."""
    read = chunks(_with_parts(wanted), order="at", size=CHUNK)
    return csv_lines(_COLUMNS, (_csv_row(record) for chunk in read for record in chunk))


def _csv_row(record: QueryAnalysisRecord) -> list[object]:
    issues = " | ".join(issue.message for issue in record.issues.all())
    own = {"at": record.at.isoformat(), "pipeline": record.pipeline.name, "issues": issues}
    return [own[name] if name in own else getattr(record, name) for name in _COLUMNS]


def stored_retries(scope: ReplayScope) -> tuple[GateOutcomes, ...]:
    """Replays retries, the only status that depends on the policy, each with the number of earlier ones of its turn."""
    retries = QueryAnalysisRecord.objects.filter(status=Status.RETRY)
    rows, more = newest_in_scope(retries, scope, "at", "pk", "query", "policy", "pipeline__name", "retry_number")
    outcomes = tuple(
        StoredOutcome(str(key), query, "query_analyses:analysis", policy, of, partial(_outcome, (number or 1) - 1))
        for key, query, policy, of, number in rows
    )
    return (GateOutcomes("query analysis retries", outcomes, more),)


def _outcome(earlier: int, policy: PolicyDocument) -> str:
    return "phase 1 runs again" if earlier < policy.query_analysis.retry_limit else "retries used up"
