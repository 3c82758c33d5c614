"""Times as people say them; static/js/times.js says the same words."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from validation.domain.errors import DomainError, clock_of

_STEPS = ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h"), (2_592_000, 86_400, "d"))
_JUST_NOW = 45


def relative(moment: datetime, now: datetime) -> str:
    """`just now`, `12 min ago`, `in 3 h`; a date from 30 days on."""
    seconds = (now - moment).total_seconds()
    if abs(seconds) < _JUST_NOW:
        return "just now"
    for limit, unit, name in _STEPS:
        if abs(seconds) < limit:
            length = f"{int(abs(seconds) / unit + 0.5)} {name}"
            return f"in {length}" if seconds < 0 else f"{length} ago"
    return timezone.localtime(moment).strftime("%-d %b %Y")


def due_words(moment: datetime, now: datetime) -> str:
    """`due in 3 h`, `due now`, `43 min overdue`; a date from 30 days on."""
    words = relative(moment, now)
    if words.endswith(" ago"):
        return words.replace("ago", "overdue")
    return f"due {words.removeprefix('just ')}"


def span_words(span: timedelta) -> str:
    """`1 hour`, `34 hours`, `1 day`, to the nearest; below an hour in minutes, from two days on in days."""
    minutes, hours, days = (int(span / timedelta(**{unit: 1}) + 0.5) for unit in ("minutes", "hours", "days"))
    in_hours = hours < 48 and hours != 24
    number, unit = (minutes, "minute") if minutes < 60 else (hours, "hour") if in_hours else (days, "day")
    return f"{number} {unit}{'s' if number != 1 else ''}"


def clock_words(moment: datetime) -> str:
    """`3 Nov 2026, 14:05:09 UTC`."""
    return timezone.localtime(moment).strftime("%-d %b %Y, %H:%M:%S %Z")


def clock(moment: datetime) -> SafeString:
    """`05:44 UTC`; times.js shows the same minute in the time of the reader."""
    return format_html('<time class="num" datetime="{}" data-clock>{}</time>', moment.isoformat(), clock_of(moment))


def refusal_words(error: DomainError) -> str:
    """Why it was refused, with the time that this names in that of the reader."""
    named = clock_of(error.moment) if error.moment else ""
    if error.moment is None or named not in error.detail:
        return error.detail
    before, _, after = error.detail.partition(named)
    return format_html("{}{}{}", before, clock(error.moment), after)


def milliseconds(value: float | None) -> str:
    """1240 becomes `1.24 s`, 85 becomes `85 ms`, 0 becomes `< 1 ms`: nothing takes no time."""
    if value is None:
        return "–"
    if value < 0.5:
        return "< 1 ms"
    return f"{value:.0f} ms" if value < 1000 else f"{value / 1000:.2f} s"
