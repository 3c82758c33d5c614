"""Audited decisions with their verdict, the answers and the truth: what the statistics of trust read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState
from validation.domain.trust.truth import RaterAnswer, TruthRow
from validation.models import (
    AuditItem,
    FindingRecord,
    Judgement,
    Opinion,
    OpinionCheck,
    UnsupportedSentence,
)
from validation.platform.paging.filters import between, given, in_pipeline
from validation.platform.paging.keyset import chunks

CHUNK, BRIEF_CHUNK = 500, 2_500
_ROLES = list(OpinionRole)
# Columns by name: thousands of rows are read for one page, and models of them took three times as long.
_OF_ITEM = (
    "pk",
    "attempt_id",
    "attempt__turn__turn_id",
    "pipeline__name",
    "judgement_number",
    "verdict",
    "language",
    "route",
    "source",
    "probability",
    "state",
    "truth_route",
    "truth_checks",
    "truth_source",
    "drawn_at",
)
_OF_OPINION = ("pk", "item_id", "role", "by", "blind", "decision", "answered_at")


def truth_rows(items: QuerySet[AuditItem], *, brief: bool = False) -> Iterator[TruthRow]:
    """Newest first. `brief` leaves out the findings and what people said of single checks and sentences: two
    statements a BRIEF_CHUNK of rows instead of five a CHUNK."""
    size = BRIEF_CHUNK if brief else CHUNK
    for chunk in chunks(items.values_list(*_OF_ITEM, named=True), order="drawn_at", size=size):
        yield from _rows(chunk, brief)


def read_verdict(attempt: UUID, number: int) -> dict[str, Any] | None:
    """What `AuditItem.verdict` holds of a judgement; None for one that halted."""
    judgement = Judgement.objects.prefetch_related("checks").filter(attempt=attempt, number=number).first()
    if judgement is None or judgement.confidence is None:
        return None
    return {
        "judgement": judgement.pk,
        "judge": judgement.judge,
        "model": judgement.model,
        "prompt": judgement.prompt,
        "policy": judgement.policy_id,
        "made_at": judgement.made_at.isoformat(),
        "confidence": judgement.confidence,
        "checks": {check.name: check.state for check in judgement.checks.all()},
    }


def audited_decisions(
    *,
    pipeline: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    enforced: bool | None = None,
) -> QuerySet[AuditItem]:
    """Gold items left out; `since` and `until` are times of the draw."""
    within = in_pipeline(pipeline) & between("drawn_at", since, until)
    return AuditItem.objects.exclude(source=AuditSource.GOLD).filter(within, **given(attempt__enforced=enforced))


def _rows(items: Sequence[Any], brief: bool) -> Iterator[TruthRow]:
    """Without those whose judgement is not known."""
    known = [item for item in items if item.verdict]
    judgements = [] if brief else [item.verdict["judgement"] for item in known]
    found = FindingRecord.objects.filter(judgement__in=judgements).order_by("id")
    findings = _grouped(found.values_list("judgement_id", "code"), lambda row: row[1])
    answers = _answers(known, brief)
    for item in known:
        yield _row(item, findings[item.verdict["judgement"]], answers[item.pk])


def _row(item: Any, findings: Sequence[str], answers: Sequence[RaterAnswer]) -> TruthRow:
    verdict = item.verdict
    return TruthRow(
        item_id=item.pk,
        attempt_id=item.attempt_id,
        turn_id=item.attempt__turn__turn_id,
        judgement=item.judgement_number,
        pipeline=item.pipeline__name,
        judge=verdict["judge"],
        model=verdict["model"],
        prompt=verdict["prompt"],
        policy=verdict["policy"],
        language=item.language,
        decided_at=datetime.fromisoformat(verdict["made_at"]),
        route=item.route,
        confidence=verdict["confidence"],
        checks=verdict["checks"],
        finding_codes=tuple(dict.fromkeys(findings)),
        source=item.source,
        probability=item.probability,
        state=item.state,
        truth_route=item.truth_route,
        truth_checks=item.truth_checks,
        truth_source=item.truth_source,
        answers=tuple(answers),
    )


def _answers(items: Sequence[Any], brief: bool) -> dict[UUID, list[RaterAnswer]]:
    answered = Opinion.objects.filter(item__in=[item.pk for item in items], state=OpinionState.ANSWERED)
    opinions = list(answered.values_list(*_OF_OPINION, named=True))
    opinions.sort(key=lambda opinion: _ROLES.index(OpinionRole(opinion.role)))
    ids = [] if brief else [opinion.pk for opinion in opinions]
    checks = _grouped(
        OpinionCheck.objects.filter(opinion__in=ids).values_list("opinion_id", "name", "answer"),
        lambda row: (row[1], row[2]),
    )
    spans = _grouped(
        UnsupportedSentence.objects.filter(opinion__in=ids).values_list("opinion_id", "start", "end"),
        lambda row: (row[1], row[2]),
    )
    grouped: dict[UUID, list[RaterAnswer]] = defaultdict(list)
    for opinion in opinions:
        grouped[opinion.item_id].append(rater_answer(opinion, dict(checks[opinion.pk]), spans[opinion.pk]))
    return grouped


def rater_answer(opinion: Any, checks: dict[str, str], spans: Sequence[tuple[int, int]]) -> RaterAnswer:
    return RaterAnswer(
        rater=opinion.by,
        role=opinion.role,
        blind=opinion.blind,
        decision=opinion.decision,
        checks=checks,
        unsupported=tuple(spans),
        answered_at=opinion.answered_at,
    )


def _grouped(rows: Any, value: Any) -> dict[Any, list[Any]]:
    grouped: dict[Any, list[Any]] = defaultdict(list)
    for row in rows:
        grouped[row[0]].append(value(row))
    return grouped
