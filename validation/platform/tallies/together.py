"""Many measures of one range at once, for a page that shows them all: two statements tell what is clean, one sums the
tallies, and one a source counts what is in none of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When

from validation.models import Tally, TallySpan
from validation.models.operations.tally import SpanState
from validation.platform.paging.filters import in_pipeline
from validation.platform.tallies.count import TRUNC, Counted, column_of, counted, within
from validation.platform.tallies.read import (
    DAY,
    Cover,
    Taken,
    TallyScope,
    cover_from,
    raw_only,
    runs_of,
    stored_runs,
    within_range,
)
from validation.platform.tallies.source import SOURCE_OF, Source

Wanted = Mapping[str, Sequence[str]]
"""What each measure is told apart by, as in `tallied`."""


def take_together(scope: TallyScope, wanted: Wanted, *, span: str) -> None:
    """Keeps the sums with the scope, where `tallied` finds them. None of the measures counts distinct things."""
    sources = list({SOURCE_OF[measure].name: SOURCE_OF[measure] for measure in wanted}.values())
    covers = _covers(sources, scope, fine=span == "hour")
    found: dict[str, list[Counted]] = {measure: [] for measure in wanted}
    for measure, one in _stored(covers, scope, wanted, span):
        found[measure].append(one)
    for source in sources:
        own = {name: by for name, by in wanted.items() if SOURCE_OF[name] is source}
        for measure, one in _raw(source, covers[source.name], scope, own, span):
            found[measure].append(one)
    for measure, by in wanted.items():
        scope.taken[measure] = Taken(tuple(by), span, tuple(found[measure]))


def _covers(sources: Sequence[Source], scope: TallyScope, *, fine: bool) -> dict[str, Cover]:
    spans = TallySpan.objects.filter(state=SpanState.CLEAN).order_by("at")
    names = [source.spans for source in sources]
    days = {} if fine else _by_source(spans.filter(within_range(scope, 24), source__in=names))
    rest = Q()
    for name in names:
        beyond = Q(source=name)
        for start, end in runs_of(days.get(name, []), DAY):
            beyond &= ~Q(at__gte=start, at__lt=end)
        rest |= beyond
    hours = _by_source(spans.filter(within_range(scope, 1), rest))
    return {
        source.name: cover_from(days.get(source.spans, []), hours.get(source.spans, []), scope) for source in sources
    }


def _by_source(spans: QuerySet[TallySpan]) -> dict[str, list[datetime]]:
    found: defaultdict[str, list[datetime]] = defaultdict(list)
    for source, at in spans.values_list("source", "at"):
        found[source].append(at)
    return found


def _stored(covers: Mapping[str, Cover], scope: TallyScope, wanted: Wanted, span: str) -> Iterator[tuple[str, Counted]]:
    rows, runs = Q(), defaultdict(list)
    for measure in wanted:
        runs[covers[SOURCE_OF[measure].name].stored].append(measure)
    for stored, measures in runs.items():
        if stored:
            rows |= stored_runs(stored) & Q(measure__in=measures)
    if not rows:
        return
    tallies = Tally.objects.filter(rows, in_pipeline(scope.pipeline))
    if scope.judge:
        of_all_judges = [measure for measure in wanted if not SOURCE_OF[measure].judge]
        tallies = tallies.filter(Q(judge=scope.judge) | Q(measure__in=of_all_judges))
    names = list(dict.fromkeys(name for by in wanted.values() for name in by))
    columns: dict[str, Any] = {
        f"t_{name}": Case(When(measure__in=[measure for measure, by in wanted.items() if name in by], then=F(name)))
        for name in names
    }
    if "at" in names:
        columns["t_at"] = TRUNC[span](columns["t_at"])
    summed = tallies.order_by().values("measure", **columns)
    for row in summed.annotate(t_n=Sum("n"), t_total=Sum("total"), t_most=Max("most")):
        values: Mapping[str, Any] = row
        measure = values["measure"]
        yield measure, counted(tuple(values[f"t_{name}"] for name in wanted[measure]), values)


def _raw(source: Source, cover: Cover, scope: TallyScope, wanted: Wanted, span: str) -> Iterator[tuple[str, Counted]]:
    if not cover.raw:
        return
    keys: dict[str, list[str]] = {}
    columns: dict[str, Any] = {}
    sums: dict[str, Any] = {}
    for measure, by in wanted.items():
        told = source.measures[measure]
        own = {name: f"{measure}_{name}" if name in ("kind", "bin") else f"t_{name}" for name in by}
        keys[measure] = list(own.values())
        columns |= {alias: column_of(source, told, name, span) for name, alias in own.items()}
        sums[f"{measure}_n"] = Count("pk", filter=told.only)
        if told.total:
            sums[f"{measure}_total"] = Sum(told.total, filter=told.only)
            sums[f"{measure}_most"] = Max(told.total, filter=told.only)
    rows = source.rows().filter(within(source.at, cover.raw), raw_only(source, scope)).order_by()
    for row in rows.values(**columns).annotate(**sums):
        for measure, aliases in keys.items():
            if row[f"{measure}_n"]:
                values = {f"t_{name}": row.get(f"{measure}_{name}") for name in ("n", "total", "most")}
                yield measure, counted(tuple(row[alias] for alias in aliases), values)
