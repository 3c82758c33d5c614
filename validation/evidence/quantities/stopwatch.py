"""Durations written with colons: `34:10`, `42:30 minutes`, `1:26 h`, `2:11:50 hours`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LAST_HOUR = 24
_STOPWATCH = re.compile(
    r"(?<![\w:.,/-])(?P<first>\d{1,3}):(?P<second>[0-5]\d)(?::(?P<third>[0-5]\d))?(?![\d:]|[.,]\d)"
    r"(?:[ \t\u00a0-]?(?P<unit>h|hrs?|hours?|std|stunden?|heures?|min|mins|minutes?|minuten)\b)?",
    re.IGNORECASE,
)


def find_durations(text: str) -> Iterator[tuple[int, int, float]]:
    """Start, end and seconds of each. Without a unit only what cannot be a clock time: its first part is too high; that
    of two parts is minutes."""
    for match in _STOPWATCH.finditer(text) if ":" in text else ():
        first, unit = int(match["first"]), (match["unit"] or "").lower()
        parts = [first, int(match["second"]), *((int(match["third"]),) if match["third"] else ())]
        if not unit and (first <= _LAST_HOUR or len(parts) > 2):
            continue
        if len(parts) == 2 and not unit.startswith(("h", "s")):
            parts = [0, *parts]
        seconds = sum(part * factor for part, factor in zip(parts, (3600, 60, 1), strict=False))
        yield match.start(), match.end(), float(seconds)


def seconds_of(time: str) -> Iterator[float]:
    """A clock time in seconds, `8:50` also as minutes and seconds."""
    parts = [float(part) for part in time.split(":") if part.isdigit()]
    if len(parts) == 3:
        yield parts[0] * 3600 + parts[1] * 60 + parts[2]
    elif len(parts) == 2:
        yield from (parts[0] * 3600 + parts[1] * 60, parts[0] * 60 + parts[1])
