"""One chunk read for one part of the query: its features, its score, and the lines that would be quoted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from retrieval.domain.chunk import Chunk
from retrieval.domain.query.answer_type import SPECIFIC
from retrieval.domain.query.question import AnswerType, Question
from retrieval.domain.reading.answers import FoundAnswer
from retrieval.domain.reading.binding import is_about_another
from retrieval.domain.reading.quotes import joined, quote
from retrieval.domain.reading.rules import (
    counts_something_else,
    has_answer_shape,
    is_range,
    lacks_a_length,
    lacks_a_name,
    lacks_a_number,
    measures_something_else,
    only_asks,
    says_unknown,
    states_another_property,
    states_competing_property,
)
from retrieval.domain.relevance.features import SHAPE_BONUS, ChunkFeatures
from retrieval.domain.result import Evidence
from retrieval.domain.text.passage import Passage, gives_instructions

_KEY = re.compile(r'"\w{0,40}_([a-zA-Z]{1,4})"[ ]?:[ ]?$')

QUOTED_AT_MOST = 3
"""Quotes for one part of a query; more would be a copy, not evidence."""

_TOLD_BY_SHAPE = frozenset({AnswerType.PERSON, AnswerType.MONEY})
"""Nobody is named without a name, and no price without an amount; other kinds are answered in any words."""
WORTH_QUOTING = 0.5
"""Of the best sentence's coverage; below it a sentence is about something else."""


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
        chosen = list(dict.fromkeys((*self._answering(), *chosen)))[:at_most]
        spans = joined([self.passage.quoted[number] for number in chosen], self.chunk.text)
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

    def is_direct(self, is_common_word: Callable[[str], bool]) -> bool:
        """Whether nothing stands against the answer, by rules that no score can outvote: the chunk speaks of the
        numbers of the query, and up to the answer of its names; the answer is neither the statement that nobody knows,
        nor a question, nor another measure, nor an order to a model; who is asked for is answered by a name, a price
        by an amount, how many by a number."""
        if self.lead is None or self.answer is None:
            return False
        stated = self._said()
        if any(says_unknown(one) or gives_instructions(one) for one in stated) or self._is_only_asked():
            return False
        if any(states_another_property(self.question, one) for one in stated):
            return False
        both_ends = is_range(self.passage.text, (self.answer.start, self.answer.end))
        if stated and states_competing_property(self.question, " ".join(stated), has_both_ends=both_ends):
            return False
        if self._answers_otherwise(" ".join(stated), is_common_word):
            return False
        if self.question.asks_for in _TOLD_BY_SHAPE and not self.has_answer_shape():
            return False
        terms = {term for sentence in self.passage.terms for term in sentence}
        named = {term for sentence in self.passage.terms[: max(self._answering(), default=0) + 1] for term in sentence}
        return terms.issuperset(self.question.numbers) and named.issuperset(self.question.names)

    def _is_only_asked(self) -> bool:
        last = max(self._answering(), default=None)
        if last is None or self.answer is None:
            return False
        place = self.answer.start - self.passage.spans[last][0]
        end = self.passage.spans[last][1]
        behind = self.passage.text[end : next((stop for start, stop in self.passage.spans if start >= end), end + 9)]
        return only_asks(self.question, self.passage.sentence(last), place, behind)

    def _answers_otherwise(self, stated: str, is_common_word: Callable[[str], bool]) -> bool:
        """Whether the answer is a measure of another property, a count of other things, or somebody else's."""
        assert self.answer is not None
        start, end = self.answer.start, self.answer.end
        last = max((self.passage.spans[number][1] for number in self._answering()), default=end)
        text = self.passage.text
        return (
            measures_something_else(self.question, f"{text[start:end]} {_unit_of_key(text, start)}")
            or counts_something_else(self.question, text[start:end], text[end:last], stated)
            or lacks_a_length(self.question, stated)
            or lacks_a_number(self.question, stated)
            or lacks_a_name(self.question, text[:last])
            or is_about_another(
                self.question,
                self.passage,
                (start, end),
                [self.passage.spans[number] for number in self._answering()],
                is_common_word,
            )
        )

    def has_answer_shape(self) -> bool:
        """Whether the leading or the answering sentence holds a value of the kind asked for, where it has a shape."""
        if self.question.asks_for not in SPECIFIC:
            return True
        return any(has_answer_shape(self.question, one) for one in self._said())

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


def _unit_of_key(text: str, start: int) -> str:
    """`km` before the value of `"range_km": 45`."""
    key = _KEY.search(text, max(0, start - 60), start)
    return key[1] if key else ""
