"""Hours and minutes that together are one duration."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from validation.evidence.quantities.quantity import Quantity

_HOUR, _MINUTE = 3600, 60
_BETWEEN_PARTS = re.compile(r"[ \t\u00a0]?(?:and|und|,)?[ \t\u00a0]?")


def join_durations(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """`6 h 10 min` and `1 hour and 30 minutes` are one duration."""
    joined: list[Quantity] = []
    for one in found:
        before = joined[-1] if joined else None
        if before and _is_rest(before, one) and _BETWEEN_PARTS.fullmatch(text, before.end, one.start):
            (hours,), (minutes,) = before.candidates, one.candidates
            whole = text[before.start : one.end]
            joined[-1] = replace(before, end=one.end, text=whole, candidates=(hours + minutes,), raw=())
        else:
            joined.append(one)
    return joined


def _is_rest(hours: Quantity, minutes: Quantity) -> bool:
    """Whether the second may be the minutes of the first: whole hours, and less than one."""
    durations = all(one.unit == "s" and len(one.candidates) == 1 and len(one.raw) == 1 for one in (hours, minutes))
    return (
        durations
        and hours.candidates == (hours.raw[0] * _HOUR,)
        and minutes.candidates == (minutes.raw[0] * _MINUTE,)
        and hours.raw[0] == int(hours.raw[0])
        and minutes.raw[0] < _HOUR / _MINUTE
    )
