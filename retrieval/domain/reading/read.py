"""One chunk read for one part of the query: its features, its score, and the lines that would be quoted."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.domain.chunk import Chunk
from retrieval.domain.query.answer_type import SPECIFIC, candidates
from retrieval.domain.query.question import AnswerType, Question
from retrieval.domain.reading.answers import FoundAnswer
from retrieval.domain.reading.quotes import joined, quote
from retrieval.domain.reading.rivals import states_a_rival
from retrieval.domain.relevance.features import SHAPE_BONUS, ChunkFeatures
from retrieval.domain.result import Evidence
from retrieval.domain.text.passage import Passage, gives_instructions

QUOTED_AT_MOST = 3
"""Quotes for one part of a query; more would be a copy, not evidence."""

_TOLD_BY_SHAPE = frozenset({AnswerType.PERSON, AnswerType.MONEY})
"""Nobody is named without a name, and no price without an amount; other kinds are answered in any words."""
WORTH_QUOTING = 0.5
"""Of the best sentence's coverage; below it a sentence is about something else."""
_ABSENT = re.compile(
    r"\b(?:not|n't|never|no)\s+(?:\w{1,20}\s+){0,3}?(?:known|mention|disclos|specif|stat(?:ed|es?)\b|publish|announc|"
    r"reveal|determin|availab|document|recorded|decided)\w{0,8}"
    r"|\b(?:is|are|was|were|remains?) (?:\w{1,12}ly )?(?:unknown|unclear|undisclosed|unspecified|undecided)\b"
    r"|\b(?:to be (?:announced|determined|decided)|tba|tbd)\b",
    re.IGNORECASE,
)
_ADJECTIVES = {
    "tall": "height",
    "high": "height",
    "wide": "width",
    "broad": "width",
    "deep": "depth",
    "long": "length",
    "thick": "thickness",
    "heavy": "weight",
}
_NOUNS = {
    "height": "height",
    "width": "width",
    "breadth": "width",
    "depth": "depth",
    "length": "length",
    "thickness": "thickness",
    "diameter": "diameter",
    "weight": "weight",
    "weighs": "weight",
    "weighed": "weight",
    "weigh": "weight",
}
_ASKED = re.compile(rf"\bhow ({'|'.join(_ADJECTIVES)})\b|\b({'|'.join(_NOUNS)})\b", re.IGNORECASE)
_UNIT = (
    r"(?:m|cm|mm|km|met(?:er|re)s?|kilomet(?:er|re)s?|centimet(?:er|re)s?|feet|foot|ft|inch(?:es)?|in|miles?|yards?)"
)
_STATED = re.compile(rf"\d[\s-]?{_UNIT}[\s-]({'|'.join(_ADJECTIVES)})\b|\b({'|'.join(_NOUNS)})\b", re.IGNORECASE)

_PLACE_BEFORE = re.compile(r"\b(?:in|at|near) \Z", re.IGNORECASE)
_LOOKED_BACK = 6


@dataclass(frozen=True, slots=True)
class Reading:
    question: Question
    chunk: Chunk
    passage: Passage
    features: ChunkFeatures
    relevance: float
    answer: FoundAnswer | None = None
    answered: float = 0.0
    """The probability that the chunk answers the question; 0.0 where nobody read it."""
    topical: float = 0.0
    """The relevance that words and vectors alone tell."""

    @property
    def lead(self) -> int | None:
        """The number of the most promising sentence."""
        return self.features.order[0] if self.features.order else None

    def lines(self, at_most: int, *, of_piece: bool) -> tuple[Evidence, ...]:
        """The sentences that bear the answer, if the chunk does, those of the reader's answer first; neighbours are
        quoted as one. Of a piece of a query only those are quoted that speak of what the piece asks for, since the
        other pieces ask for the rest."""
        if self.lead is None:
            return ()
        best = self._worth(self.lead)
        worth = (number for number in self.features.order[:at_most] if self._worth(number) >= WORTH_QUOTING * best)
        chosen = [number for number in worth if not of_piece or self._is_about_the_same(number)]
        answering = [one for one in self._answering() if not of_piece or self._worth(one) >= best]
        chosen = list(dict.fromkeys((*answering, *chosen)))[:at_most]
        spans = joined([self.passage.spans[number] for number in chosen], self.chunk.text)
        return tuple(quote(self.chunk, span) for span in spans)

    def _is_about_the_same(self, number: int) -> bool:
        """Whether a sentence beside the leading one says more of what was asked, and not of another property: it holds
        a word of the question that the lead lacks, or all that the lead holds and what has the asked shape."""
        assert self.lead is not None
        if number == self.lead:
            return True
        asked = set(self.question.terms)
        covered, lead = (asked.intersection(self.passage.terms[each]) for each in (number, self.lead))
        if covered - lead:
            return True
        shapes = self.features.shapes
        return covered == lead and (shapes[number] > 0 or shapes[self.lead] == 0)

    def is_direct(self) -> bool:
        """Whether nothing stands against the answer, by rules that no score can outvote: the chunk speaks of the
        numbers of the query, and up to the answer of its names; the answer is neither the statement that nobody knows,
        nor another measure, nor an order to a model; who is asked for is answered by a name, a price by an
        amount."""
        if self.lead is None or self.answer is None:
            return False
        stated = self._said()
        if any(says_unknown(one) or gives_instructions(one) for one in stated):
            return False
        if any(states_another_property(self.question, one) for one in stated):
            return False
        if stated and states_a_rival(self.question.text, " ".join(stated)):
            return False
        if self.question.asks_for in _TOLD_BY_SHAPE and not self.holds_asked_shape():
            return False
        terms = {term for sentence in self.passage.terms for term in sentence}
        named = {term for sentence in self.passage.terms[: max(self._answering(), default=0) + 1] for term in sentence}
        return terms.issuperset(self.question.numbers) and named.issuperset(self.question.names)

    def holds_asked_shape(self) -> bool:
        """Whether the leading or the answering sentence holds a value of the kind asked for, where it has a shape."""
        if self.question.asks_for not in SPECIFIC:
            return True
        return any(holds_asked_shape(self.question, one) for one in self._said())

    def _said(self) -> list[str]:
        numbers = self._answering() if self.lead is None else {self.lead, *self._answering()}
        return [self.passage.sentence(number) for number in numbers]

    def _answering(self) -> list[int]:
        """The sentences that hold the reader's answer."""
        if self.answer is None:
            return []
        start, end = self.answer.start, self.answer.end
        return [number for number, span in enumerate(self.passage.spans) if span[0] < end and span[1] > start]

    def _worth(self, number: int) -> float:
        return self.features.coverage.sentences[number] + SHAPE_BONUS * (self.features.shapes[number] > 0)


def says_unknown(sentence: str) -> bool:
    """Sentences that say that something is not said: they are about the question and still no answer to it."""
    return _ABSENT.search(sentence) is not None


def states_another_property(question: Question, sentence: str) -> bool:
    """Whether the sentence states measures, and none of those that the question asks for."""
    asked = _properties(_ASKED, question.text)
    stated = _properties(_STATED, sentence) if asked else frozenset()
    return bool(stated) and stated.isdisjoint(asked)


def holds_asked_shape(question: Question, sentence: str) -> bool:
    """Whether the sentence holds what could be the answer; a name after "in" is a place and no person."""
    found = candidates(question, sentence)
    if question.asks_for is not AnswerType.PERSON:
        return bool(found)
    return any(not _follows_place_word(sentence, name) for name in found)


def _follows_place_word(sentence: str, name: str) -> bool:
    start = sentence.find(name)
    return _PLACE_BEFORE.search(sentence[max(0, start - _LOOKED_BACK) : start]) is not None


def _properties(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    found = (match[1] or match[2] for match in pattern.finditer(text))
    return frozenset((_ADJECTIVES | _NOUNS)[word.lower()] for word in found)
