"""Finds the daily figures of a pipeline that changed, when, and the most recent change of its configuration. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from validation.domain.check import CheckName
from validation.domain.estimates.change_points import Limits, change_points, share_limits, value_limits

CAUSES = ("policy", "judge", "version")
"""Series about configuration: share of decisions by policy, by judge with prompt, and by pipeline version."""
_RARE = 0.005
"""A share that always stays below this, or above its complement, is not watched: one case a week would be a change."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One series on one day: the share `hits` of `n`, or if `hits` is None a median over `n`."""

    series: str
    day: date
    hits: int | None
    n: int
    value: float


@dataclass(frozen=True, slots=True)
class Change:
    """From `day` on the mean of `series` is `after`. `cause` is empty if no configuration changed before."""

    series: str
    day: date
    before: float
    after: float
    p: float
    cause: str
    cause_day: date | None


@dataclass(frozen=True, slots=True)
class Series:
    """The figures of one series, by day, each with its control limits."""

    name: str
    figures: tuple[Figure, ...]
    limits: tuple[Limits | None, ...]

    @property
    def is_share(self) -> bool:
        return self.figures[0].hits is not None

    @property
    def outside(self) -> tuple[Figure, ...]:
        """Days outside their control limits."""
        return tuple(
            figure
            for figure, limit in zip(self.figures, self.limits, strict=True)
            if limit is not None and not limit.low - 1e-12 <= figure.value <= limit.high + 1e-12
        )


def watched_series(figures: Iterable[Figure]) -> tuple[Series, ...]:
    """The series that are charted and watched; excludes shares that are always near 0 or 1."""
    grouped = _by_series(figure for figure in figures if figure.series.partition(":")[0] not in CAUSES)
    for name in (name for name in grouped if name.startswith("language:")):
        grouped[name] = _with_empty_days(grouped[name], grouped.get("length", []))
    return tuple(_series(name, grouped[name]) for name in sorted(grouped, key=series_order) if _varies(grouped[name]))


def find_changes(figures: Sequence[Figure]) -> tuple[Change, ...]:
    """The change points of all watched series. `figures` are of one pipeline."""
    return tuple(change for series in watched_series(figures) for change in _changes(series, figures))


def label_of(series: str) -> str:
    kind, _, name = series.partition(":")
    labels = {
        "route": f"Share of {name}",
        "halted": "Share halted",
        "check": f"{CheckName(name).words} failed" if name in list(CheckName) else name,
        "confidence": "Median confidence",
        "language": f"Share in {name or 'an unknown language'}",
        "length": "Median length, in characters",
    }
    return labels.get(kind, series)


def shown(series: str, value: float) -> str:
    kind = series.partition(":")[0]
    if kind == "length":
        return f"{value:,.0f}"
    return f"{value:.2f}" if kind == "confidence" else f"{100 * value:.1f} %"


def series_order(name: str) -> tuple[int, str]:
    kinds = ("route", "halted", "check", "confidence", "language", "length")
    kind = name.partition(":")[0]
    return (kinds.index(kind) if kind in kinds else len(kinds), name)


def _changes(series: Series, figures: Sequence[Figure]) -> Iterator[Change]:
    values = [figure.value for figure in series.figures]
    for point in change_points(values, [float(figure.n) for figure in series.figures]):
        day = series.figures[point.at].day
        cause, cause_day = nearest_cause(figures, day)
        yield Change(series.name, day, point.before, point.after, point.p, cause, cause_day)


def nearest_cause(figures: Sequence[Figure], day: date) -> tuple[str, date | None]:
    """The latest policy, judge, prompt or version that first appeared on or before `day`, with its day. Those present
    on the first known day are excluded."""
    first: dict[str, date] = {}
    begin = min((figure.day for figure in figures if figure.n), default=day)
    for figure in figures:
        if figure.series.partition(":")[0] in CAUSES and figure.hits:
            first[figure.series] = min(figure.day, first.get(figure.series, figure.day))
    new = [(at, name) for name, at in first.items() if begin < at <= day]
    if not new:
        return "", None
    at, name = max(new)
    kind, _, value = name.partition(":")
    return {"policy": f"policy {value}", "judge": f"judge {value}", "version": f"pipeline version {value}"}[kind], at


def _by_series(figures: Iterable[Figure]) -> dict[str, list[Figure]]:
    grouped: defaultdict[str, list[Figure]] = defaultdict(list)
    for figure in figures:
        if figure.n:
            grouped[figure.series].append(figure)
    return {name: sorted(found, key=lambda figure: figure.day) for name, found in grouped.items()}


def _with_empty_days(found: Sequence[Figure], read: Sequence[Figure]) -> list[Figure]:
    """Adds a share of 0 for days on which responses were sampled but none in this language."""
    seen = {figure.day for figure in found}
    empty = [Figure(found[0].series, day.day, 0, day.n, 0.0) for day in read if day.day not in seen]
    return sorted([*found, *empty], key=lambda figure: figure.day)


def _series(name: str, figures: Sequence[Figure]) -> Series:
    if figures[0].hits is None:
        return Series(name, tuple(figures), value_limits([figure.value for figure in figures]))
    limits = share_limits([figure.hits or 0 for figure in figures], [figure.n for figure in figures])
    return Series(name, tuple(figures), limits)


def _varies(figures: Sequence[Figure]) -> bool:
    if figures[0].hits is None:
        return True
    values = [figure.value for figure in figures]
    return max(values) > _RARE and min(values) < 1 - _RARE
