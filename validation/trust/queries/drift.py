"""Counts the figures of finished days in SQL, and reads drift for the page and the event."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Any
from uuid import UUID

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Length, Substr

from validation.domain.attempt import UNDECIDED, AttemptState, Route
from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.shares import ENOUGH
from validation.evidence.requirements.language import language_of
from validation.models import Attempt, AttemptText, CheckRecord, DailyFigure, DriftPoint, Judgement, Pipeline
from validation.platform.paging.filters import in_pipeline
from validation.response.queries.blind_attempts import turns_of
from validation.trust.estimates.drift import Figure, label_of

MOST_POINTS = 100


def drift_points(*, pipeline: str, since: date) -> list[DriftPoint]:
    """Newest first, at most MOST_POINTS."""
    points = DriftPoint.objects.filter(in_pipeline(pipeline), day__gte=since).select_related("pipeline")
    return list(points[:MOST_POINTS])


def daily_figures(*, pipeline: str, since: date, without: frozenset[UUID] = frozenset()) -> list[Figure]:
    """Figures of one pipeline, or combined over all: shares by summing counts, medians by their weighted mean. Turns
    with an attempt in `without` count for nothing in what tells a verdict."""
    rows = DailyFigure.objects.filter(in_pipeline(pipeline), day__gte=since)
    figures = _together(rows.order_by("day").values_list("series", "day", "hits", "n", "value"))
    return list(_less(figures, *_told_by(without, pipeline)) if without else figures)


def drift_resources(ids: Sequence[str]) -> Mapping[str, Any]:
    points = DriftPoint.objects.filter(pk__in=ids).select_related("pipeline")
    return {str(point.pk): drift_resource(point) for point in points}


def drift_resource(point: DriftPoint) -> dict[str, Any]:
    same = {name: getattr(point, name) for name in ("day", "before", "after", "p", "cause", "cause_day", "found_at")}
    named = {"id": str(point.pk), "pipeline": point.pipeline.name, "series": point.series}
    return {**named, "label": label_of(point.series), **same}


def _together(rows: Iterable[tuple[str, date, int | None, int, float]]) -> Iterable[Figure]:
    grouped: defaultdict[tuple[str, date], list[tuple[int | None, int, float]]] = defaultdict(list)
    for series, day, *rest in rows:
        grouped[series, day].append(tuple(rest))  # type: ignore[arg-type]
    read = {day: sum(n for _, n, _ in parts) for (series, day), parts in grouped.items() if series == "length"}
    for (series, day), parts in grouped.items():
        n = sum(size for _, size, _ in parts)
        if series.startswith("language:"):  # a pipeline stores the languages that it saw, and always a length
            n = read.get(day, n)
        hits = None if parts[0][0] is None else sum(part or 0 for part, _, _ in parts)
        value = sum(size * value for _, size, value in parts) / n if n else 0.0
        yield Figure(series, day, hits, n, value)


Counts = Counter[tuple[str, date]]
"""By series and day."""


def _told_by(attempts: frozenset[UUID], pipeline: str) -> tuple[Counts, Counts]:
    """The `hits` and the `n` that all attempts of these turns make up of each figure."""
    hits, n = Counts(), Counts()
    decided = Attempt.objects.filter(in_pipeline(pipeline), turn__in=turns_of(attempts), state=AttemptState.DECIDED)
    for at, route in decided.values_list("submitted_at", "judged_route"):
        day = at.astimezone(UTC).date()
        hits[f"route:{route}", day] += 1
        n.update((series, day) for series in ("confidence", *(f"route:{one}" for one in _DECIDED)))
    checks = CheckRecord.objects.filter(judgement__in=_in_force(decided), state__in=(CheckState.FAIL, CheckState.PASS))
    for at, name, state in checks.values_list("judgement__attempt__submitted_at", "name", "state"):
        key = f"check:{name}", at.astimezone(UTC).date()
        n[key] += 1
        hits[key] += state == CheckState.FAIL
    return hits, n


def _less(figures: Iterable[Figure], hits: Counts, n: Counts) -> Iterator[Figure]:
    """The figures without these counts. A median cannot be counted back: among many it tells nothing of one, among few
    the day is left out."""
    for figure in figures:
        key = figure.series, figure.day
        left = figure.n - n[key]
        if not n[key] or (figure.hits is None and left >= ENOUGH):
            yield figure
        elif figure.hits is not None and left > 0:
            yield _share(*key, min(max(figure.hits - hits[key], 0), left), left)


_SAMPLE = 200
"""Number of newest responses per day that are read for length and language."""
_READ = 2_000
_DECIDED = tuple(route.value for route in Route if route is not Route.HALT)


def count_day(pipeline: Pipeline, day: date) -> list[Figure]:
    """The figures of one day; empty without attempts."""
    return list(_counted(_submitted(pipeline, day), day))


def is_waiting(pipeline: Pipeline, day: date) -> bool:
    """Whether an attempt of that day is not judged yet."""
    return _submitted(pipeline, day).filter(state__in=UNDECIDED).exists()


def _submitted(pipeline: Pipeline, day: date) -> QuerySet[Attempt]:
    start = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return Attempt.objects.filter(
        turn__pipeline=pipeline, submitted_at__gte=start, submitted_at__lt=start + timedelta(days=1)
    )


def known_figures(pipeline: Pipeline, since: date) -> list[Figure]:
    rows = DailyFigure.objects.filter(pipeline=pipeline, day__gte=since).order_by("day", "series")
    return [Figure(row.series, row.day, row.hits, row.n, row.value) for row in rows]


def _counted(attempts: QuerySet[Attempt], day: date) -> Iterator[Figure]:
    states = dict(attempts.order_by().values_list("state").annotate(n=Count("pk")))
    decided, halted = states.get(AttemptState.DECIDED, 0), states.get(AttemptState.HALTED, 0)
    if not decided + halted:
        return
    yield _share("halted", day, halted, decided + halted)
    settled = attempts.filter(state=AttemptState.DECIDED)
    if not decided:
        return
    routes = dict(settled.order_by().values_list("judged_route").annotate(n=Count("pk")))
    yield from (_share(f"route:{route}", day, routes.get(route, 0), decided) for route in _DECIDED)
    middle = settled.order_by("confidence").values_list("confidence", flat=True)[decided // 2]
    yield Figure("confidence", day, None, decided, float(middle or 0.0))
    yield from _set_up(settled, day, decided)
    yield from _checks(settled, day)
    yield from _texts(settled, day)


def _set_up(settled: QuerySet[Attempt], day: date, decided: int) -> Iterator[Figure]:
    policies = settled.order_by().values_list("policy").annotate(n=Count("pk"))
    yield from (_share(f"policy:{number}", day, n, decided) for number, n in policies if number)
    judged = _in_force(settled).order_by().values_list("judge", "model", "prompt").annotate(n=Count("pk"))
    for judge, model, prompt, n in judged:
        name = " ".join(part for part in (judge, model, prompt.removeprefix("sha256:")[:12]) if part)
        yield _share(f"judge:{name}"[:160], day, n, decided)


def _checks(settled: QuerySet[Attempt], day: date) -> Iterator[Figure]:
    states = CheckRecord.objects.filter(judgement__in=_in_force(settled)).order_by().values_list("name", "state")
    counted = {(name, state): n for name, state, n in states.annotate(n=Count("pk"))}
    for name in CheckName:
        failed, passed = (counted.get((name.value, state.value), 0) for state in (CheckState.FAIL, CheckState.PASS))
        if failed + passed:
            yield _share(f"check:{name.value}", day, failed, failed + passed)


def _texts(settled: QuerySet[Attempt], day: date) -> Iterator[Figure]:
    newest = list(settled.order_by("-submitted_at", "-id").values_list("pk", flat=True)[:_SAMPLE])
    texts = AttemptText.objects.filter(pk__in=newest).annotate(
        length=Length("response_md"), start=Substr("response_md", 1, _READ)
    )
    rows: list[tuple[int, str, Any]] = list(texts.values_list("length", "start", "metadata"))
    yield Figure("length", day, None, len(rows), float(median(length for length, _, _ in rows)))
    languages = Counter(language_of(start) or "" for _, start, _ in rows)
    yield from (_share(f"language:{name}", day, n, len(rows)) for name, n in languages.items() if name)
    versions = Counter(str(data["version"])[:80] for *_, data in rows if isinstance(data, dict) and "version" in data)
    yield from (_share(f"version:{name}", day, n, len(rows)) for name, n in versions.items())


def _in_force(settled: QuerySet[Attempt]) -> QuerySet[Judgement]:
    return Judgement.objects.filter(attempt__in=settled, number=F("attempt__judgement_number"))


def _share(series: str, day: date, hits: int, n: int) -> Figure:
    return Figure(series, day, hits, n, hits / n)
