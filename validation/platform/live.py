"""Tells open pages and waiting calls that something changed: topics and ids only, never content.

A page that hears of a change fetches its own fragment, with its own permissions. Whoever waits for a
decision is told at once; what pages hear is gathered first, since many attempts at once are one change to a list.
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
"""How long changes are gathered before pages hear of them."""
MOST_IDS = 100
"""Ids of one message; where there are more, whatever a page shows may have changed."""
NEW = "new"
"""Stands for the id of a record that no page can show yet, or that not everybody who hears may know of: lists look for
themselves, and what was opened together cannot be told from the message."""

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
"""The group of the processes that tell their pages."""


def waiters_of(kind: str, subject_id: str) -> str:
    """The group in which calls wait for one subject's decision."""
    return f"wait.{kind}.{subject_id}"


def channel_layer() -> BaseChannelLayer:
    """The one that the settings name."""
    layer = get_channel_layer()
    assert layer is not None, "CHANNEL_LAYERS has no default"
    return layer


def publish(topic: Topic, *subject_ids: str, waiters: str | None = None) -> None:
    """Once the transaction is committed that this is called in. Best effort, and without waiting: pages catch up when
    they reconnect and waiting calls look for themselves, so a channel layer that is away costs freshness and nothing
    else."""

    def tell() -> None:
        _sender().tell(topic, subject_ids, waiters)

    if connection.in_atomic_block:
        transaction.on_commit(tell)
    else:
        tell()


class _Sender:
    """Sends from a thread with an event loop of its own. A channel layer speaks to the loop it is used in: to make one
    for each message, and with it a connection to Redis, took longer than to store an attempt."""

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


# A forked worker has none of its parent's threads, so it makes its own.
os.register_at_fork(after_in_child=_sender.cache_clear)
