"""Notifies open pages and waiting API calls of changes: topics and ids only, never content.

A notified page fetches its own fragment, with its own permissions. Waiting calls are notified at once; notifications
for pages are collected first, because many attempts at once are one change to a list.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import defaultdict
from enum import StrEnum
from functools import cache
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer
from django.db import connection, transaction

from validation.domain.loop_thread import LoopThread

GATHER_S = 0.25
"""How long changes are collected before pages are notified."""
MOST_IDS = 100
"""Most ids in one message; with more changes the ids are omitted, and every page of the topic refreshes."""
NEW = "new"
"""Sent in place of an id that no page shows yet or that some listeners must not learn. Lists refresh on it."""

logger = logging.getLogger(__name__)


class Topic(StrEnum):
    ATTEMPTS = "attempts"
    INTERVENTIONS = "interventions"
    POLICIES = "policies"
    RETRIEVALS = "retrievals"
    QUERY_ANALYSES = "query_analyses"
    ORCHESTRATION = "orchestration"
    BELIEFS = "beliefs"
    COMPARISONS = "comparisons"


LIVE = "live"
"""Channel group of the web processes, which notify their open pages."""


def waiting_group(kind: str, subject_id: str) -> str:
    """Channel group of calls that wait for one subject's decision."""
    return f"wait.{kind}.{subject_id}"


def channel_layer() -> BaseChannelLayer:
    """The channel layer from the settings."""
    layer = get_channel_layer()
    assert layer is not None, "CHANNEL_LAYERS has no default"
    return layer


def publish(topic: Topic, *subject_ids: str, waiters: str | None = None) -> None:
    """Notifies pages of `topic` and, if given, the group `waiters`, once the current transaction commits. Best effort
    and without blocking: pages catch up when they reconnect and waiting calls poll, so without a channel layer updates
    are only late."""

    def tell() -> None:
        _sender().tell(topic, subject_ids, waiters)

    if connection.in_atomic_block:
        transaction.on_commit(tell)
    else:
        tell()


class _Sender:
    """Sends from a thread with its own event loop. A channel layer is bound to the loop that uses it, and a new loop,
    with a new connection to Redis, for each message took longer than storing an attempt."""

    def __init__(self) -> None:
        self._changed: dict[Topic, set[str]] = defaultdict(set)
        self._sending: set[asyncio.Task[None]] = set()
        self._loop = LoopThread("live").loop

    def tell(self, topic: Topic, subject_ids: tuple[str, ...], waiters: str | None) -> None:
        self._loop.call_soon_threadsafe(self._hear, topic, subject_ids, waiters)

    def _hear(self, topic: Topic, subject_ids: tuple[str, ...], waiters: str | None) -> None:
        if waiters is not None:
            self._send(waiters, {"type": "changed", "topic": topic.value, "ids": list(subject_ids)})
        if not self._changed:
            self._loop.call_later(GATHER_S, self._flush)
        self._changed[topic].update(subject_ids)

    def _flush(self) -> None:
        changed, self._changed = self._changed, defaultdict(set)
        for topic, ids in changed.items():
            named = sorted(ids) if len(ids) <= MOST_IDS else []
            self._send(LIVE, {"type": "changed", "topic": topic.value, "ids": named})

    def _send(self, group: str, message: dict[str, Any]) -> None:
        task = self._loop.create_task(_send(group, message))
        self._sending.add(task)  # a loop holds its tasks weakly
        task.add_done_callback(self._sending.discard)


async def _send(group: str, message: dict[str, Any]) -> None:
    try:
        await channel_layer().group_send(group, message)
    except Exception:
        logger.warning("live update lost", extra={"group": group}, exc_info=True)


@cache
def _sender() -> _Sender:
    return _Sender()


# A forked worker does not inherit its parent's threads, so it creates its own sender.
os.register_at_fork(after_in_child=_sender.cache_clear)
