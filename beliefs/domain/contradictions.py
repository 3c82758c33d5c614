"""Contradictions: a statement against its negation (patterns of spec 3), and attack edges between beliefs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

CANDIDATES = 5
SIMILAR = 0.8
_SWAPS = {
    "prefer": "avoid",
    "prefers": "avoids",
    "avoid": "prefer",
    "avoids": "prefers",
    "always": "never",
    "never": "always",
    "should": "should not",
    "should not": "should",
    "shouldn't": "should",
    "must": "must not",
    "must not": "must",
    "mustn't": "must",
    "do not": "do",
    "don't": "do",
}
_PATTERN = re.compile(
    r"\b(?:" + "|".join(sorted((re.escape(word) for word in _SWAPS), key=len, reverse=True)) + r")(?!\w)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`score` is None for an attack edge, which is said and not measured."""

    belief: str
    score: float | None
    message: str


def negated(statement: str) -> str | None:
    """The statement with every word of the table swapped for its opposite; None when it holds none."""
    plain = statement.replace("’", "'")
    swapped = _PATTERN.sub(_opposite, plain)
    return swapped if swapped != plain else None


def _opposite(match: re.Match[str]) -> str:
    word = _SWAPS[match[0].casefold()]
    return word.capitalize() if match[0][0].isupper() else word


def similar_to_negation(candidates: Sequence[tuple[str, float, float]]) -> tuple[Contradiction, ...]:
    """`candidates` are (belief, score against the negation, score against the statement), in any order. Only the five
    best against the negation are looked at; one counts from 0.8 and only when it is closer to the negation."""
    best = sorted(candidates, key=lambda one: (-one[1], one[0]))[:CANDIDATES]
    return tuple(
        Contradiction(name, against, f"'{name}' reads like the opposite (similarity {against:.2f})")
        for name, against, along in best
        if against >= SIMILAR and against > along
    )


def from_attacks(attacks: Sequence[str], attacked_by: Sequence[str], cycle: Sequence[str]) -> tuple[Contradiction, ...]:
    """`attacks` and `attacked_by` name existing beliefs whose attack is not defeated; `cycle` is a ring of attacks
    through this belief, empty when there is none."""
    found = [Contradiction(name, None, f"It attacks '{name}', which stands as a belief too") for name in attacks]
    found += [Contradiction(name, None, f"'{name}' attacks it and is not defeated") for name in attacked_by]
    if cycle:
        ring = " -> ".join((*cycle, cycle[0]))
        found.append(Contradiction(cycle[0], None, f"The attacks run in a circle: {ring}"))
    return tuple(found)
