"""One chunk read for one part of the query: its features, its score, and the lines that would be quoted."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.domain.absence import says_unknown
from retrieval.domain.answer_type import SPECIFIC
from retrieval.domain.chunk import Chunk
from retrieval.domain.features import SHAPE_BONUS, ChunkFeatures
from retrieval.domain.instructions import gives_instructions
from retrieval.domain.passage import Passage
from retrieval.domain.properties import holds_asked_shape, states_another_property
from retrieval.domain.question import Question
from retrieval.domain.quotes import joined, quote
from retrieval.domain.result import Evidence

QUOTED_AT_MOST = 3
"""Quotes for one part of a query; more would be a copy, not evidence."""

WORTH_QUOTING = 0.5
"""Of the best sentence's coverage; below it a sentence is about something else."""


@dataclass(frozen=True, slots=True)
class Reading:
    question: Question
    chunk: Chunk
    passage: Passage
    features: ChunkFeatures
    relevance: float

    @property
    def lead(self) -> int | None:
        """The number of the most promising sentence."""
        return self.features.order[0] if self.features.order else None

    def lines(self, at_most: int, *, of_piece: bool) -> tuple[Evidence, ...]:
        """The sentences that bear the answer, if the chunk does; neighbours are quoted as one. Of a piece of a query
        only those are quoted that speak of what the piece asks for, since the other pieces ask for the rest."""
        if self.lead is None:
            return ()
        best = self._worth(self.lead)
        worth = (number for number in self.features.order[:at_most] if self._worth(number) >= WORTH_QUOTING * best)
        chosen = [number for number in worth if not of_piece or self._is_about_the_same(number)]
        spans = joined([self.passage.spans[number] for number in chosen], self.chunk.text)
        return tuple(quote(self.chunk, span) for span in spans)

    def _is_about_the_same(self, number: int) -> bool:
        """Whether a sentence beside the leading one says more of what was asked, and not of another property: it holds
        a word of the question that the lead lacks, or all that the lead holds and what has the asked shape."""
        assert self.lead is not None
        if number == self.lead:
            return True
        asked = set(self.question.terms)
        held, lead = (asked.intersection(self.passage.terms[each]) for each in (number, self.lead))
        if held - lead:
            return True
        shapes = self.features.shapes
        return held == lead and (shapes[number] > 0 or shapes[self.lead] == 0)

    def is_direct(self) -> bool:
        """Whether the lines hold what was asked for, by rules that no score can outvote: a value of the asked kind,
        the query's numbers, and neither the statement that nobody knows nor an order to a model."""
        if self.lead is None or _is_no_statement(self.passage.sentence(self.lead)):
            return False
        if states_another_property(self.question, self.passage.sentence(self.lead)):
            return False
        held = {term for sentence in self.passage.terms for term in sentence}
        if not held.issuperset(self.question.numbers):
            return False
        chosen = self.features.order[:QUOTED_AT_MOST]
        return self.question.asks_for not in SPECIFIC or any(
            holds_asked_shape(self.question, self.passage.sentence(number)) for number in chosen
        )

    def _worth(self, number: int) -> float:
        return self.features.coverage.sentences[number] + SHAPE_BONUS * (self.features.shapes[number] > 0)


def _is_no_statement(sentence: str) -> bool:
    return says_unknown(sentence) or gives_instructions(sentence)
