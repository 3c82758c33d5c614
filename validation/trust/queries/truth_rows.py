"""Audited decisions with their verdict, the answers and the truth: what the statistics of trust read."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

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

CHUNK = 500
_RANK = {role.value: rank for rank, role in enumerate(OpinionRole)}
# Columns by name: thousands of rows are read for one page, and models of them took three times as long.
_OF_ITEM = (
    "id",
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
_BESIDE = {"attempt_key": F("attempt"), "pipeline_name": F("pipeline__name")}
_OF_OPINION = ("role", "by", "blind", "decision")
_OF_VERDICT = {
    name: KT(f"verdict__{name}") for name in ("judge", "model", "prompt", "policy", "made_at", "confidence", "checks")
}
_BRIEF = (
    "attempt",
    "judgement_number",
    "pipeline__name",
    "language",
    "route",
    "source",
    "probability",
    "state",
    "truth_route",
    "truth_source",
)


def truth_rows(items: QuerySet[AuditItem]) -> Iterator[TruthRow]:
    """Newest first, five statements a CHUNK."""
    named = items.annotate(**_BESIDE, turn_name=F("attempt__turn__turn_id"))
    columns: QuerySet[Any, Any] = named.values_list("pk", *_OF_ITEM, *_BESIDE, "turn_name", named=True)
    for chunk in chunks(columns, order="drawn_at", size=CHUNK):
        yield from _whole_rows([item._asdict() for item in chunk if item.verdict])


def brief_rows(items: QuerySet[AuditItem]) -> list[TruthRow]:
    """Of `items` in their order, in two statements, without the turn, the findings, and what people said of single
    checks and sentences. Few texts of checks and few answers are different: each is read once, and shared."""
    answered = Opinion.objects.filter(item__in=items.values("pk"), state=OpinionState.ANSWERED)
    answers: defaultdict[UUID, list[RaterAnswer]] = defaultdict(list)
    for item, *told in sorted(answered.values_list("item", *_OF_OPINION), key=lambda opinion: _RANK[opinion[1]]):
        answers[item].append(_brief_answer(*told))
    rows = []
    for key, judge, model, prompt, policy, made_at, confidence, checks, truth_checks, *told in items.values_list(
        "pk", *_OF_VERDICT.values(), Cast("truth_checks", TextField()), *_BRIEF
    ):
        if judge is None:  # what halted has no verdict
            continue
        attempt, judgement, pipeline, language, route, source, probability, state, truth_route, truth_source = told
        row = TruthRow(
            key, attempt, "", judgement, pipeline, judge, model, prompt, int(policy), language,
            datetime.fromisoformat(made_at), route, float(confidence), _read_checks(checks), (), source, probability,
            state, truth_route, _read_checks(truth_checks), truth_source, tuple(answers.get(key, ())),
        )  # fmt: skip
        rows.append(row)
    return rows


@lru_cache(maxsize=1024)
def _read_checks(stored: str) -> Mapping[str, str]:
    return MappingProxyType(json.loads(stored))


@lru_cache(maxsize=1024)
def _brief_answer(role: str, by: str, blind: bool, decision: str) -> RaterAnswer:
    return RaterAnswer(by, role, blind, decision, MappingProxyType({}), ())


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


def _whole_rows(items: Sequence[Mapping[str, Any]]) -> Iterator[TruthRow]:
    found = FindingRecord.objects.filter(judgement__in=[item["verdict"]["judgement"] for item in items]).order_by("id")
    findings = _grouped(found.values_list("judgement_id", "code"))
    answers = _whole_answers([item["id"] for item in items])
    for item in items:
        yield _row(item, findings[item["verdict"]["judgement"]], answers[item["id"]])


def _row(item: Mapping[str, Any], findings: Sequence[tuple[str]], answers: Sequence[RaterAnswer]) -> TruthRow:
    verdict = item["verdict"]
    return TruthRow(
        item_id=item["id"],
        attempt_id=item["attempt_key"],
        turn_id=item.get("turn_name", ""),
        judgement=item["judgement_number"],
        pipeline=item["pipeline_name"],
        judge=verdict["judge"],
        model=verdict["model"],
        prompt=verdict["prompt"],
        policy=verdict["policy"],
        language=item["language"],
        decided_at=datetime.fromisoformat(verdict["made_at"]),
        route=item["route"],
        confidence=verdict["confidence"],
        checks=verdict["checks"],
        finding_codes=tuple(dict.fromkeys(code for (code,) in findings)),
        source=item["source"],
        probability=item["probability"],
        state=item["state"],
        truth_route=item["truth_route"],
        truth_checks=item["truth_checks"],
        truth_source=item["truth_source"],
        answers=tuple(answers),
    )


def _whole_answers(items: Sequence[UUID]) -> dict[UUID, list[RaterAnswer]]:
    answered = Opinion.objects.filter(item__in=items, state=OpinionState.ANSWERED)
    opinions = list(answered.values_list("pk", "item_id", *_OF_OPINION))
    ids = [pk for pk, *_ in opinions]
    checks = _grouped(OpinionCheck.objects.filter(opinion__in=ids).values_list("opinion_id", "name", "answer"))
    spans = _grouped(UnsupportedSentence.objects.filter(opinion__in=ids).values_list("opinion_id", "start", "end"))
    grouped: dict[UUID, list[RaterAnswer]] = defaultdict(list)
    for pk, item, role, by, blind, decision in sorted(opinions, key=lambda opinion: _RANK[opinion[2]]):
        grouped[item].append(RaterAnswer(by, role, blind, decision, dict(checks[pk]), tuple(spans[pk])))
    return grouped


def _grouped(rows: Iterable[Any]) -> dict[Any, list[Any]]:
    """What follows the key of each row, by that key."""
    grouped: dict[Any, list[Any]] = defaultdict(list)
    for key, *values in rows:
        grouped[key].append(tuple(values))
    return grouped
