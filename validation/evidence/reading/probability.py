"""How likely the evidence carries a claim, by what facts and reader say of it together."""

from __future__ import annotations

import math

from validation.evidence.facts.outcome import Known, Outcome
from validation.evidence.reading.support import ClaimReading

BASE = 0.52
FACTORS = (0.51, 0.25, 0.85, 0.71, -0.25)
"""Log odds, and what each signal adds to them: `python -m training.weights` fits them to sentences of scenes that the
reader never learned from and of the development cases, 65 of 100 being supported."""
_MOST_FIGURES = 2
_LEAST = 0.001
"""Of a probability, before its logarithm is taken."""


def signals(outcome: Outcome, reading: ClaimReading) -> tuple[float, ...]:
    """The reader's log odds that its window supports the claim, where facts do not carry it and where they do; whether
    they do, with a figure or in words alone; how many of its figures they hold not clearly or not at all."""
    carried = outcome.known is Known.SUPPORTED
    read = _log_odds(reading.score.supports)
    return (
        0.0 if carried else read,
        read if carried else 0.0,
        float(carried and bool(outcome.derived)),
        float(carried and not outcome.derived),
        float(min(len(outcome.loose) + len(outcome.missing), _MOST_FIGURES)),
    )


def support_probability(found: tuple[float, ...]) -> float:
    odds = BASE + sum(factor * one for factor, one in zip(FACTORS, found, strict=True))
    return 1 / (1 + math.exp(-odds))


def _log_odds(chance: float) -> float:
    chance = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(chance / (1 - chance))
