"""What a statement gives as its answer: numbers and words apart, so that `12 seconds` and `20 seconds` differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass

from retrieval.domain.text.words import terms

_CLOCK = re.compile(r"\d{1,2}:\d\d")
_DECIMALS = re.compile(r",(?=\d{1,2}(?!\d))")
"""A comma before one or two last digits; before three it parts thousands."""


@dataclass(frozen=True, slots=True)
class Values:
    """`numbers` as they compare (`12.50` is `12.5`), clock times whole; `words` are units, months and names."""

    numbers: frozenset[str]
    words: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.numbers or self.words)

    def differ(self, other: Values, *, measured: bool) -> bool:
        """Nothing in common. Measured amounts can only be compared in the same units."""
        if self.numbers and other.numbers:
            return self.numbers.isdisjoint(other.numbers) and (not measured or self.words == other.words)
        return self.numbers.isdisjoint(other.numbers) and self.words.isdisjoint(other.words)


def read_values(found: Iterable[str], asked: Set[str]) -> Values:
    """`found` are parts of a sentence; what the question itself says (`asked`, terms) is no value."""
    numbers: set[str] = set()
    words: set[str] = set()
    for part in found:
        numbers |= set(_CLOCK.findall(part))
        for term in terms(_DECIMALS.sub(".", _CLOCK.sub(" ", part))):
            if term not in asked:
                (numbers if term[0].isdigit() else words).add(_plain(term))
    return Values(frozenset(numbers), frozenset(words))


def _plain(term: str) -> str:
    whole, _, part = term.partition(".")
    part = part.rstrip("0")
    return f"{whole}.{part}" if part else whole
