"""Priorities of messages. The pipeline with the shortest backlog comes first, so that a large batch of one does not
delay single attempts of others."""

from __future__ import annotations

from enum import IntEnum


class Urgency(IntEnum):
    """Priority of a message; lower ones are delivered first. These are the steps that the Redis transport supports."""

    NOW = 0
    SOON = 3
    LATER = 6
    LAST = 9


STEPS = ((20, Urgency.NOW), (1_000, Urgency.SOON), (10_000, Urgency.LATER))
"""(most waiting attempts, urgency). 20 attempts are about a second of work for one core."""


def urgency_of(waiting: int) -> Urgency:
    """The urgency of the next attempt of a pipeline with `waiting` attempts in the queue."""
    return next((urgency for most, urgency in STEPS if waiting <= most), Urgency.LAST)
