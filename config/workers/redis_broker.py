"""kombu's Redis transport, whose channels close without harm when Redis went away.

A channel that outlives its connection has no address to connect to: closing it gives its unacknowledged messages back
and ends in an AttributeError, which ends the worker instead of letting it connect again. As a ConnectionError it is
what it is: kombu and Celery expect those and go on. The messages come back by their visibility timeout, their rows by
the sweeper.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis


class Channel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the connection of this channel is closed")
        return super()._connparams(asynchronous)  # type: ignore[misc]  # the stubs lack it


class Transport(redis.Transport):
    Channel = Channel


def take_over() -> None:
    """Whoever connects to an address of Redis by kombu does it by this transport from now on."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))
