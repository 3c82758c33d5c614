"""Filters that many lists share, written so that the planner can use the lists' indexes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, reduce
from operator import or_
from typing import Any, TypeVar

from django.db import connection, connections
from django.db.models import Model, Q, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Coalesce, Concat

from validation.models import Pipeline

SCANNED = 20_000
"""How many of the newest rows a search reads if no index can serve it."""
_BEGINNING = datetime.min.replace(tzinfo=UTC)
Row = TypeVar("Row", bound=Model)
_INDEXABLE = re.compile(r"[^\W_]{3}")
"""Trigrams consist of letters and digits only."""


@dataclass(frozen=True, slots=True)
class SpanFilter:
    """The filters of figures, lists and replays. Empty and None mean any, here and in subclasses."""

    pipeline: str = ""
    since: datetime | None = None
    until: datetime | None = None


EVERYTHING = SpanFilter()


@dataclass(frozen=True, slots=True)
class ListFilter(SpanFilter):
    """Filters shared by most lists."""

    q: str = ""
    turn_id: str = ""


def within(span: SpanFilter, at: str, pipeline: str = "pipeline") -> Q:
    """Rows within the span, by the names of their time and pipeline fields."""
    return in_pipeline(span.pipeline, pipeline) & between(at, span.since, span.until)


def in_pipeline(name: str, path: str = "pipeline") -> Q:
    """Rows of the pipeline with that name; all rows for an empty one. Uses a subquery, because after a join by name the
    planner sorts rows that an index already has in order."""
    return Q(**{path: Subquery(Pipeline.objects.filter(name=name).values("pk"))}) if name else Q()


def between(field: str, since: datetime | None, until: datetime | None) -> Q:
    """From `since` up to `until`; None means unbounded."""
    return Q(**given(**{f"{field}__gte": since, f"{field}__lt": until}))


def search(rows: QuerySet[Row], q: str, *fields: str, order: str) -> QuerySet[Row]:
    """Rows with the text in one of the fields. If no trigram index can serve, only the newest SCANNED rows by `order`
    are read; see `search_limit`."""
    if not q:
        return rows
    if not search_limit(q):
        return rows.filter(_any_contains(fields, q))
    # Not the columns themselves: the planner would look for two letters in all of a trigram index.
    read = {f"read_{at}": Concat(field, Value(""), output_field=TextField()) for at, field in enumerate(fields)}
    reading: QuerySet[Row] = rows.alias(**read)
    return reading.filter(_any_contains(read, q), newest_condition(rows.model._default_manager.all(), order))


def newest_condition(rows: QuerySet[Any], order: str) -> Q:
    """A condition for the newest SCANNED of `rows` by a time field: those since the time of the last of them."""
    oldest = rows.order_by(f"-{order}", "-pk").values(order)[SCANNED - 1 : SCANNED]
    return Q(**{f"{order}__gte": Coalesce(Subquery(oldest), Value(_BEGINNING))})


def _any_contains(names: Iterable[str], q: str) -> Q:
    return reduce(or_, (Q(**{f"{name}__icontains": q}) for name in names))


def search_limit(q: str) -> int | None:
    """How many of the newest rows a search for this text reads; None for all."""
    if not q or (_INDEXABLE.search(q) and has_trigrams()):
        return None
    return SCANNED


def has_trigrams() -> bool:
    """Whether trigram indexes exist, which need PostgreSQL with the extension pg_trgm."""
    return connection.vendor == "postgresql" and _extension_made(connection.alias)


@cache
def _extension_made(alias: str) -> bool:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'pg_trgm'")
        return bool(cursor.fetchone()[0])


def given(**filters: Any) -> dict[str, Any]:
    """The filters without empty and None, which mean any."""
    return {name: value for name, value in filters.items() if value not in ("", None)}
