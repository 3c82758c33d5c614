"""Detects German, French, Spanish and Italian queries that name nothing: "das rote", "le moins cher", "y la segunda".

As in English, all words must be of closed classes; any other word counts as content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validation.query_analysis.gate.words import TABLES, phrases


@dataclass(frozen=True, slots=True)
class Language:
    """`pointing` words refer to something said before, `heads` do so after an article, `ranking` words need a "of
    what?", `asking` verbs an object. `question` is a format string that takes the words."""

    pointing: frozenset[str]
    articles: frozenset[str]
    heads: frozenset[str]
    ranking: frozenset[str]
    asking: frozenset[str]
    others: frozenset[str]
    question: str
    sayings: frozenset[str]

    def lack(self, words: Sequence[str]) -> str | None:
        """The words that show the gap; None if the query is in another language or names something."""
        if " ".join(words) in self.sayings or not all(self._is_closed(word) for word in words):
            return None
        for before, word in zip(["", *words], words, strict=False):
            if word in self.ranking or (word in self.heads and before in self.articles):
                return f"{before} {word}".strip() if before in self.articles else word
        return next((word for word in words if word in self.pointing or word in self.asking), None)

    def ranks(self, word: str) -> bool:
        return word.rpartition(" ")[2] in self.ranking

    def _is_closed(self, word: str) -> bool:
        groups = (self.pointing, self.articles, self.heads, self.ranking, self.asking, self.others)
        return word.isdecimal() or any(word in group for group in groups)


def _inflected(table: str) -> frozenset[str]:
    """Words; a line `stems : endings` combines each stem with each ending, where `-` is no ending."""
    lines = [line.partition(":") for line in table.splitlines()]
    return frozenset(
        stem + ending.strip("-")
        for stems, _, endings in lines
        for stem in stems.split()
        for ending in endings.split() or [""]
    )


def _language(question: str, sayings: str, **groups: str) -> Language:
    return Language(
        question=question,
        sayings=frozenset(phrases(sayings)),
        **{name: _inflected(table) for name, table in groups.items()},
    )


LANGUAGES = tuple(_language(**tables) for tables in TABLES["languages"].values())
POINTING = frozenset().union(*(language.pointing for language in LANGUAGES))
