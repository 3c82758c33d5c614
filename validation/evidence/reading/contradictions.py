"""What the reader alone finds against a claim, with the line that it reads so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

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
"""Read by themselves for one finding, some 6 ms each: those that share most words with the claim."""
_SHOWN = 120


def find_contradictions(
    spans: Sequence[ClaimSpan],
    states: Iterable[ClaimState],
    readings: Mapping[str, ClaimReading],
    against: Mapping[str, Sequence[Finding]],
    facts: FactIndex,
) -> Iterator[Finding]:
    """One finding for every claim that the reader surely finds contradicted and no rule finds anything against."""
    sections = {one.start: one.section for one in facts.statements}
    lines: tuple[Line, ...] = ()
    for span, state in zip(spans, states, strict=True):
        reading = readings.get(span.id)
        if state is not ClaimState.CONTRADICTED or reading is None or against[span.id]:
            continue
        if reading.score.contradicts >= SURELY_AGAINST:
            lines = lines or read_lines(facts.text, facts.statements)
            start, end = _disputing_place(span, reading, lines)
            section, quote = sections.get(start, FOUND), shorten(facts.text[start:end], _SHOWN)
            yield FindingCode.STATEMENT_CONTRADICTED.at(
                span.start, span.end, claim_id=span.id, section=section, quote=quote
            )


def _disputing_place(span: ClaimSpan, reading: ClaimReading, lines: Sequence[Line]) -> tuple[int, int]:
    """Of the lines near the claim the one that contradicts it most by itself: the nearest need not be it."""
    text, heading = as_claim(span)
    words = stems_of(text)
    near = sorted(lines, key=lambda line: (-len(words & line.words), line.start))[:MOST_LINES]
    pairs = [build_pair(text, write_passage(line.text, line.subject), "", heading, DerivedFacts()) for line in near]
    scores = published_reader(threads=1).score_support(pairs)
    found, line = max(zip((one.contradicts for one in scores), near, strict=True), key=lambda one: one[0])
    if found < SURELY_AGAINST:
        return reading.window.start, reading.window.end
    return line.start, line.end
