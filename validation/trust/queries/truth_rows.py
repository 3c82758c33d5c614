"""Audited decisions with their verdict, the answers and the truth: what the statistics of trust read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from validation.domain.trust.audit import AuditSource, OpinionRole, OpinionState
from validation.domain.trust.truth import RaterAnswer, TruthRow
from validation.models import (
    AuditItem,
    CheckRecord,
    FindingRecord,
    Judgement,
    Opinion,
    OpinionCheck,
    UnsupportedSentence,
)
from validation.platform.paging.filters import between, given, in_pipeline
from validation.platform.paging.keyset import chunks

CHUNK = 500
_ROLES = list(OpinionRole)


def truth_rows(
    *,
    pipeline: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    enforced: bool | None = None,
) -> Iterator[TruthRow]:
    """Newest first, gold items left out; `since` and `until` are times of the draw. Seven statements for each CHUNK
    rows."""
    within = in_pipeline(pipeline, "attempt__turn__pipeline") & between("drawn_at", since, until)
    items = AuditItem.objects.exclude(source=AuditSource.GOLD).filter(within, **given(attempt__enforced=enforced))
    for chunk in chunks(items.select_related("attempt__turn__pipeline"), order="drawn_at", size=CHUNK):
        yield from _rows(chunk)


def _rows(items: Sequence[AuditItem]) -> Iterator[TruthRow]:
    judgements = judgements_of(items)
    numbers = [judgement.pk for judgement in judgements.values()]
    checks = _grouped(
        CheckRecord.objects.filter(judgement__in=numbers).values_list("judgement_id", "name", "state"),
        lambda row: (row[1], row[2]),
    )
    findings = _grouped(
        FindingRecord.objects.filter(judgement__in=numbers).order_by("id").values_list("judgement_id", "code"),
        lambda row: row[1],
    )
    answers = _answers(items)
    for item in items:
        judgement = judgements.get((item.attempt_id, item.judgement_number))
        if item.attempt is None or judgement is None or judgement.confidence is None:
            continue
        yield _row(item, judgement, dict(checks[judgement.pk]), findings[judgement.pk], answers[item.pk])


def _row(
    item: AuditItem,
    judgement: Judgement,
    checks: dict[str, str],
    findings: Sequence[str],
    answers: Sequence[RaterAnswer],
) -> TruthRow:
    assert item.attempt is not None
    turn = item.attempt.turn
    shown = judgement.confidence or 0.0
    return TruthRow(
        item_id=item.pk,
        attempt_id=item.attempt.pk,
        turn_id=turn.turn_id,
        judgement=judgement.number,
        pipeline=turn.pipeline.name,
        judge=judgement.judge,
        model=judgement.model,
        prompt=judgement.prompt,
        policy=judgement.policy_id,
        language=item.language,
        decided_at=judgement.made_at,
        route=item.route,
        decision=judgement.decision,
        confidence=shown,
        raw_confidence=shown if judgement.raw_confidence is None else judgement.raw_confidence,
        checks=checks,
        finding_codes=tuple(dict.fromkeys(findings)),
        source=item.source,
        probability=item.probability,
        state=item.state,
        truth_route=item.truth_route,
        truth_checks=item.truth_checks,
        truth_source=item.truth_source,
        answers=tuple(answers),
    )


def judgements_of(items: Sequence[AuditItem]) -> dict[tuple[UUID | None, int | None], Judgement]:
    """By attempt and number."""
    numbers = {item.judgement_number for item in items if item.judgement_number}
    attempts = [item.attempt_id for item in items]
    found = Judgement.objects.filter(attempt__in=attempts, number__in=numbers)
    return {(judgement.attempt_id, judgement.number): judgement for judgement in found}


def _answers(items: Sequence[AuditItem]) -> dict[UUID, list[RaterAnswer]]:
    opinions = list(Opinion.objects.filter(item__in=[item.pk for item in items], state=OpinionState.ANSWERED))
    opinions.sort(key=lambda opinion: _ROLES.index(OpinionRole(opinion.role)))
    ids = [opinion.pk for opinion in opinions]
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


def rater_answer(opinion: Opinion, checks: dict[str, str], spans: Sequence[tuple[int, int]]) -> RaterAnswer:
    assert opinion.answered_at is not None
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
