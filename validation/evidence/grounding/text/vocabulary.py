"""How rare a stem is, and how often a stem that no evidence holds turned out to be made up: counted on the training
data, read-only afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field

FIGURE_WEIGHT = 7.0
"""Weight of a figure: as telling as a rare word."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`idf` maps stems to their inverse document frequency over evidence sentences, natural logarithm.
    `hallucination_log_odds` maps stems to the log odds, against the average, that a claim that brings the stem in anew
    invented it. Unknown stems are as rare as can be and of average risk. `keys` are the words of the record keys seen
    in training."""

    idf: dict[str, float] = field(default_factory=dict)
    hallucination_log_odds: dict[str, float] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()
    rarest: float = 10.0

    def weight(self, stem: str) -> float:
        return self.idf.get(stem, self.rarest)
