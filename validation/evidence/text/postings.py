"""Texts by the words they hold; rare words tell most."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nsmallest

from validation.evidence.text.lookup import grouped

ENOUGH = 400
"""Once so many texts are in sight, a commoner word only ranks them and brings in no more."""


def word_weights(bags: Collection[Iterable[str]]) -> dict[str, float]:
    """How much it tells that a text holds a word, by word; each text names its words once."""
    counts = Counter(word for bag in bags for word in bag)
    return {word: math.log(1 + len(bags) / count) for word, count in counts.items()}


class Postings:
    """`bags[i]` are the words of text i, `places` leads from a word to the texts that hold it."""

    def __init__(self, bags: Sequence[frozenset[str]]) -> None:
        self.bags = bags
        self._weights = word_weights(bags)
        self.places = grouped((word, place) for place, bag in enumerate(bags) for word in bag)

    def weight(self, word: str) -> float:
        """How much a shared word tells; 0 for one that no text holds."""
        return self._weights.get(word, 0.0)

    def search(
        self, words: Iterable[str], limit: int, known: Mapping[int, float] | None = None
    ) -> list[tuple[int, float]]:
        """The texts that share most with `words`, best first, as (place, weight shared), with the scores that are
        `known` already. Rare words are looked up first, and common ones only while few texts have been visited, so that
        big tables cost little."""
        scores: dict[int, float] = defaultdict(float, known or {})
        visited = len(scores)
        for word in sorted(set(words), key=lambda word: (len(self.places.get(word, ())), word)):
            places, weight = self.places.get(word, ()), self.weight(word)
            visited += len(places)
            if visited > ENOUGH and scores:
                for place in scores:
                    scores[place] += weight if word in self.bags[place] else 0.0
                continue
            for place in places[:ENOUGH]:
                scores[place] += weight
        return nsmallest(limit, scores.items(), key=lambda pair: (-pair[1], pair[0]))
