"""How many requests a caller may send in a window that slides (a sliding-window counter: two fixed windows, the earlier
weighed by what of it still lies within reach). Nobody gets twice the limit at the seam of two windows."""

from __future__ import annotations

from math import ceil

WINDOW_S = 60


def seconds_to_wait(*, limit: int, before: int, now: int, into: float) -> int:
    """0 when this request may pass. `before` requests passed in the window before, `now` in this one with this request,
    which began `into` seconds ago. Else the whole seconds after which one more fits."""
    if before * (1 - into / WINDOW_S) + now <= limit:
        return 0
    room = limit - now
    if room >= 0 and before > 0:
        return max(1, ceil(WINDOW_S * (1 - room / before) - into))
    rest = WINDOW_S - into
    return max(1, ceil(rest + WINDOW_S * (1 - (limit - 1) / max(1, now - 1))))
