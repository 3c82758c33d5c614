"""The errors of Redis, without its client where there is no Redis: loading that takes a twentieth of every start."""

from __future__ import annotations

import sys


def redis_errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """The errors of Redis, and `others`, to catch where Redis may be away. Call it in the `except` clause, which
    Python evaluates once something was raised: a client that nobody has loaded by then raised nothing."""
    client = sys.modules.get("redis")
    return (*others, client.RedisError) if client else others
