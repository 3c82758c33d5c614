"""How much a term tells: inverse document frequency, learned once from public passages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TermWeights:
    """`known` holds the terms that are not rare; `rare` is the weight of all others."""

    known: Mapping[str, float]
    rare: float

    def of(self, term: str) -> float:
        return self.known.get(term, self.rare)
