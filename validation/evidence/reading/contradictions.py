"""What the reader alone finds against a claim, with the line that it reads so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from validation.domain.claim import ClaimState
from validation.domain.codes.findings import FindingCode
from validation.domain.context import FOUND
from validation.domain.finding import Finding
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.outcome import DerivedFacts
from validation.evidence.reading.line import Line, stems_of
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.support import ClaimReading, as_claim, build_pair
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.words import shorten
from validation.reader import published_reader, write_passage

SURELY_AGAINST = 0.9
"""Of 634 sentences of whole answers and scenes that the reader never learned from and calls contradicted so surely, and
that no rule finds anything against, 96 in 100 are wrong; of 153 of the development cases 82."""
MOST_LINES = 5
"""Read by themselves for one claim, some 6 ms each: those that share most words with it."""
_SHOWN = 120


class Quote(NamedTuple):
    section: int
    text: str


class LineQuoter:
    """Quotes the line of the evidence that a reading rests on: the window's nearest, or the one that contradicts."""

    def __init__(self, facts: FactIndex) -> None:
        self._text, self._statements = facts.text, facts.statements

    @cached_property
    def _lines(self) -> tuple[Line, ...]:
        return read_lines(self._text, self._statements)

    @cached_property
    def _sections(self) -> dict[int, int]:
        return {one.start: one.section for one in self._statements}

    def quote(self, span: ClaimSpan, reading: ClaimReading) -> Quote:
        start, end = self._place(span, reading)
        return Quote(self._sections.get(start, FOUND), shorten(self._text[start:end], _SHOWN))

    def _place(self, span: ClaimSpan, reading: ClaimReading) -> tuple[int, int]:
        """Of the lines near a contradicted claim the one that surely contradicts it by itself, if there is any."""
        nearest = reading.window.start, reading.window.end
        if not reading.is_against:
            return nearest
        text, heading = as_claim(span)
        words = stems_of(text)
        near = sorted(self._lines, key=lambda line: (-len(words & line.words), line.start))[:MOST_LINES]
        pairs = [build_pair(text, write_passage(line.text, line.subject), "", heading, DerivedFacts()) for line in near]
        scores = published_reader(threads=1).score_support(pairs)  # remembered
        found, line = max(zip((one.contradicts for one in scores), near, strict=True), key=lambda one: one[0])
        return (line.start, line.end) if found >= SURELY_AGAINST else nearest


def find_contradictions(
    spans: Sequence[ClaimSpan],
    states: Iterable[ClaimState],
    readings: Mapping[str, ClaimReading],
    against: Mapping[str, Sequence[Finding]],
    facts: FactIndex,
) -> Iterator[Finding]:
    """One finding for every claim that the reader surely finds contradicted and no rule finds anything against."""
    lines = LineQuoter(facts)
    for span, state in zip(spans, states, strict=True):
        reading = readings.get(span.id)
        if state is not ClaimState.CONTRADICTED or reading is None or against[span.id]:
            continue
        if reading.score.contradicts >= SURELY_AGAINST:
            section, quote = lines.quote(span, reading)
            yield FindingCode.STATEMENT_CONTRADICTED.at(
                span.start, span.end, claim_id=span.id, section=section, quote=quote
            )
