"""Audited decisions with verdict, answers and truth: the input of the trust estimates."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, TextField
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
from validation.platform.paging.filters import EVERYTHING, SpanFilter, given, within
from validation.platform.paging.keyset import chunks

CHUNK = 500
_RANK = {role.value: rank for rank, role in enumerate(OpinionRole)}
_OF_OPINION = ("role", "by", "blind", "decision")
_OF_VERDICT = {
    name: KT(f"verdict__{name}") for name in ("judge", "model", "prompt", "policy", "made_at", "confidence", "checks")
}
_BRIEF = (
    "attempt",
    "judgement_number",
    "pipeline__name",
    "language",
    "drawn_at",
    "route",
    "source",
    "probability",
    "state",
    "truth_route",
    "truth_source",
)


def truth_rows(items: QuerySet[AuditItem]) -> Iterator[TruthRow]:
    """Newest first, with the fields that `brief_rows` omits; eight statements per CHUNK."""
    columns: QuerySet[Any, Any] = items.values_list("pk", "drawn_at", "attempt__turn__turn_id", named=True)
    for chunk in chunks(columns, order="drawn_at", size=CHUNK):
        turns = {row.pk: row.attempt__turn__turn_id for row in chunk}
        rows = brief_rows(AuditItem.objects.filter(pk__in=turns).order_by("-drawn_at", "-pk"))
        findings, answers = _findings(rows), _whole_answers(list(turns))
        for row in rows:
            codes, given = findings.get((row.attempt_id, row.judgement), ()), answers[row.item_id]
            yield row._replace(turn_id=turns[row.item_id] or "", finding_codes=tuple(codes), answers=tuple(given))


def brief_rows(items: QuerySet[AuditItem]) -> list[TruthRow]:
    """In the order of `items`, in two statements, without turn, findings, and answers to single checks and sentences.
    Reads columns instead of models, since one page needs thousands of rows; equal check texts and answers are parsed
    once and shared."""
    answered = Opinion.objects.filter(item__in=items.values("pk"), state=OpinionState.ANSWERED)
    answers: defaultdict[UUID, list[RaterAnswer]] = defaultdict(list)
    for item, *told in sorted(answered.values_list("item", *_OF_OPINION), key=lambda opinion: _RANK[opinion[1]]):
        answers[item].append(_brief_answer(*told))
    rows = []
    for key, judge, model, prompt, policy, made_at, confidence, checks, truth_checks, *told in items.values_list(
        "pk", *_OF_VERDICT.values(), Cast("truth_checks", TextField()), *_BRIEF
    ):
        if judge is None:  # a halted judgement has no verdict
            continue
        attempt, judgement, pipeline, language, drawn_at, route, source, probability, state, *truth = told
        row = TruthRow(
            key, attempt, "", judgement, pipeline, judge, model, prompt, int(policy), language,
            datetime.fromisoformat(made_at), drawn_at, route, float(confidence), _read_checks(checks), (), source,
            probability, state, truth[0], _read_checks(truth_checks), truth[1], tuple(answers.get(key, ())),
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
    """The content of `AuditItem.verdict` for a judgement; None if it halted."""
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


def audited_decisions(span: SpanFilter = EVERYTHING, *, enforced: bool | None = None) -> QuerySet[AuditItem]:
    """Audits drawn within the span, without gold items."""
    drawn = AuditItem.objects.exclude(source=AuditSource.GOLD).filter(within(span, "drawn_at"))
    return drawn.filter(**given(attempt__enforced=enforced))


def _findings(rows: Sequence[TruthRow]) -> dict[tuple[UUID, int], dict[str, None]]:
    """Distinct finding codes by (attempt, judgement number)."""
    found = FindingRecord.objects.filter(judgement__attempt__in=[row.attempt_id for row in rows]).order_by("id")
    codes: defaultdict[tuple[UUID, int], dict[str, None]] = defaultdict(dict)
    for attempt, number, code in found.values_list("judgement__attempt", "judgement__number", "code"):
        codes[attempt, number][code] = None
    return codes


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
    """Groups rows by their first column."""
    grouped: dict[Any, list[Any]] = defaultdict(list)
    for key, *values in rows:
        grouped[key].append(tuple(values))
    return grouped
