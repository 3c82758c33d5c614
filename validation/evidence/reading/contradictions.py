"""What the reader alone finds against a claim, with the line that it reads so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from validation.domain.claim import ClaimState
from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.facts.outcome import DerivedFacts
from validation.evidence.reading.evidence_lines import EvidenceLines, Quote
from validation.evidence.reading.support import ClaimReading, as_claim, build_pair
from validation.evidence.text.claims import ClaimSpan
from validation.reader import published_reader, write_passage

SURELY_AGAINST = 0.9
"""Of 634 sentences of whole answers and scenes that the reader never learned from and calls contradicted so surely, and
that no rule finds anything against, 96 in 100 are wrong; of 153 of the development cases 82."""
MOST_LINES = 5
"""Read by themselves for one claim, some 6 ms each: those that share most words with it."""


def quote_reading(span: ClaimSpan, reading: ClaimReading, lines: EvidenceLines) -> Quote:
    """The line that a reading rests on: of those near a contradicted claim the one that surely contradicts it by
    itself, if there is any, else the window's nearest."""
    nearest = lines.quote(reading.window.start, reading.window.end)
    if reading.is_asked or not reading.is_against:
        return nearest
    text, heading = as_claim(span)
    near = lines.nearest(text, MOST_LINES)
    pairs = [build_pair(text, write_passage(line.text, line.subject), "", heading, DerivedFacts()) for line in near]
    scores = published_reader(threads=1).score_support(pairs)  # remembered
    found, line = max(zip((one.contradicts for one in scores), near, strict=True), key=lambda one: one[0])
    return lines.quote(line.start, line.end) if found >= SURELY_AGAINST else nearest


def find_contradictions(
    spans: Sequence[ClaimSpan],
    states: Iterable[ClaimState],
    readings: Mapping[str, ClaimReading],
    against: Mapping[str, Sequence[Finding]],
    lines: EvidenceLines,
) -> Iterator[Finding]:
    """One finding for every claim that the reader surely finds contradicted and no rule finds anything against."""
    for span, state in zip(spans, states, strict=True):
        reading = readings.get(span.id)
        if state is not ClaimState.CONTRADICTED or reading is None or against[span.id]:
            continue
        if reading.score.contradicts >= SURELY_AGAINST:
            section, quote = quote_reading(span, reading, lines)
            yield FindingCode.STATEMENT_CONTRADICTED.at(
                span.start, span.end, claim_id=span.id, section=section, quote=quote
            )
