"""Words that turn a statement around or widen it: negation, universals, hedges, comparisons, opposites.

And statements about the evidence instead of the world: "the passages do not say", "based on the text".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from validation.evidence.words import lines_of, words_of

_NEGATIONS = words_of("polarity.negations")
_UNIVERSALS = words_of("polarity.universals")
_HEDGES = words_of("polarity.hedges")
_COMPARISONS = words_of("polarity.comparisons")


def _both_ways(pairs: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in pairs:
        one, other = pair.split()
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


_OPPOSITE = _both_ways(", ".join(lines_of("polarity.opposites")).split(", "))


@dataclass(frozen=True, slots=True)
class Polarity:
    """How a claim turns or widens what the nearest evidence says. `opposites` are pairs (claim, evidence)."""

    negations: int
    negation_differs: bool
    universals: frozenset[str]
    hedges: int
    hedge_dropped: bool
    comparisons: frozenset[str]
    opposites: tuple[tuple[str, str], ...]


def polarity(said: list[str], near: frozenset[str], anywhere: frozenset[str]) -> Polarity:
    """`said` are the lower-case words of the claim, `near` those of the evidence closest to it."""
    words = frozenset(said)
    negations = negations_in(said)
    hedges = len(words & _HEDGES)
    return Polarity(
        negations=negations,
        negation_differs=bool(negations) != any(map(_negates, near)),
        universals=(words & _UNIVERSALS) - near,
        hedges=hedges,
        hedge_dropped=not hedges and bool(near & _HEDGES),
        comparisons=(words & _COMPARISONS) - anywhere,
        opposites=_opposed(words, near, anywhere),
    )


def negations_in(said: list[str]) -> int:
    return sum(map(_negates, said))


def _negates(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")


def _opposed(words: frozenset[str], near: frozenset[str], anywhere: frozenset[str]) -> tuple[tuple[str, str], ...]:
    new = sorted(word for word in words if word in _OPPOSITE and word not in anywhere)
    return tuple((word, sorted(_OPPOSITE[word] & near)[0]) for word in new if _OPPOSITE[word] & near)


_NOT_SAID = re.compile(
    r"\b(?:not|n't|no|neither)\s+(?:\w{1,20}\s+){0,3}?(?:mention|provid|specif|stat|contain|includ|availab|answer|say|"
    r"give|clear|information|detail|indicat|address)\w{0,8}|\bunable to (?:answer|provide|determine|find)\b|"
    r"\binsufficient (?:information|data|context)|\b(?:cannot|can't|could not|couldn't) (?:be )?(?:answer|determin|"
    r"provid|find|found)\w{0,4}",
    re.IGNORECASE,
)
_ABOUT_SOURCES = re.compile(
    r"\b(?:passages?|(?:provided|given) (?:text|context|information|data|documents?)|based on the|according to the|"
    r"the (?:text|article|context|document|report) (?:\w{1,12}s|does|is))\b",
    re.IGNORECASE,
)


def says_absent(claim: str) -> int:
    """How often the claim says that the evidence does not hold something."""
    return len(_NOT_SAID.findall(claim))


def speaks_of_sources(claim: str) -> int:
    return len(_ABOUT_SOURCES.findall(claim))
