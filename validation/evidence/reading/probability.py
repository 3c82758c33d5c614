"""How likely the evidence carries a claim, by what facts and reader say of it together."""

from __future__ import annotations

import math
from collections.abc import Collection

from validation.evidence.facts.outcome import Known, Outcome
from validation.evidence.reading.support import ClaimReading

BASE = 0.37
FACTORS = (0.67, 0.55, -1.09, -0.49)
"""Log odds, and what each signal adds to them, as `python -m training.weights` fits them to sentences of scenes and of
whole answers that the reader never learned from, and of the main development cases. On the seven development sets they
approve 455 of 1,081 right and 157 of 1,539 wrong responses; with .30 for BASE 434 and 145."""
OUTDATED = "value_outdated"
DISPUTES = frozenset({"value_contradicted", "statement_contradicted"})
"""What facts say otherwise: of sentences by hand two of three such findings are right, so they do not decide."""
_MOST_FINDINGS = 2
_LEAST = 0.001
"""Of a probability, before its logarithm is taken."""


def signals(outcome: Outcome, reading: ClaimReading, codes: Collection[str]) -> tuple[float, ...]:
    """The reader's log odds that its window supports the claim; whether facts carry it; whether they dispute it; how
    many more findings speak against it. `codes` are those of all findings of the claim."""
    return (
        _log_odds(reading.score.supports),
        float(outcome.known is Known.SUPPORTED),
        float(not DISPUTES.isdisjoint(codes)),
        float(min(len(set(codes) - DISPUTES), _MOST_FINDINGS)),
    )


def support_probability(found: tuple[float, ...]) -> float:
    odds = BASE + sum(factor * one for factor, one in zip(FACTORS, found, strict=True))
    return 1 / (1 + math.exp(-odds))


def _log_odds(chance: float) -> float:
    chance = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(chance / (1 - chance))
