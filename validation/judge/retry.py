"""When to retry: pure, the caller provides clock and random numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`tries` includes the first one; `first` and `longest` waits are in seconds."""

    tries: int = 4
    first: float = 0.3
    longest: float = 8.0

    def wait(self, tried: int, *, draw: float, retry_after: float | None = None) -> float:
        """Seconds before the next try, after `tried` tries. `draw` in [0, 1) spreads callers over the upper half of a
        doubling interval; never less than the server's Retry-After."""
        interval = min(self.longest, self.first * 2.0 ** min(tried - 1, 30))
        jittered = interval * (0.5 + 0.5 * draw)
        return jittered if retry_after is None else retry_after + jittered * 0.1


DEFAULT_RETRY = RetryPolicy()


def retry_after_seconds(value: str | None, *, now: datetime) -> float | None:
    """The Retry-After header, in seconds or an HTTP date, as seconds from now; None if missing or invalid."""
    if not value or len(value) > 64:
        return None
    try:
        seconds = float(value)
    except ValueError:
        return _until(value, now)
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _until(value: str, now: datetime) -> float | None:
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - now).total_seconds())
