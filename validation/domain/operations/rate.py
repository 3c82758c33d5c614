"""A sliding-window rate limit, by two fixed windows of which the earlier one is weighted by its overlap. It prevents
twice the limit at the boundary of two windows."""

from __future__ import annotations

from math import ceil

WINDOW_S = 60


def seconds_to_wait(*, limit: int, before: int, now: int, into: float) -> int:
    """0 if this request may pass, else the seconds until one more fits. `before` requests passed in the previous
    window, `now` in the current one including this request; the current one began `into` seconds ago."""
    if before * (1 - into / WINDOW_S) + now <= limit:
        return 0
    room = limit - now
    if room >= 0 and before > 0:
        return max(1, ceil(WINDOW_S * (1 - room / before) - into))
    rest = WINDOW_S - into
    return max(1, ceil(rest + WINDOW_S * (1 - (limit - 1) / max(1, now - 1))))
