"""Improvement principles, newest first, or those that fit a query best."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from rapidfuzz import fuzz, process, utils

from validation.models import ImprovementPrinciple, Pipeline

CONSIDERED = 1000
"""How many of the newest principles are compared with a query."""
FITS = 45.0
"""Least likeness of queries, 0-100; below it the subjects have hardly a word in common."""


@dataclass(frozen=True, slots=True)
class PrincipleRow:
    id: int
    category: str
    trigger: str
    description: str
    confidence: float
    query: str
    turn_id: str
    pipeline: str
    attempt_id: str
    made_at: datetime


def newest(*, pipeline: Pipeline | None, limit: int = 50) -> list[PrincipleRow]:
    return [_row(one) for one in _of(pipeline)[: max(1, min(limit, 200))]]


def fitting(*, pipeline: Pipeline | None, query: str, limit: int = 5) -> list[PrincipleRow]:
    """By likeness of the query they were learned on, then by confidence."""
    known = list(_of(pipeline)[:CONSIDERED])
    found = process.extract(
        query,
        {index: one.query for index, one in enumerate(known)},
        scorer=fuzz.token_set_ratio,
        processor=utils.default_process,
        score_cutoff=FITS,
        limit=max(1, min(limit, 50)),
    )
    ranked = sorted(found, key=lambda hit: (-hit[1], -known[hit[2]].confidence, hit[2]))
    return [_row(known[index]) for _, _, index in ranked]


def principle_resource(row: PrincipleRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "category": row.category,
        "trigger": row.trigger,
        "description": row.description,
        "confidence": row.confidence,
        "query": row.query,
        "turn_id": row.turn_id,
        "attempt_id": row.attempt_id,
        "made_at": row.made_at,
    }


def _of(pipeline: Pipeline | None) -> QuerySet[ImprovementPrinciple]:
    rows = ImprovementPrinciple.objects.select_related("approved__turn__pipeline").order_by("-made_at", "-id")
    return rows if pipeline is None else rows.filter(approved__turn__pipeline=pipeline)


def _row(one: ImprovementPrinciple) -> PrincipleRow:
    turn = one.approved.turn
    return PrincipleRow(
        id=one.pk,
        category=one.category,
        trigger=one.trigger,
        description=one.description,
        confidence=one.confidence,
        query=one.query,
        turn_id=turn.turn_id,
        pipeline=turn.pipeline.name,
        attempt_id=str(one.approved_id),
        made_at=one.made_at,
    )
