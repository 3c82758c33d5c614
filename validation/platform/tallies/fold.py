"""Computes the tallies: finished hours without recent changes, then days whose hours are all clean, then weeks."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum

from validation.models import Tally, TallySpan
from validation.models.operations.tally import SpanState
from validation.platform.tallies.read import HOUR, STEPS, WEEK, first_at, runs_of
from validation.platform.tallies.source import DIMENSIONS, SOURCES, TRUNC, Run, Source, count_rows, within

GRACE = timedelta(minutes=5)
"""Least time between the end of an hour and counting it. The triggers ignore younger rows."""
QUIET = timedelta(seconds=60)
"""How long a span is due before it is counted: longer than any transaction that began before the span existed."""
LEASE = timedelta(minutes=10)
AT_ONCE = 48
"""Most spans counted by one claim."""
_WIDER = ((24, 1, "day"), (168, 24, "week"))
"""For spans that are summed from narrower ones: their hours, the hours of the narrower ones, and the unit."""
_MONDAY = timedelta(days=4).total_seconds()
"""Offset of Monday in the Unix epoch, which began on a Thursday."""


def fold_due(*, now: datetime, quiet: timedelta = QUIET, until_done: bool = False) -> int:
    """Counts due spans of each source, or with `until_done` all of them. Returns the number of hours counted, including
    those of days and weeks."""
    counted = 0
    for source in tuple(SOURCES.values()):
        add_spans(source, now=now)
        while True:
            folded = fold_hours(source, now=now, quiet=quiet)
            folded += sum(fold_wider(source, *wider, now=now) for wider in _WIDER)
            counted += folded
            if not folded or not until_done:
                break
    return counted


def forget_all() -> None:
    """Deletes all tallies, so that everything is counted again."""
    with transaction.atomic():
        Tally.objects.all().delete()
        TallySpan.objects.all().delete()


def add_spans(source: Source, *, now: datetime) -> None:
    """Adds a span for each finished hour, day and week since the week of the first row, even if it has no rows."""
    TallySpan.objects.filter(source__startswith=f"{source.name}:").exclude(source=source.spans).delete()
    first = first_at(source)
    if first is None:
        return
    for hours, step in STEPS.items():
        over = _beginning(now - GRACE, step)
        known = TallySpan.objects.filter(source=source.spans, hours=hours).aggregate(first=Min("at"), last=Max("at"))
        begin = _beginning(first, WEEK)
        wanted = [(begin, over)] if known["first"] is None else [(begin, known["first"]), (known["last"] + step, over)]
        spans = [
            TallySpan(source=source.spans, hours=hours, at=start + step * place, since=now)
            for start, end in wanted
            for place in range(max(0, int((end - start) / step)))
        ]
        TallySpan.objects.bulk_create(spans, ignore_conflicts=True, batch_size=500)


def fold_hours(source: Source, *, now: datetime, quiet: timedelta) -> int:
    with _claimed(source, _due(source, 1, now, quiet).order_by("at")[:AT_ONCE], now) as runs:
        made = [
            Tally(measure=name, hours=1, n=one.n, total=one.total, most=one.most, **_columns(one.key))
            for measure in source.measures
            for name, one in count_rows(source, {measure: ("at", *DIMENSIONS)}, runs)
        ]
        Tally.objects.bulk_create(made, batch_size=1000)
    return _hours_in(runs)


def fold_wider(source: Source, hours: int, of: int, name: str, *, now: datetime) -> int:
    """Sums days from their hours, or weeks from their days, once all of these are clean."""
    step, trunc = STEPS[hours], TRUNC[name]("at", tzinfo=UTC)
    due = list(_due(source, hours, now, timedelta()).order_by("at").values_list("at", flat=True)[:500])
    if not due:
        return 0
    parts = TallySpan.objects.filter(source=source.spans, hours=of, state=SpanState.CLEAN)
    parts = parts.filter(at__gte=due[0], at__lt=due[-1] + step).annotate(begin=trunc).order_by()
    whole = {row["begin"] for row in parts.values("begin").annotate(n=Count("pk")) if row["n"] == hours // of}
    ready = _due(source, hours, now, timedelta()).filter(at__in=[at for at in due if at in whole][:AT_ONCE])
    with _claimed(source, ready, now, hours=hours) as runs:
        rows = Tally.objects.filter(within("at", runs), measure__in=source.measures, hours=of) if runs else None
        summed = [] if rows is None else _summed(rows.order_by().annotate(begin=trunc), hours)
        Tally.objects.bulk_create(summed, batch_size=1000)
    return _hours_in(runs)


def _summed(rows: QuerySet[Tally], hours: int) -> list[Tally]:
    names = {name: F(name) for name in ("measure", "judge", "model", "prompt", "policy", "kind", "bin")}
    grouped = rows.values("begin", "pipeline_id", *names)
    summed = grouped.annotate(t_n=Sum("n"), t_total=Sum("total"), t_most=Max("most"))
    return [
        Tally(
            hours=hours,
            at=row["begin"],
            pipeline_id=row["pipeline_id"],
            n=row["t_n"],
            total=row["t_total"],
            most=row["t_most"],
            **{name: row[name] for name in names},
        )
        for row in summed
    ]


def _due(source: Source, hours: int, now: datetime, quiet: timedelta) -> QuerySet[TallySpan]:
    """Due spans that nobody is counting, or whose counting was interrupted."""
    waits = Q(state=SpanState.DUE, since__lte=now - quiet)
    cut_off = Q(state=SpanState.COUNTING, since__lte=now - LEASE)
    return TallySpan.objects.filter(waits | cut_off, source=source.spans, hours=hours)


@contextmanager
def _claimed(source: Source, spans: QuerySet[TallySpan], now: datetime, hours: int = 1) -> Iterator[list[Run]]:
    """Claims the spans and deletes their old tallies; yields the claimed runs inside the transaction that stores the
    new ones. A span that changes in the meantime stays due, because the triggers remove the token. Spans that a
    transaction under way has touched are left for later: waiting for it could be a deadlock."""
    token = uuid.uuid4()
    with transaction.atomic():
        wanted = _unlocked(spans)
        TallySpan.objects.filter(pk__in=wanted).update(state=SpanState.COUNTING, token=token, since=now)
    own = TallySpan.objects.filter(token=token)
    runs: list[Run] = list(runs_of(list(own.order_by("at").values_list("at", flat=True)), STEPS[hours]))
    with transaction.atomic():
        if runs:
            Tally.objects.filter(within("at", runs), measure__in=source.measures, hours=hours).delete()
        yield runs
        counted = _unlocked(own.filter(state=SpanState.COUNTING))
        TallySpan.objects.filter(pk__in=counted).update(state=SpanState.CLEAN, token=None, since=now)


def _unlocked(spans: QuerySet[TallySpan]) -> list[int]:
    return list(spans.select_for_update(skip_locked=True).values_list("pk", flat=True))


def _columns(key: tuple[object, ...]) -> dict[str, Any]:
    at, pipeline, *rest = key
    return {"at": at, "pipeline_id": pipeline, **dict(zip(DIMENSIONS[1:], rest, strict=True))}


def _hours_in(runs: list[Run]) -> int:
    return sum(int((end - start) / HOUR) for start, end in runs if start and end)


def _beginning(moment: datetime, step: timedelta) -> datetime:
    """The start of the hour, day or week in UTC."""
    seconds = step.total_seconds()
    return datetime.fromtimestamp((moment.timestamp() - _MONDAY) // seconds * seconds + _MONDAY, UTC)
