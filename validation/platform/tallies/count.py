"""Counts the rows themselves: what a tally must say, and what is read where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import CharField, Count, F, IntegerField, Max, Q, Sum, Value
from django.db.models.functions import Cast, Coalesce, TruncDay, TruncHour, TruncWeek

from validation.platform.paging.filters import between
from validation.platform.tallies.source import Measure, Source

Run = tuple[datetime | None, datetime | None]
"""From a time up to another; None is open."""
TRUNC = {"hour": TruncHour, "day": TruncDay, "week": TruncWeek}
ALL = Q()
DIMENSIONS = ("pipeline", "judge", "model", "prompt", "policy", "kind", "bin")


class Counted(NamedTuple):
    """`key` has the values of what was asked for, in that order."""

    key: tuple[Any, ...]
    n: int
    total: Decimal
    most: int


def count_rows(
    source: Source, measure: Measure, runs: Sequence[Run], *, by: Sequence[str], span: str = "hour", only: Q = ALL
) -> Iterable[Counted]:
    """Of the rows in any of the runs. `by` are DIMENSIONS, or `at` for the beginning of its `span`."""
    if not runs:
        return
    names = {f"t_{name}": column_of(source, measure, name, span) for name in by}
    rows = source.rows().filter(within(source.at, runs), measure.only, only).order_by().values(**names)
    counts = Count(measure.distinct, distinct=True) if measure.distinct else Count("pk")
    rows = rows.annotate(t_n=counts, **_sums(measure))
    for row in rows:
        yield counted(tuple(row[name] for name in names), row)


def counted(key: tuple[Any, ...], row: Mapping[str, Any]) -> Counted:
    total, most = row.get("t_total"), row.get("t_most")
    return Counted(key, row["t_n"], Decimal(total) if total is not None else Decimal(), int(most or 0))


def within(field: str, runs: Sequence[Run]) -> Q:
    found = Q()
    for start, end in runs:
        found |= between(field, start, end)
    return found


def _sums(measure: Measure) -> dict[str, Any]:
    if measure.distinct:
        return {"t_total": Count("pk")}
    return {"t_total": Sum(measure.total), "t_most": Max(measure.total)} if measure.total else {}


def column_of(source: Source, measure: Measure, name: str, span: str) -> Any:
    match name:
        case "at":
            return TRUNC[span](source.at, tzinfo=UTC)
        case "kind":
            return Cast(measure.kind, CharField()) if measure.kind else Value("", CharField())
        case "bin":
            return measure.bin if measure.bin is not None else Value(0, IntegerField())
        case "policy":
            return Coalesce(F(source.policy), 0) if source.policy else Value(0, IntegerField())
        case _:
            path = getattr(source, name)
            return F(path) if path else Value("", CharField())
