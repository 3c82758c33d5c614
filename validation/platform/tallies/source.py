"""Declares what is tallied: features register their tables with the measures to count. Also counts rows directly, which
is what tallies are computed from and what replaces a missing tally."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
    """Counts rows by `kind` and `bin`, which are field names or expressions; `total` is the field to sum, `only` a
    filter. With `distinct` it counts the distinct values of that path, while the total is still over rows."""

    kind: Combinable | str = ""
    bin: Combinable | None = None
    total: str = ""
    distinct: str = ""
    only: Q = field(default_factory=Q)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """`at` is the path to the time of a row, a column of `clock`. The other names are paths to the dimensions, empty if
    rows lack one. `about` finds the rows about the turns of given attempts, to hide them from people who must not know
    of them yet. Raising `version`, like changing a measure, makes everything be counted again."""

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
        """The name of its spans, which changes with the version and the measures."""
        counted = ",".join(sorted(self.measures))
        return f"{self.name}:{self.version}.{crc32(counted.encode()):08x}"

    @property
    def clock_column(self) -> str:
        field = self.clock._meta.get_field(self.at.rpartition("__")[2])
        return str(field.column)  # type: ignore[union-attr]


SOURCES: dict[str, Source] = {}
SOURCE_OF: dict[str, Source] = {}
"""Sources by the name of a measure, which is globally unique."""


def register_source(source: Source) -> None:
    SOURCES[source.name] = source
    SOURCE_OF.update(dict.fromkeys(source.measures, source))


def edges_to_bins(field: str, edges: tuple[int, ...]) -> Case:
    """Bins numbers by the highest edge that they reach."""
    cases = [When(**{f"{field}__lt": edge, "then": Value(below)}) for below, edge in pairwise(edges)]
    return Case(*cases, default=Value(edges[-1]), output_field=IntegerField())


_DECADE = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
LATENCY_BINS = (0, *(step * 10**scale for scale in range(5) for step in _DECADE), 1_000_000)
"""Milliseconds: ten bins per decade, none wider than a third of its lower edge."""


def scaled_bins(field: str, bins: int) -> Combinable:
    """Bins of equal width from 0 to 1; a boundary belongs to the upper one."""
    cases = [When(**{f"{field}__lt": (at + 1) / bins - 5e-11, "then": Value(at)}) for at in range(bins - 1)]
    return Case(*cases, default=Value(bins - 1), output_field=IntegerField())


def capped(field: str, most: int) -> Combinable:
    return Case(When(**{f"{field}__lt": most}, then=F(field)), default=Value(most), output_field=IntegerField())


Run = tuple[datetime | None, datetime | None]
"""From one time up to another; None means unbounded."""
TRUNC = {"hour": TruncHour, "day": TruncDay, "week": TruncWeek}
ALL = Q()
DIMENSIONS = ("pipeline", "judge", "model", "prompt", "policy", "kind", "bin")


class TallySum(NamedTuple):
    """`key` has the values of the requested dimensions, in order."""

    key: tuple[Any, ...]
    n: int
    total: Decimal
    most: int


def count_rows(
    source: Source, wanted: Mapping[str, Sequence[str]], runs: Sequence[Run], *, span: str = "hour", only: Q = ALL
) -> Iterator[tuple[str, TallySum]]:
    """Counts the rows in any of the runs, by measure. Several measures take one statement, if none has `distinct`. Each
    is grouped by DIMENSIONS, or `at` for the start of a `span`."""
    if not runs:
        return
    keys: dict[str, list[str]] = {}
    columns: dict[str, Any] = {}
    sums: dict[str, Any] = {}
    for name, by in wanted.items():
        measure = source.measures[name]
        own = {part: f"{name}_{part}" if part in ("kind", "bin") else f"t_{part}" for part in by}
        keys[name] = list(own.values())
        columns |= {alias: _column(source, measure, part, span) for part, alias in own.items()}
        sums |= {f"{name}_{what}": summed for what, summed in _sums(measure).items()}
    if len(wanted) == 1:
        only &= measure.only
    for row in source.rows().filter(within(source.at, runs), only).order_by().values(**columns).annotate(**sums):
        for name, aliases in keys.items():
            if n := row[f"{name}_n"]:
                key = tuple(row[alias] for alias in aliases)
                yield name, summed_up(key, n, row.get(f"{name}_total"), row.get(f"{name}_most"))


def summed_up(key: tuple[Any, ...], n: int, total: Any, most: Any) -> TallySum:
    """`total` and `most` are None if nothing is summed."""
    return TallySum(key, n, Decimal(total) if total is not None else Decimal(), int(most or 0))


def within(field: str, runs: Sequence[Run]) -> Q:
    found = Q()
    for start, end in runs:
        found |= between(field, start, end)
    return found


def _sums(measure: Measure) -> dict[str, Any]:
    if measure.distinct:
        distinct = Count(measure.distinct, distinct=True, filter=measure.only)
        return {"n": distinct, "total": Count("pk", filter=measure.only)}
    sums: dict[str, Any] = {"n": Count("pk", filter=measure.only)}
    if measure.total:
        sums |= {name: of(measure.total, filter=measure.only) for name, of in (("total", Sum), ("most", Max))}
    return sums


def _column(source: Source, measure: Measure, name: str, span: str) -> Any:
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
