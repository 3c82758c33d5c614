"""Times as people say them; static/js/times.js says the same words."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

_STEPS = ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h"), (2_592_000, 86_400, "d"))
_JUST_NOW = 45


def relative(moment: datetime, now: datetime) -> str:
    """`just now`, `12 min ago`, `in 3 h`; a date from 30 days on."""
    seconds = (now - moment).total_seconds()
    size = abs(seconds)
    if size < _JUST_NOW:
        return "just now"
    for limit, unit, name in _STEPS:
        if size < limit:
            told = f"{int(size / unit + 0.5)} {name}"
            return f"in {told}" if seconds < 0 else f"{told} ago"
    return timezone.localtime(moment).strftime("%-d %b %Y")


def clock_words(moment: datetime) -> str:
    """`3 Nov 2026, 14:05:09 UTC`."""
    return timezone.localtime(moment).strftime("%-d %b %Y, %H:%M:%S %Z")
