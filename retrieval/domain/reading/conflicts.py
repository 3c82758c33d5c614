"""Chunks that state different things about what is asked. Both are quoted; which is right is not for this gate.

Told only where it is plain: two sentences that hold the same terms of the question, most of its weight, and give
different values of the kind asked for, or of which one denies what the other says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from retrieval.domain.query.answer_type import SPECIFIC, candidates
from retrieval.domain.query.question import AnswerType
from retrieval.domain.reading.quotes import quote
from retrieval.domain.reading.read import Reading
from retrieval.domain.result import Evidence, Finding, RetrievalFindingCode
from retrieval.domain.text.passage import terms

COVERS = 0.7
"""Share of the question's weight that both sentences must cover."""

COMPARED_AT_MOST = 12
"""Chunks; pairs grow with the square."""

_SHARED = 0.5
"""Of the shorter sentence's other terms, for two sentences that deny each other to be about the same."""

_DENIES = re.compile(r"\b(?:not|no|never|cannot|without|neither)\b|n['’]t\b", re.IGNORECASE)
_SAID_BY_SHAPE = SPECIFIC - {AnswerType.PLACE}
_MEASURED = (AnswerType.DURATION, AnswerType.MONEY)
_CLOCK = re.compile(r"\d{1,2}:\d\d")
_DECIMALS = re.compile(r",(?=\d{1,2}(?!\d))")
"""A comma before one or two last digits; before three it parts thousands."""


@dataclass(frozen=True, slots=True)
class _Statement:
    evidence: Evidence
    values: Values
    covers: frozenset[str]
    others: frozenset[str]
    denies: bool


def conflicts(readings: Sequence[Reading]) -> tuple[Finding, ...]:
    """`readings` are those of the relevant chunks for one part of the query."""
    statements = [(reading, statement) for reading in readings[:COMPARED_AT_MOST] if (statement := _statement(reading))]
    return tuple(
        RetrievalFindingCode.CONFLICT.about(
            one.chunk.id, other.chunk.id, evidence=(statement.evidence, replied.evidence)
        )
        for (one, statement), (other, replied) in combinations(statements, 2)
        if _disagree(one, statement, replied)
    )


def _statement(reading: Reading) -> _Statement | None:
    if reading.lead is None or reading.features.coverage.sentences[reading.lead] < COVERS:
        return None
    sentence = reading.passage.sentence(reading.lead)
    asked, stated = frozenset(reading.question.terms), frozenset(reading.passage.terms[reading.lead])
    return _Statement(
        quote(reading.chunk, reading.passage.quoted[reading.lead]),
        read_values(candidates(reading.question, sentence), asked),
        stated & asked,
        stated - asked,
        _DENIES.search(sentence) is not None,
    )


def _disagree(reading: Reading, one: _Statement, other: _Statement) -> bool:
    if one.covers != other.covers:
        return False
    if reading.question.asks_for in _SAID_BY_SHAPE and one.values and other.values:
        return one.values.differ(other.values, measured=reading.question.asks_for in _MEASURED)
    smaller = min(len(one.others), len(other.others))
    about_the_same = len(one.others & other.others) >= _SHARED * smaller
    return one.denies is not other.denies and about_the_same


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
