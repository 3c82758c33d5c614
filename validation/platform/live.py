"""Tells open pages and waiting calls that something changed: topics and ids only, never content.

Sent after commit, by tasks. A page that hears of a change fetches its own fragment, with its own permissions.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)


class Topic(StrEnum):
    ATTEMPTS = "attempts"
    INTERVENTIONS = "interventions"
    POLICIES = "policies"
    RETRIEVALS = "retrievals"
    QUERY_ANALYSES = "query_analyses"
    ORCHESTRATION = "orchestration"
    BELIEFS = "beliefs"


def group_of(topic: Topic) -> str:
    return f"live.{topic}"


def waiters_of(kind: str, subject_id: str) -> str:
    """The group in which calls wait for one subject's decision."""
    return f"wait.{kind}.{subject_id}"


def channel_layer() -> BaseChannelLayer:
    """The one that the settings name."""
    layer = get_channel_layer()
    assert layer is not None, "CHANNEL_LAYERS has no default"
    return layer


def publish(topic: Topic, subject_id: str, *, waiters: str | None = None) -> None:
    """Best effort: pages catch up when they reconnect and waiting calls look for themselves, so a channel layer that is
    away costs freshness and nothing else."""
    message = {"type": "changed", "topic": topic.value, "id": subject_id}
    groups = [group_of(topic)] if waiters is None else [waiters, group_of(topic)]
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        if hasattr(layer, "post"):
            layer.post(groups, message)  # the embedded layer needs no event loop to send
        else:
            async_to_sync(_send)(layer, groups, message)
    except Exception:
        logger.warning("live update lost", extra={"topic": topic.value, "subject": subject_id}, exc_info=True)


async def _send(layer: Any, groups: list[str], message: dict[str, str]) -> None:
    for group in groups:
        await layer.group_send(group, message)
