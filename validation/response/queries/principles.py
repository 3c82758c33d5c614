"""Improvement principles, newest first, or those that fit a query best."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from rapidfuzz import fuzz, process, utils

from validation.models import ImprovementPrinciple
from validation.platform.paging.filters import given, in_pipeline
from validation.platform.paging.keyset import PAGE, Page, page_of
from validation.response.queries.blind_attempts import turns_of

CONSIDERED = 1000
"""How many of the newest principles are compared with a query."""
FITS = 45.0
"""Least likeness of queries, 0-100; below it the subjects have hardly a word in common."""


@dataclass(frozen=True, slots=True)
class PrincipleFilter:
    """Empty means any; `q` is a query: then those that fit it best come first. Left out are those that were learned on
    a turn with one of the attempts `hidden`, whose verdict the person must not see yet."""

    pipeline: str = ""
    q: str = ""
    category: str = ""
    hidden: frozenset[UUID] = frozenset()


def list_principles(wanted: PrincipleFilter, *, cursor: str = "", limit: int = PAGE) -> Page[ImprovementPrinciple]:
    """The newest first; those that fit a query are one page. Raises InputRejected `cursor_invalid`."""
    if wanted.q:
        return Page(tuple(_fitting(wanted, limit)), None)
    return page_of(wanted_principles(wanted), order="made_at", cursor=cursor, limit=limit)


def _fitting(wanted: PrincipleFilter, limit: int) -> list[ImprovementPrinciple]:
    """By likeness of the query they were learned on, then by confidence. Of all that are compared the query alone is
    read, whole only those that fit."""
    rows = wanted_principles(wanted)
    compared = list(rows.values_list("pk", "query", "confidence")[:CONSIDERED])
    found = process.extract(
        wanted.q,
        {index: query for index, (_, query, _) in enumerate(compared)},
        scorer=fuzz.token_set_ratio,
        processor=utils.default_process,
        score_cutoff=FITS,
        limit=max(1, min(limit, 50)),
    )
    ranked = sorted(found, key=lambda hit: (-hit[1], -compared[hit[2]][2], hit[2]))
    keys = [compared[index][0] for _, _, index in ranked]
    known = rows.in_bulk(keys)
    return [known[key] for key in keys if key in known]


def wanted_principles(wanted: PrincipleFilter) -> QuerySet[ImprovementPrinciple]:
    rows = ImprovementPrinciple.objects.select_related("approved__turn", "pipeline").order_by("-made_at", "-id")
    if wanted.hidden:
        rows = rows.exclude(approved__turn__in=turns_of(wanted.hidden))
    return rows.filter(in_pipeline(wanted.pipeline), **given(category=wanted.category))
