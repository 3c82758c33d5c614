"""How likely the evidence carries a claim, by what facts and reader say of it together."""

from __future__ import annotations

import math
from collections.abc import Collection

from validation.evidence.facts.outcome import Known, Outcome
from validation.evidence.reading.support import ClaimReading

BASE = 0.3
FACTORS = (0.64, 0.65, 0.6, -0.68, -0.39)
"""Log odds, and what each signal adds to them, fitted as `python -m training.weights` does to sentences of 60 scenes
and of whole answers that the reader never learned from and of the main and natural development cases, 69 of 100
supported (BASE .79). BASE was lowered on the seven development sets: with .3 they approve 444 of 1,081 right and 157 of
1,539 wrong responses, with .1 409 and 143, with .5 478 and 181."""
OUTDATED = "value_outdated"
DISPUTES = frozenset({"value_contradicted", "statement_contradicted", "ranking_contradicted"})
"""Findings that facts make; of sentences by hand two of three are right, so they speak and do not decide."""
_MOST_FINDINGS = 2
_LEAST = 0.001
"""Of a probability, before its logarithm is taken."""


def signals(outcome: Outcome, reading: ClaimReading, codes: Collection[str]) -> tuple[float, ...]:
    """The reader's log odds that its window supports the claim, where facts do not carry it in words and where they do;
    whether they do; whether they dispute it; how many more findings speak against it. `codes` are those of all findings
    of the claim."""
    carried = outcome.known is Known.SUPPORTED
    read = _log_odds(reading.score.supports)
    return (
        0.0 if carried else read,
        read if carried else 0.0,
        float(carried),
        float(not DISPUTES.isdisjoint(codes)),
        float(min(len(set(codes) - DISPUTES), _MOST_FINDINGS)),
    )


def support_probability(found: tuple[float, ...]) -> float:
    odds = BASE + sum(factor * one for factor, one in zip(FACTORS, found, strict=True))
    return 1 / (1 + math.exp(-odds))


def _log_odds(chance: float) -> float:
    chance = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(chance / (1 - chance))
