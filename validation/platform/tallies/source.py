"""What is tallied: tables of the features, each with the measures that its pages show. A feature registers its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from uuid import UUID
from zlib import crc32

from django.db.models import Case, F, IntegerField, Model, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable


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
