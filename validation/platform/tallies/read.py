"""Reads figures over any range: from clean tallies, and from the rows for the rest (the current hour and the edges of
the range). The result is exact, whatever has been folded. Several measures of one range are read together: two
statements find clean spans, one sums tallies, and one per source counts the remaining rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Case, F, Max, Q, QuerySet, Sum, When

from validation.models import Tally, TallySpan
from validation.models.operations.tally import SpanState
from validation.platform.paging.filters import SpanFilter, given, in_pipeline
from validation.platform.tallies.source import (
    SOURCE_OF,
    TRUNC,
    Run,
    Source,
    TallySum,
    count_rows,
    summed_up,
)

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)
STEPS = {1: HOUR, 24: DAY, 168: WEEK}
"""Spans by their hours. Weeks start on Monday, as in the database's truncation."""
_FIRST = datetime.min.replace(tzinfo=UTC)
_WIDEST = {"hour": 1, "day": 24, "week": 168}
"""The widest tallies, in hours, that still allow grouping by such a span."""
Wanted = Mapping[str, Sequence[str]]
"""The dimensions to group each measure by: DIMENSIONS, and `at` for the start of a span."""
Sums = Mapping[str, Sequence[TallySum]]


@dataclass(frozen=True, slots=True)
class TallyScope(SpanFilter):
    """`without` are attempts whose turns are excluded, as in lists, because the difference would reveal their verdict.
    `covers` and `taken` cache, for one page, how the range is composed and the sums already read."""

    judge: str = ""
    without: frozenset[UUID] = frozenset()
    covers: dict[tuple[str, int], RangeCover] = field(default_factory=dict, compare=False, repr=False)
    taken: dict[str, list[GroupedSums]] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GroupedSums:
    """The sums of one measure, and the dimensions they are grouped by."""

    by: tuple[str, ...]
    span: str
    sums: tuple[TallySum, ...]

    def counted_by(self, by: Sequence[str]) -> Iterable[TallySum]:
        places = [self.by.index(name) for name in by]
        return (one._replace(key=tuple(one.key[place] for place in places)) for one in self.sums)


@dataclass(frozen=True, slots=True)
class RangeCover:
    """The composition of a range: `stored` runs of clean spans by their hours, and `raw` runs to count from rows."""

    stored: tuple[tuple[int, datetime, datetime], ...]
    raw: tuple[Run, ...]


def tallied(measure: str, scope: TallyScope, *by: str, span: str = "day") -> list[TallySum]:
    """The sums by key, in order of keys. `by` are DIMENSIONS, and `at` for the start of a `span`."""
    for taken in scope.taken.get(measure, ()):
        if set(by) <= set(taken.by) and ("at" not in by or taken.span == span):
            return _merged(taken.counted_by(by))
    return _merged(_sums({measure: by}, scope, span)[measure])


def load_sums(scope: TallyScope, wanted: Wanted, *, span: str) -> None:
    """Reads several measures and caches the sums in the scope, for `tallied`. None may have `distinct`."""
    for measure, sums in _sums(wanted, scope, span).items():
        scope.taken.setdefault(measure, []).append(GroupedSums(tuple(wanted[measure]), span, tuple(sums)))


def _sums(wanted: Wanted, scope: TallyScope, span: str) -> Sums:
    sources = list({SOURCE_OF[measure].name: SOURCE_OF[measure] for measure in wanted}.values())
    fine = span == "hour" and any("at" in by for by in wanted.values())
    read_covers(sources, scope, fine=fine)
    widest = {measure: 1 if fine else _WIDEST[span if "at" in by else "week"] for measure, by in wanted.items()}
    covers = {measure: scope.covers[SOURCE_OF[measure].name, hours] for measure, hours in widest.items()}
    found: dict[str, list[TallySum]] = {measure: [] for measure in wanted}
    for measure, one in _stored(covers, scope, wanted, span):
        found[measure].append(one)
    for source in sources:
        own = {name: by for name, by in wanted.items() if SOURCE_OF[name] is source}
        raw, only = covers[next(iter(own))].raw, _raw_only(source, scope)
        for measure, one in count_rows(source, own, raw, span=span, only=only):
            found[measure].append(one)
        if scope.without and source.about is not None:
            whole, only = [(scope.since, scope.until)], only & source.about(scope.without)
            for measure, one in count_rows(source, own, whole, span=span, only=only):
                found[measure].append(TallySum(one.key, -one.n, -one.total, 0))
    return found


def _merged(counts: Iterable[TallySum]) -> list[TallySum]:
    sums: defaultdict[tuple[Any, ...], tuple[int, Decimal, int]] = defaultdict(lambda: (0, Decimal(), 0))
    for one in counts:
        n, total, most = sums[one.key]
        sums[one.key] = (n + one.n, total + one.total, max(most, one.most))
    ordered = sorted(sums, key=lambda key: [(part is not None, part) for part in key])  # what has no pipeline first
    return [TallySum(key, *sums[key]) for key in ordered if sums[key][0]]


def first_at(source: Source) -> datetime | None:
    """The time of its first row."""
    field = source.at.rpartition("__")[2]
    times = source.clock._default_manager.filter(**{f"{field}__isnull": False}).order_by(field)
    return times.values_list(field, flat=True).first()


def read_covers(sources: Sequence[Source], scope: TallyScope, *, fine: bool) -> None:
    """Caches covers in the scope, by source and by the hours of the widest span used. They differ in the stored spans,
    not in the raw part. `fine` uses hours only, for grouping by hour."""
    unknown = [source for source in sources if (source.name, 1 if fine else 24) not in scope.covers]
    if not unknown:
        return
    names = [source.spans for source in unknown]
    clean = TallySpan.objects.filter(state=SpanState.CLEAN, source__in=names).order_by("at")
    wider = _within_range(scope, 24) | _within_range(scope, 168)
    wide = {} if fine else _by_source(clean.filter(wider))
    rest = Q()
    for name in names:
        beyond = Q(source=name)
        for start, end in runs_of(wide.get((name, 24), []), DAY):
            beyond &= ~Q(at__gte=start, at__lt=end)
        rest |= beyond
    narrow = _by_source(clean.filter(_within_range(scope, 1), rest))
    for source in unknown:
        hours, days, weeks = ((wide | narrow).get((source.spans, hours), []) for hours in STEPS)
        if fine:
            scope.covers[source.name, 1] = _cover([(1, HOUR, hours)], scope)
            continue
        scope.covers[source.name, 24] = _cover([(24, DAY, days), (1, HOUR, hours)], scope)
        whole, rest_of_days = _whole_weeks(weeks, days)
        scope.covers[source.name, 168] = _cover([(168, WEEK, whole), (24, DAY, rest_of_days), (1, HOUR, hours)], scope)


def _by_source(spans: QuerySet[TallySpan]) -> dict[tuple[str, int], list[datetime]]:
    found: defaultdict[tuple[str, int], list[datetime]] = defaultdict(list)
    for source, hours, at in spans.values_list("source", "hours", "at"):
        found[source, hours].append(at)
    return found


def _whole_weeks(weeks: Sequence[datetime], days: Sequence[datetime]) -> tuple[list[datetime], list[datetime]]:
    """The weeks whose days are all clean, and the days outside of these weeks."""
    known = set(days)
    inside = {week: {week + DAY * place for place in range(7)} for week in weeks}
    whole = [week for week in weeks if inside[week] <= known]
    covered = {day for week in whole for day in inside[week]}
    return whole, [day for day in days if day not in covered]


def _cover(levels: Sequence[tuple[int, timedelta, Sequence[datetime]]], scope: TallyScope) -> RangeCover:
    """The cover made of these spans, which do not overlap."""
    stored = [(hours, *run) for hours, step, starts in levels for run in runs_of(starts, step)]
    stored.sort(key=lambda run: run[1])
    return RangeCover(tuple(stored), tuple(_gaps([(start, end) for _, start, end in stored], scope)))


def _within_range(scope: TallyScope, hours: int) -> Q:
    """Spans that lie completely within the range."""
    if scope.until is None:
        return Q(hours=hours, **given(at__gte=scope.since))
    if scope.until - _FIRST < STEPS[hours]:  # there is no time before the first
        return Q(pk__in=())
    return Q(hours=hours, **given(at__gte=scope.since, at__lte=scope.until - STEPS[hours]))


def runs_of(starts: Sequence[datetime], step: timedelta) -> list[tuple[datetime, datetime]]:
    """Merges consecutive spans."""
    found: list[tuple[datetime, datetime]] = []
    for start in starts:
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], start + step)
        else:
            found.append((start, start + step))
    return found


def _gaps(runs: Sequence[tuple[datetime, datetime]], scope: TallyScope) -> Iterable[Run]:
    """The parts of the range between the runs, which are in order."""
    reached = scope.since
    for at, (start, end) in enumerate(runs):
        if reached != start or (at == 0 and reached is None):
            yield reached, start
        reached = end
    if scope.until is None or reached is None or reached < scope.until:
        yield reached, scope.until


def _stored(
    covers: Mapping[str, RangeCover], scope: TallyScope, wanted: Wanted, span: str
) -> Iterator[tuple[str, TallySum]]:
    rows, runs = Q(), defaultdict(list)
    for measure in wanted:
        runs[covers[measure].stored].append(measure)
    for stored, measures in runs.items():
        if stored:
            rows |= _stored_runs(stored) & Q(measure__in=measures)
    if not rows:
        return
    tallies = Tally.objects.filter(rows, in_pipeline(scope.pipeline))
    if scope.judge:
        of_all_judges = [measure for measure in wanted if not SOURCE_OF[measure].judge]
        tallies = tallies.filter(Q(judge=scope.judge) | Q(measure__in=of_all_judges))
    columns = {f"t_{name}": _column(name, wanted, span) for by in wanted.values() for name in by}
    summed = tallies.order_by().values("measure", **columns)
    for row in summed.annotate(t_n=Sum("n"), t_total=Sum("total"), t_most=Max("most")):
        values: Mapping[str, Any] = row
        measure = values["measure"]
        key = tuple(values[f"t_{name}"] for name in wanted[measure])
        yield measure, summed_up(key, *(values[f"t_{name}"] for name in ("n", "total", "most")))


def _column(name: str, wanted: Wanted, span: str) -> Any:
    """The column for a dimension; null for measures that are not grouped by it."""
    asking = [measure for measure, by in wanted.items() if name in by]
    column = F(name) if len(asking) == len(wanted) else Case(When(measure__in=asking, then=F(name)))
    return TRUNC[span](column) if name == "at" else column


def _stored_runs(stored: Sequence[tuple[int, datetime, datetime]]) -> Q:
    runs = Q()
    for hours, start, end in stored:
        runs |= Q(hours=hours, at__gte=start, at__lt=end)
    return runs


def _raw_only(source: Source, scope: TallyScope) -> Q:
    """Filters rows of the source by the scope's pipeline and judge."""
    only = in_pipeline(scope.pipeline, source.pipeline)
    return only & Q(**{source.judge: scope.judge}) if scope.judge and source.judge else only
