"""kombu's in-memory transport without polling.

The stock transport polls every queue once per `polling_interval`: at 5 ms an idle process uses 5 % of a core, at 200 ms
every task waits 100 ms on average. Here a consumer sleeps until a message is put or acknowledged (an acknowledgement
frees a slot under the prefetch limit).
"""

from __future__ import annotations

import itertools
import threading
from queue import Empty, PriorityQueue
from time import monotonic
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory

URL = "waking-memory://"

_changed = threading.Condition()
_changes = 0
_ends = 0


def _wake() -> None:
    global _changes  # noqa: PLW0603  a counter, so that a change between looking and sleeping is not missed
    with _changed:
        _changes += 1
        _changed.notify_all()


def end_waits() -> None:
    """Ends all waits for messages as if they had timed out, so that a worker can stop at once."""
    global _ends  # noqa: PLW0603  as above
    _ends += 1
    _wake()


class _ByPriority(PriorityQueue[Any]):
    """Messages by priority, then in order of arrival; kombu's queue ignores priorities."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = itertools.count()

    def _put(self, item: Any) -> None:
        priority = item.get("properties", {}).get("priority") or 0
        super()._put((priority, next(self._numbers), item))

    def _get(self) -> Any:
        return super()._get()[-1]


class Channel(memory.Channel):
    def _queue_for(self, queue: str) -> Any:
        return self.queues.setdefault(queue, _ByPriority())

    def _new_queue(self, queue: str, **_kwargs: Any) -> None:
        self._queue_for(queue)

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        _wake()

    def _put_fanout(self, exchange: str, message: Any, routing_key: str | None = None, **kwargs: Any) -> None:
        super()._put_fanout(exchange, message, routing_key, **kwargs)
        _wake()

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        super().basic_ack(delivery_tag, multiple)
        _wake()

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        super().basic_reject(delivery_tag, requeue)
        _wake()


class Transport(memory.Transport):
    Channel = Channel

    # kombu calls it with these arguments, after __init__ has set `cycle`; the type stub is less precise.
    def drain_events(  # type: ignore[override]
        self,
        connection: Any,  # noqa: ARG002
        timeout: float | None = None,
    ) -> None:
        """Delivers one message. Raises TimeoutError (`socket.timeout`) if none arrives within `timeout` seconds, or
        when `end_waits` is called."""
        assert self.cycle is not None
        until, ends = None if timeout is None else monotonic() + timeout, _ends
        while True:
            seen = _changes
            try:
                self.cycle.get(self._deliver, timeout=timeout)
            except Empty:
                left = None if until is None else until - monotonic()
                if ends != _ends or (left is not None and left <= 0):
                    raise TimeoutError from None
                with _changed:
                    _changed.wait_for(lambda: _changes != seen, left)  # noqa: B023 - waited for here
            else:
                return


TRANSPORT_ALIASES[URL.removesuffix("://")] = f"{__name__}:Transport"
