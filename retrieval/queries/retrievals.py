"""Reads retrievals: the log for pages, API and export (without bodies), and a single one in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from retrieval.domain.judging import PARTLY
from retrieval.domain.result import RETRIEVAL, AnswerPresent, Quality
from retrieval.models import Retrieval, RetrievalFeedback
from validation.domain.attempt import AttemptState
from validation.domain.desk.approval import ApprovalConcern, not_judged
from validation.domain.policy import PolicyDocument, RetrievalPolicy
from validation.models import Attempt
from validation.platform.gates import SubjectSummary, TurnSubject
from validation.platform.interventions.surroundings import latest_work, named_turn
from validation.platform.pages.looks import Badge, badge_of
from validation.platform.paging.csv_text import csv_records
from validation.platform.paging.filters import ListFilter, given, search, within
from validation.platform.paging.keyset import CHUNK, PAGE, Page, chunks, page_of
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome, newest_in_scope

COLUMNS = (
    *("id", "pipeline", "turn_id", "query", "state", "answer_present", "quality", "chunks", "relevant", "quotes"),
    *("verbatim", "dropped", "findings", "halt_cause", "reused", "elapsed_ms", "made_by", "policy", "submitted_at"),
    "decided_at",
)


_OF_TURN = 20


@dataclass(frozen=True, slots=True)
class RetrievalFilter(ListFilter):
    """`quality` also takes `halted` and `undecided`; `answer` is Yes or No; `has` keeps those with
    `findings`, `dropped` quotes or `feedback`."""

    state: str = ""
    quality: str = ""
    answer: str = ""
    has: str = ""


_SAID = RetrievalFeedback.objects.filter(retrieval=OuterRef("pk"))
_HAS: dict[str, Q | Exists] = {"findings": Q(findings__gt=0), "dropped": Q(dropped__gt=0), "feedback": Exists(_SAID)}


def wanted_retrievals(wanted: RetrievalFilter) -> QuerySet[Retrieval]:
    rows = Retrieval.objects.filter(
        within(wanted, "submitted_at"),
        **given(turn_id=wanted.turn_id, state=wanted.state, answer_present=wanted.answer),
    )
    if wanted.quality == "halted":
        rows = rows.filter(state=AttemptState.HALTED)
    elif wanted.quality == "undecided":
        rows = rows.filter(state__in=[AttemptState.QUEUED, AttemptState.JUDGING])
    elif wanted.quality:
        rows = rows.filter(quality=wanted.quality)
    rows = search(rows, wanted.q, "turn_id", "query", order="submitted_at")
    return rows.filter(_HAS[wanted.has]) if wanted.has in _HAS else rows


def list_retrievals(wanted: RetrievalFilter, *, cursor: str | None = "", limit: int = PAGE) -> Page[Retrieval]:
    """Newest first, one statement. Raises InputRejected `cursor_invalid`."""
    rows = wanted_retrievals(wanted).select_related("pipeline")
    return page_of(rows, order="submitted_at", cursor=cursor, limit=limit)


def load_retrieval(pk: UUID) -> Retrieval | None:
    """The retrieval with its bodies, `turn_pk` and `intervention_id` (or None). Two statements."""
    rows = Retrieval.objects.select_related("pipeline", "text", "result").annotate(turn_pk=named_turn())
    record = rows.filter(pk=pk).first()
    if record is not None:
        record.intervention_id = latest_work(RETRIEVAL, [str(pk)]).get(str(pk))  # type: ignore[attr-defined]
    return record


def drafts_after(record: Retrieval, *, hidden: frozenset[UUID]) -> list[Attempt]:
    """The attempts of its turn that followed the retrieval, oldest first. Empty if one of them is `hidden`: the
    person must not see the verdict of one of the turn yet."""
    turn: int | None = record.turn_pk  # type: ignore[attr-defined]
    later = Attempt.objects.filter(turn=turn, submitted_at__gte=record.submitted_at)
    found = list(later.order_by("number")[:6]) if turn else []
    return [] if any(one.pk in hidden for one in found) else found


def described(ids: Sequence[str]) -> dict[str, SubjectSummary]:
    rows = Retrieval.objects.filter(pk__in=ids).values_list("pk", "turn_id", "query", "state")
    return {str(pk): SubjectSummary(turn_id, query, state) for pk, turn_id, query, state in rows}


def of_turn(pipeline: int, turn_id: str) -> tuple[TurnSubject, ...]:
    """As the page of the turn lists them."""
    rows = Retrieval.objects.filter(pipeline=pipeline, turn_id=turn_id).order_by("-submitted_at", "-pk")
    shown = rows.only("query", "quality", "state", "submitted_at")[:_OF_TURN]
    return tuple(_subject_of(row) for row in shown)


def _subject_of(row: Retrieval) -> TurnSubject:
    look, page = quality_badge(row.quality, row.state), reverse("retrievals:retrieval", args=[row.pk])
    return TurnSubject("retrieval", row.query, look.word, look.icon, look.tone, page, row.submitted_at)


_QUALITIES = {
    Quality.GOOD.value: Badge("Good", "approve", "approve"),
    Quality.PARTIAL.value: Badge("Partial", "minus", "revise"),
    Quality.POOR.value: Badge("Poor", "fail", "fail"),
}


def quality_badge(quality: str, state: str) -> Badge:
    """How a quality looks, or the state where there is none."""
    return _QUALITIES.get(quality) or badge_of("state", state)


def approval_concerns_of(subject_id: str) -> tuple[ApprovalConcern, ...] | None:
    """What a reviewer must confirm before approving: any quality but Good. None if the retrieval was deleted."""
    rows = Retrieval.objects.filter(pk=subject_id).values_list("state", "halt_cause", "quality")
    for state, halt_cause, quality in rows:
        if state != AttemptState.DECIDED:
            return (not_judged(halt_cause),)
        if quality != Quality.GOOD:
            return (ApprovalConcern("low_quality", f"the quality of the retrieval is {quality}"),)
        return ()
    return None


def retrieval_records(wanted: RetrievalFilter) -> Iterator[dict[str, Any]]:
    """All filtered retrievals, newest first, read in chunks."""
    rows = wanted_retrievals(wanted).select_related("pipeline")
    return (_record(one) for chunk in chunks(rows, order="submitted_at", size=CHUNK) for one in chunk)


def _record(one: Retrieval) -> dict[str, Any]:
    own = {"id": str(one.pk), "pipeline": one.pipeline.name, "policy": one.policy_id}
    times = {name: value.isoformat() if (value := getattr(one, name)) else None for name in COLUMNS[-2:]}
    return {name: getattr(one, name) for name in COLUMNS if name not in own and name not in times} | own | times


def retrievals_csv(wanted: RetrievalFilter) -> Iterator[str]:
    return csv_records(COLUMNS, retrieval_records(wanted))


def stored_retrievals(scope: ReplayScope) -> tuple[GateOutcomes, ...]:
    decided = Retrieval.objects.filter(state=AttemptState.DECIDED, policy__isnull=False)
    columns = (
        *("pk", "query", "policy", "pipeline__name"),
        *("turn_id", "quality", "answer_present", "result__judge", "result__strengths"),
    )
    rows, more = newest_in_scope(decided, scope, "submitted_at", *columns)
    outcomes = tuple(
        StoredOutcome(str(key), query, "retrievals:retrieval", policy, pipeline, partial(_outcome, *verdict))
        for key, query, policy, pipeline, *verdict in rows
    )
    return (GateOutcomes("retrievals", outcomes, more),)


def _outcome(
    turn_id: str, quality: str, present: str, judge: str, strengths: dict[str, Any], policy: PolicyDocument
) -> str | None:
    """The outcome under a policy; None for an LLM, whose verdict depends on no threshold."""
    if judge == "embedded":
        if not strengths:
            return None
        quality, present = _verdict(strengths, policy.retrieval)
    opens = quality == Quality.POOR and turn_id and policy.retrieval.open_intervention_when_poor
    return f"{quality}, answer {present}" + (", for a person" if opens else "")


def _verdict(strengths: dict[str, Any], policy: RetrievalPolicy) -> tuple[str, str]:
    """Answer and quality, decided as in `judge_set` and `quality`."""
    answered = [0 < score >= policy.answer_present for score in strengths["answers"]]
    best = strengths["relevant"] >= policy.relevant or strengths["topical"] >= PARTLY * policy.relevant
    present = AnswerPresent.YES if all(answered) else AnswerPresent.NO
    if not (best or any(answered)):
        return Quality.POOR, present
    return (Quality.GOOD if present is AnswerPresent.YES else Quality.PARTIAL), present
