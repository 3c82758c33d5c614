"""Figures over any time: tallies where they are clean, the rows themselves for the rest, which is the current hour and
the edges of the range. Exact, whatever was folded by then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import F, Max, Q, Sum

from validation.models import Tally, TallySpan
from validation.models.operations.tally import SpanState
from validation.platform.paging.filters import in_pipeline
from validation.platform.tallies.count import TRUNC, Counted, Run, count_rows, counted
from validation.platform.tallies.source import SOURCE_OF, Source

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STEPS = {1: HOUR, 24: DAY}


@dataclass(frozen=True, slots=True)
class TallyScope:
    """What figures are about; empty and None mean all. `covers` remembers how the range is put together, `taken` what
    was read together, for one page."""

    pipeline: str = ""
    judge: str = ""
    since: datetime | None = None
    until: datetime | None = None
    covers: dict[tuple[str, bool], Cover] = field(default_factory=dict, compare=False, repr=False)
    taken: dict[str, Taken] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Taken:
    """The sums of one measure by what they are told apart by."""

    by: tuple[str, ...]
    span: str
    sums: tuple[Counted, ...]

    def counted_by(self, by: Sequence[str]) -> Iterable[Counted]:
        places = [self.by.index(name) for name in by]
        return (one._replace(key=tuple(one.key[place] for place in places)) for one in self.sums)


@dataclass(frozen=True, slots=True)
class Cover:
    """How a range is put together: `stored` runs of clean hours and days, and `raw` runs to be counted."""

    stored: tuple[tuple[int, datetime, datetime], ...]
    raw: tuple[Run, ...]


def tallied(measure: str, scope: TallyScope, *by: str, span: str = "day") -> list[Counted]:
    """One for each key, in the order of keys. `by` are DIMENSIONS, and `at` for the beginning of its `span`."""
    taken = scope.taken.get(measure)
    if taken and set(by) <= set(taken.by) and ("at" not in by or taken.span == span):
        return _merged(taken.counted_by(by))
    source = SOURCE_OF[measure]
    cover = cover_of(source, scope, fine="at" in by and span == "hour")
    stored, raw = (read(measure, source, scope, cover, by, span) for read in (_stored, _raw))
    return _merged((*stored, *raw))


def _merged(counts: Iterable[Counted]) -> list[Counted]:
    sums: defaultdict[tuple[Any, ...], tuple[int, Decimal, int]] = defaultdict(lambda: (0, Decimal(), 0))
    for one in counts:
        n, total, most = sums[one.key]
        sums[one.key] = (n + one.n, total + one.total, max(most, one.most))
    return [Counted(key, *sums[key]) for key in sorted(sums, key=_in_order)]


def _in_order(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """What has no pipeline comes first."""
    return tuple((part is not None, part) for part in key)


def first_at(source: Source) -> datetime | None:
    """When its first row counts at."""
    field = source.at.rpartition("__")[2]
    times = source.clock._default_manager.filter(**{f"{field}__isnull": False}).order_by(field)
    return times.values_list(field, flat=True).first()


def cover_of(source: Source, scope: TallyScope, *, fine: bool) -> Cover:
    """`fine` takes no days, whose hours nobody can tell apart."""
    known = scope.covers.get((source.name, fine))
    return known or scope.covers.setdefault((source.name, fine), _cover(source, scope, fine))


def _cover(source: Source, scope: TallyScope, fine: bool) -> Cover:
    days = [] if fine else _clean(source, 24, scope, Q())
    beyond = Q()
    for start, end in runs_of(days, DAY):
        beyond &= ~Q(at__gte=start, at__lt=end)
    return cover_from(days, _clean(source, 1, scope, beyond), scope)


def cover_from(days: Sequence[datetime], hours: Sequence[datetime], scope: TallyScope) -> Cover:
    """Of clean days and of clean hours outside them."""
    stored = [(24, *run) for run in runs_of(days, DAY)] + [(1, *run) for run in runs_of(hours, HOUR)]
    stored.sort(key=lambda run: run[1])
    return Cover(tuple(stored), tuple(_gaps([(start, end) for _, start, end in stored], scope)))


def _clean(source: Source, hours: int, scope: TallyScope, also: Q) -> list[datetime]:
    spans = TallySpan.objects.filter(also, within_range(scope, hours), source=source.spans, state=SpanState.CLEAN)
    return list(spans.order_by("at").values_list("at", flat=True))


def within_range(scope: TallyScope, hours: int) -> Q:
    """Whole hours or days within the range."""
    bounds = {"at__gte": scope.since, "at__lte": scope.until - STEPS[hours] if scope.until else None}
    return Q(hours=hours, **{name: value for name, value in bounds.items() if value})


def runs_of(starts: Sequence[datetime], step: timedelta) -> list[tuple[datetime, datetime]]:
    """Spans that follow each other as one."""
    found: list[tuple[datetime, datetime]] = []
    for start in starts:
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], start + step)
        else:
            found.append((start, start + step))
    return found


def _gaps(runs: Sequence[tuple[datetime, datetime]], scope: TallyScope) -> Iterable[Run]:
    """What is left of the range, in which the runs lie one after another."""
    reached = scope.since
    for at, (start, end) in enumerate(runs):
        if reached != start or (at == 0 and reached is None):
            yield reached, start
        reached = end
    if scope.until is None or reached is None or reached < scope.until:
        yield reached, scope.until


def _stored(
    measure: str, source: Source, scope: TallyScope, cover: Cover, by: Sequence[str], span: str
) -> Iterable[Counted]:
    if not cover.stored:
        return
    rows = Tally.objects.filter(stored_runs(cover.stored), in_pipeline(scope.pipeline), measure=measure)
    if scope.judge and source.judge:
        rows = rows.filter(judge=scope.judge)
    names = {f"t_{name}": TRUNC[span]("at") if name == "at" else F(name) for name in by}
    summed = rows.order_by().values(**names).annotate(t_n=Sum("n"), t_total=Sum("total"), t_most=Max("most"))
    for row in summed:
        found: Mapping[str, Any] = row
        yield counted(tuple(found[name] for name in names), found)


def stored_runs(stored: Sequence[tuple[int, datetime, datetime]]) -> Q:
    runs = Q()
    for hours, start, end in stored:
        runs |= Q(hours=hours, at__gte=start, at__lt=end)
    return runs


def _raw(
    measure: str, source: Source, scope: TallyScope, cover: Cover, by: Sequence[str], span: str
) -> Iterable[Counted]:
    only = raw_only(source, scope)
    return count_rows(source, source.measures[measure], cover.raw, by=by, span=span, only=only)


def raw_only(source: Source, scope: TallyScope) -> Q:
    """The scope's pipeline and judge among rows of the source."""
    only = in_pipeline(scope.pipeline, source.pipeline)
    return only & Q(**{source.judge: scope.judge}) if scope.judge and source.judge else only
