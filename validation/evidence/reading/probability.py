"""How likely the evidence carries a claim, by what facts and reader say of it together."""

from __future__ import annotations

import math
from collections.abc import Collection

from validation.evidence.facts.outcome import Outcome, SupportState
from validation.evidence.reading.support import ClaimReading

BASE = 0.45
FACTORS = (0.67, 0.55, -1.09, -0.49)
"""Log odds, and what each signal adds to them, as `python -m training.weights` fits them to sentences of scenes and of
whole answers that an earlier reader never learned from, and of the main development cases; BASE was set so that of the
eight development sets as many wrong responses are approved by version 36 as by version 35; by version 37 it approves
647 of 1,245 right and 157 of 1,655 wrong ones, with .41 for BASE 635 and 152."""
AMONG, TYPICAL, MOST_CLAIMS = 0.5, 1.7, 8
"""How much likelier each of several claims is to be carried than the only one of a response, in log odds for each
e-fold, with BASE for as many as TYPICAL. Were long responses wrong as often as short ones it would be near 1, were all
claims it would be 0. Of RAGTruth's training part .33, .28 and .28 of the summaries that make 3, 4-5 and 6-8 claims are
wrong, and .11, .18 and .26 of the answers to questions: it lies between. On the seven development sets they approve 482
right and 160 wrong responses, without 456 and 156 (with the reader before the present one)."""
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
        float(outcome.known is SupportState.SUPPORTED),
        float(not DISPUTES.isdisjoint(codes)),
        float(min(len(set(codes) - DISPUTES), _MOST_FINDINGS)),
    )


def support_probability(found: tuple[float, ...], claims: int) -> float:
    """Of one of so many claims of a response."""
    among = AMONG * math.log(min(max(claims, 1), MOST_CLAIMS) / TYPICAL)
    odds = BASE + among + sum(factor * one for factor, one in zip(FACTORS, found, strict=True))
    return 1 / (1 + math.exp(-odds))


def _log_odds(chance: float) -> float:
    chance = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(chance / (1 - chance))
