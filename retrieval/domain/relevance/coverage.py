"""How much of a question's weight a passage covers: as a whole, in one sentence, in two, in a narrow window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

WINDOW = 20
"""Terms; about two sentences."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """All shares are 0.0-1.0 of the question's weight; `sentences` has one share for each sentence."""

    chunk: float
    sentences: tuple[float, ...]
    pair: float
    opening: float
    window: float
    heaviest_missing: float
    missing: float


def coverage(weights: Mapping[str, float], sentences: Sequence[Sequence[str]]) -> Coverage:
    sets = [frozenset(each) for each in sentences]
    everything: frozenset[str] = frozenset().union(*sets)
    shares = tuple(share(weights, each) for each in sets)
    absent = [weight for term, weight in weights.items() if term not in everything]
    return Coverage(
        chunk=share(weights, everything),
        sentences=shares,
        pair=max((share(weights, one | two) for one, two in pairwise(sets)), default=max(shares, default=0.0)),
        opening=share(weights, frozenset().union(*sets[:2])),
        window=_window(weights, sentences),
        heaviest_missing=max(absent, default=0.0),
        missing=sum(absent),
    )


def share(weights: Mapping[str, float], terms: Set[str]) -> float:
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in terms) / total if total else 0.0


def _window(weights: Mapping[str, float], sentences: Sequence[Iterable[str]]) -> float:
    """The largest share within WINDOW consecutive terms, in one pass over the passage."""
    total = sum(weights.values())
    if not total:
        return 0.0
    hits = [(place, term) for place, term in enumerate(t for each in sentences for t in each) if term in weights]
    inside: Counter[str] = Counter()
    weight = best = 0.0
    oldest = 0
    for place, term in hits:
        weight += 0.0 if inside[term] else weights[term]
        inside[term] += 1
        while place - hits[oldest][0] >= WINDOW:
            gone = hits[oldest][1]
            inside[gone] -= 1
            weight -= 0.0 if inside[gone] else weights[gone]
            oldest += 1
        best = max(best, weight)
    return best / total
