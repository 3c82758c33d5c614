"""How urgent a message is. Of the pipelines that wait, the one with the least to do comes first: a large batch of one
does not hold up a single attempt of another."""

from __future__ import annotations

from enum import IntEnum


class Urgency(IntEnum):
    """The priority of its message; the broker hands out lower ones first. These are the steps that Redis knows."""

    NOW = 0
    SOON = 3
    LATER = 6
    LAST = 9


STEPS = ((20, Urgency.NOW), (1_000, Urgency.SOON), (10_000, Urgency.LATER))
"""Up to so many waiting, about a second of work for one core, the attempts of a pipeline go first; and so on."""


def urgency_of(waiting: int) -> Urgency:
    """For the next attempt of a pipeline that has so many waiting."""
    return next((urgency for most, urgency in STEPS if waiting <= most), Urgency.LAST)
