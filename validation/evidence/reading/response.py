"""The claims of a response that findings and facts leave open, read beside the evidence.

The reader learned on rows, records, notes and short pages in English. Of long prose, and of other languages, the
grounding model decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from validation.domain.context import ContextDocument, SectionRole
from validation.domain.finding import Finding, Severity
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.outcome import DerivedFacts, Outcome
from validation.evidence.grounding.model import load
from validation.evidence.grounding.text.polarity import speaks_of_sources
from validation.evidence.grounding.text.words import Kind, tokens
from validation.evidence.language.stems import FUNCTION_WORDS, is_foreign, stem
from validation.evidence.language.terms import read_terms
from validation.evidence.reading.absence import find_absences, read_absences
from validation.evidence.reading.contradictions import quote_reading
from validation.evidence.reading.evidence_lines import EvidenceLines
from validation.evidence.reading.support import NO_COLUMNS, ClaimReading, read_claims
from validation.evidence.text.blocks import BlockKind
from validation.evidence.text.claims import ClaimSpan, is_bare_answer
from validation.evidence.text.lookup import grouped
from validation.reader import published_reader

MOST_READ = 40
"""Claims of a response, some second of processor time; what is not read is not approved."""
LONGEST_READ = 1_200
"""Characters of the evidence; of longer records the grounding model knows more (RAGTruth, Data2txt)."""
FEW_CLAIMS = 3
"""Of long evidence too so many are read. Of 500 short responses beside evidence made long by passages about something
else the grounding model approved 59 of 250 right and 51 wrong ones, reader and facts 106 and 40; of the long summaries
that it learned on it tells more (AUROC .84 for .76)."""
LABEL_WORDS = 3
"""Of a word or two, `Seat reservation`, the reader cannot tell what is said of it."""
ROWS_OF_COLUMN = 2
"""Of a table are read for what a column means: of 80 tables with other names for columns and 91 with names of something
else the less likely row is .6 and more for 72 and 47."""
MOST_PLANNED = 50
"""Lines of a plan that are read: each is compared with every label, so their number has a limit."""
Meanings = frozenset[tuple[str, bool]]
"""Words by what they mean, each with whether it is denied: `under` is a denied `over`."""
_WORD = re.compile(r"[^\W_][\w'’-]*")


def is_readable(spans: Sequence[ClaimSpan], index: EvidenceIndex) -> bool:
    """Whether facts and reader decide about these claims, and not the grounding model."""
    return (not is_long(index) or sum(span.factual for span in spans) <= FEW_CLAIMS) and is_english(spans)


def is_long(index: EvidenceIndex) -> bool:
    return sum(map(len, index.evidence.passages)) > LONGEST_READ


def is_english(spans: Sequence[ClaimSpan]) -> bool:
    """The language that the reader has learned. Rows of tables, which hold names, tell none."""
    told = [span for span in spans if span.factual and not _is_row(span)]
    said = [token.norm for span in told for token in tokens(span.text) if token.kind is Kind.WORD]
    return not is_foreign(said, load().vocabulary.idf)


def read_response(
    spans: Sequence[ClaimSpan],
    lines: EvidenceLines,
    against: Mapping[str, Sequence[Finding]],
    index: EvidenceIndex,
    derived: Mapping[str, DerivedFacts],
    columns: Mapping[str, Collection[str]] = NO_COLUMNS,
) -> dict[str, ClaimReading]:
    """By the ids of claims; none of those that certain findings have decided. `derived`: what follows of each,
    `columns`: the names of its columns that the evidence does not hold."""
    labels = [span for span in spans if span.is_label and len(_WORD.findall(span.text)) >= LABEL_WORDS]
    if labels:
        requests = read_requests(index.evidence.document, index.evidence.query)
        labels = [span for span in labels if not repeats_request(span.text, requests)]
    read = [*(span for span in spans if span.factual), *labels]
    columns = {name: english for name, told in columns.items() if (english := [one for one in told if _is_known(one)])}
    stated = [span for span in read if not is_bare_answer(span.text) and not _is_row(span)]
    rows = grouped(((span.header, *columns[span.id]), span) for span in read if _is_row(span) and span.id in columns)
    stated += [span for alike in rows.values() for span in alike[:ROWS_OF_COLUMN]]
    wanted = [span for span in stated if not any(one.severity is Severity.CERTAIN for one in against[span.id])]
    reader = published_reader(threads=1)
    wanted = wanted[:MOST_READ]
    absences = find_absences(spans, index.evidence.query)
    asked = read_absences({span.id: absences[span.id] for span in wanted if span.id in absences}, lines)
    told = [span for span in wanted if span.id not in asked]
    found = read_claims(lines, spans, index.evidence.query, reader, told, derived, columns) | asked
    return {name: _of_column(one) if name in columns else one for name, one in found.items()}


def _of_column(reading: ClaimReading) -> ClaimReading:
    """Another name of a column contradicts nothing."""
    supports = reading.score.supports
    return replace(reading, score=replace(reading.score, neutral=1 - supports, contradicts=0.0))


def readings_of_prose(
    readings: Mapping[str, ClaimReading], spans: Sequence[ClaimSpan], facts: FactIndex
) -> dict[str, ClaimReading]:
    """Those beside running text, of claims about the world. Beside records the reader calls contradicted what is right:
    so it did in all 29 held-back RAGTruth responses that the grounding model supported."""
    records = {one.start for one in facts.statements if one.is_field}
    of_sources = {span.id for span in spans if speaks_of_sources(span.text)}
    return {
        name: one
        for name, one in readings.items()
        if one.is_asked or (one.window.start not in records and name not in of_sources)
    }


def read_requests(document: ContextDocument, query: str) -> list[Meanings]:
    """What was asked for: the query, and the first lines of the plan, which name the goals."""
    plans = (document.body(section) for section in document.of(SectionRole.PLAN))
    lines = (line for plan in plans for line in plan.splitlines() if line.strip())
    return [_meanings(text) for text in (query, *islice(lines, MOST_PLANNED))]


def repeats_request(label: str, requests: Sequence[Meanings]) -> bool:
    """Whether a label with a figure only says what was asked for: `Hotels under 100 EUR`. One without, `Pets allowed`,
    answers what was asked in the same words."""
    own = _meanings(label)
    return any(key.isdigit() for key, _ in own) and any(own <= request for request in requests)


def _meanings(text: str) -> Meanings:
    return frozenset((term.key, term.denied) for term in read_terms(text))


def _is_row(span: ClaimSpan) -> bool:
    """A row is compared cell by cell; of rows the reader tells true and false no better than chance. Whether a column
    of another name means what the evidence holds it does tell."""
    return span.kind is BlockKind.TABLE_ROW


def _is_known(column: str) -> bool:
    """Whether a name is of words that the reader has learned: not `Bestand`, not `ECTS`."""
    said = [token.norm for token in tokens(column) if token.kind is Kind.WORD]
    return bool(said) and all(word in FUNCTION_WORDS or stem(word) in load().vocabulary.idf for word in said)


def cut_reading(readings: Mapping[str, ClaimReading]) -> str | None:
    """Why the reader's figures cannot be relied on: it saw only a part."""
    if any(reading.score.is_cut for reading in readings.values()):
        return "a claim or its evidence was too long to be read as a whole"
    return None


def reading_reasons(
    span: ClaimSpan, reading: ClaimReading | None, outcome: Outcome, lines: EvidenceLines
) -> tuple[str, ...]:
    """What the reader found against a claim, with the line that says so."""
    if reading is None:
        return ()
    unsaid = (word for word in _WORD.findall(span.text) if word.lower() in outcome.uncovered)
    words = ", ".join(dict.fromkeys((*outcome.columns, *unsaid)))
    quote = quote_reading(span, reading, lines).text
    if reading.is_against:
        front = f"the evidence does not say {words} and" if words else "the evidence"
        return (f"{front} reads otherwise: “{quote}”",)
    return (f"the nearest evidence does not say {words or 'it'}: “{quote}”",)
