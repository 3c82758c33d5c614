"""Improvement principles, newest first, or those that fit a query best."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rapidfuzz import fuzz, process, utils

from validation.models import ImprovementPrinciple
from validation.platform.paging.filters import given, in_pipeline
from validation.platform.paging.keyset import Page, page_of

CONSIDERED = 1000
"""How many of the newest principles are compared with a query."""
FITS = 45.0
"""Least likeness of queries, 0-100; below it the subjects have hardly a word in common."""
PAGE = 50


def newest(
    *, pipeline: str = "", category: str = "", cursor: str = "", limit: int = PAGE
) -> Page[ImprovementPrinciple]:
    """`pipeline` by name; empty means any. Raises InputRejected `cursor_invalid`."""
    return page_of(_of(pipeline, category), order="made_at", cursor=cursor, limit=limit)


def fitting(*, query: str, pipeline: str = "", category: str = "", limit: int = 5) -> list[ImprovementPrinciple]:
    """By likeness of the query they were learned on, then by confidence."""
    known = list(_of(pipeline, category)[:CONSIDERED])
    found = process.extract(
        query,
        {index: one.query for index, one in enumerate(known)},
        scorer=fuzz.token_set_ratio,
        processor=utils.default_process,
        score_cutoff=FITS,
        limit=max(1, min(limit, 50)),
    )
    ranked = sorted(found, key=lambda hit: (-hit[1], -known[hit[2]].confidence, hit[2]))
    return [known[index] for _, _, index in ranked]


def principle_resource(row: ImprovementPrinciple) -> dict[str, Any]:
    return {
        "id": row.pk,
        "category": row.category,
        "trigger": row.trigger,
        "description": row.description,
        "confidence": row.confidence,
        "query": row.query,
        "turn_id": row.approved.turn.turn_id,
        "attempt_id": str(row.approved_id),
        "worded_by": row.worded_by or None,
        "found": row.found,
        "made_at": row.made_at,
    }


def _of(pipeline: str, category: str) -> QuerySet[ImprovementPrinciple]:
    rows = ImprovementPrinciple.objects.select_related("approved__turn", "pipeline").order_by("-made_at", "-id")
    return rows.filter(in_pipeline(pipeline), **given(category=category))
