"""The scope of a page: pipeline and time range, two query parameters chosen in the top bar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import timezone

from validation.platform.pages.parameters import choice_of


@dataclass(frozen=True, slots=True)
class Range:
    """`days` None means all time, 0 since midnight. Ranges of more than one day start at midnight UTC, like the bars of
    the charts, so that their first day can be read as one tally."""

    key: str
    label: str
    days: int | None

    def since(self, now: datetime) -> datetime | None:
        if self.days is None:
            return None
        if self.days == 0:
            return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
        begin = now - timedelta(days=self.days)
        return begin if self.days == 1 else begin.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


RANGES = (
    Range("today", "Today", 0),
    Range("24h", "Last 24 hours", 1),
    Range("7d", "Last 7 days", 7),
    Range("30d", "Last 30 days", 30),
    Range("all", "All time", None),
)


@dataclass(frozen=True, slots=True)
class Scope:
    """`chosen` contains only what the URL says, so that links carry it and each page keeps its own default; `now` is
    the time of the request."""

    pipeline: str
    range: Range
    since: datetime | None
    now: datetime
    chosen: tuple[tuple[str, str], ...]

    def carried(self, url: str) -> str:
        """The URL with this scope added."""
        return f"{url}?{urlencode(self.chosen)}" if self.chosen else url


def scope_of(request: HttpRequest, *, now: datetime | None = None, default: str = "all") -> Scope:
    """Parses `pipeline` and `range`; an unknown range becomes the page's default."""
    now = now or timezone.now()
    by_key = {known.key: known for known in RANGES}
    asked = choice_of(request, "range", by_key)
    span = by_key.get(asked) or by_key[default]
    pipeline = request.GET.get("pipeline", "")[:100].replace("\x00", "")
    chosen = [("pipeline", pipeline)] if pipeline else []
    if asked in by_key:
        chosen.append(("range", asked))
    return Scope(pipeline, span, span.since(now), now, tuple(chosen))
