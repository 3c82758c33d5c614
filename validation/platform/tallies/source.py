"""What is tallied: tables of the features, each with the measures that its pages show; a feature registers its own.
And the count of the rows themselves: what a tally must say, and what is read where there is none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID
from zlib import crc32

from django.db.models import Case, CharField, Count, F, IntegerField, Max, Model, Q, QuerySet, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, TruncDay, TruncHour, TruncWeek

from validation.platform.paging.filters import between


@dataclass(frozen=True, slots=True)
class Measure:
    """Counts rows by `kind` and `bin`, both expressions over the row or names of its fields; `total` names what is
    summed up, `only` what counts. With `distinct` it counts what that path leads to, each once, and the total is of
    rows."""

    kind: Combinable | str = ""
    bin: Combinable | None = None
    total: str = ""
    distinct: str = ""
    only: Q = field(default_factory=Q)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """`at` is the path to the time that a row counts at, a column of `clock`. The other names are paths to what tallies
    are told apart by, empty where rows have no such thing. `about` finds the rows of the turns of some attempts, for
    whom must not know of them yet. A higher `version` has everything counted anew, as another measure does."""

    name: str
    rows: Callable[[], QuerySet[Any]]
    clock: type[Model]
    at: str
    measures: Mapping[str, Measure]
    pipeline: str = "pipeline"
    judge: str = ""
    model: str = ""
    prompt: str = ""
    policy: str = ""
    about: Callable[[Collection[UUID]], Q] | None = None
    version: int = 1

    @property
    def spans(self) -> str:
        """The name of its spans, another one when what is counted is another."""
        counted = ",".join(sorted(self.measures))
        return f"{self.name}:{self.version}.{crc32(counted.encode()):08x}"

    @property
    def clock_column(self) -> str:
        field = self.clock._meta.get_field(self.at.rpartition("__")[2])
        return str(field.column)  # type: ignore[union-attr]


SOURCES: dict[str, Source] = {}
SOURCE_OF: dict[str, Source] = {}
"""By the name of a measure, which is unique among all."""


def register_source(source: Source) -> None:
    SOURCES[source.name] = source
    SOURCE_OF.update(dict.fromkeys(source.measures, source))


def edges_to_bins(field: str, edges: tuple[int, ...]) -> Case:
    """The bin of a number is the highest edge that it reaches."""
    cases = [When(**{f"{field}__lt": edge, "then": Value(below)}) for below, edge in pairwise(edges)]
    return Case(*cases, default=Value(edges[-1]), output_field=IntegerField())


_DECADE = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
LATENCY_BINS = (0, *(step * 10**scale for scale in range(5) for step in _DECADE), 1_000_000)
"""Milliseconds: ten bins a decade, none wider than a third of its lower edge."""


def scaled_bins(field: str, bins: int) -> Combinable:
    """Bins of equal width from 0 to 1; a boundary belongs to the upper one."""
    cases = [When(**{f"{field}__lt": (at + 1) / bins - 5e-11, "then": Value(at)}) for at in range(bins - 1)]
    return Case(*cases, default=Value(bins - 1), output_field=IntegerField())


def capped(field: str, most: int) -> Combinable:
    return Case(When(**{f"{field}__lt": most}, then=F(field)), default=Value(most), output_field=IntegerField())


Run = tuple[datetime | None, datetime | None]
"""From a time up to another; None is open."""
TRUNC = {"hour": TruncHour, "day": TruncDay, "week": TruncWeek}
ALL = Q()
DIMENSIONS = ("pipeline", "judge", "model", "prompt", "policy", "kind", "bin")


class TallySum(NamedTuple):
    """`key` has the values of what was asked for, in that order."""

    key: tuple[Any, ...]
    n: int
    total: Decimal
    most: int


def count_rows(
    source: Source, measure: Measure, runs: Sequence[Run], *, by: Sequence[str], span: str = "hour", only: Q = ALL
) -> Iterable[TallySum]:
    """Of the rows in any of the runs. `by` are DIMENSIONS, or `at` for the beginning of its `span`."""
    if not runs:
        return
    names = {f"t_{name}": column_of(source, measure, name, span) for name in by}
    rows = source.rows().filter(within(source.at, runs), measure.only, only).order_by().values(**names)
    counts = Count(measure.distinct, distinct=True) if measure.distinct else Count("pk")
    rows = rows.annotate(t_n=counts, **_sums(measure))
    for row in rows:
        yield counted(tuple(row[name] for name in names), row)


def counted(key: tuple[Any, ...], row: Mapping[str, Any]) -> TallySum:
    total, most = row.get("t_total"), row.get("t_most")
    return TallySum(key, row["t_n"], Decimal(total) if total is not None else Decimal(), int(most or 0))


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
