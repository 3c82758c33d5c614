"""Decisions over the range as a row of small bars, rendered on the server, so that it works without JavaScript."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from validation.domain.attempt import Route
from validation.insights.queries.insights import STEPS, KindCount
from validation.insights.queries.over_time import every_step
from validation.platform.pages.looks import badge_of

MOST_BARS = 48
HEIGHT = 56
_STEP = 10
_FORMATS = {"hour": "%H:%M", "day": "%d %b", "week": "%d %b"}
_ORDER = (Route.APPROVE, Route.REVISE, Route.RETRY, Route.FAIL, Route.HALT)


@dataclass(frozen=True, slots=True)
class Part:
    """A segment of a bar, in drawing units from the top."""

    tone: str
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Sparkline:
    """`n` is the total of decisions and halts, `most` the largest bar."""

    span: str
    bars: tuple[Bar, ...]
    n: int
    most: int
    first: str
    last: str

    @property
    def width(self) -> int:
        return max(1, len(self.bars)) * _STEP


def sparkline(counted: Sequence[KindCount], span: str, since: datetime | None, now: datetime) -> Sparkline:
    """One bar per hour, day or week, including empty ones; at most the last MOST_BARS."""
    places: dict[datetime, dict[str, int]] = defaultdict(dict)
    for one in counted:
        places[one.place][one.kind] = one.n
    moments = _moments(places, span, since, now)
    sums = {moment: sum(places[moment].values()) if moment in places else 0 for moment in moments}
    most = max(sums.values(), default=0)
    times = [timezone.localtime(moment).strftime(_FORMATS[span]) for moment in moments]
    bars = tuple(_bar(at, time, places.get(moments[at], {}), most) for at, time in enumerate(times))
    first, last = (times[0], times[-1]) if times else ("", "")
    return Sparkline(span, bars, sum(sums.values()), most, first, last)


def _moments(
    places: dict[datetime, dict[str, int]], span: str, since: datetime | None, now: datetime
) -> list[datetime]:
    """Counted back from the latest time returned by SQL, so that weeks begin on the same day."""
    if not places:
        return []
    step, last = STEPS[span], max(places)
    last += step * max(0, (now - last) // step)
    first = min(places)  # of the step that `since` lies in, which began before it
    return every_step(min(since, first) if since else first, last, step, most=MOST_BARS)


def _bar(at: int, time: str, counts: dict[str, int], most: int) -> Bar:
    parts, top = [], float(HEIGHT)
    for route in _ORDER:
        if counts.get(route):
            height = counts[route] / most * HEIGHT
            top -= height
            parts.append(Part(badge_of("route", route).tone, round(top, 1), round(height, 1)))
    routes = ", ".join(f"{counts[route]} {badge_of('route', route).word}" for route in _ORDER if counts.get(route))
    return Bar(at * _STEP, f"{time}: {routes or 'nothing'}", tuple(parts))
