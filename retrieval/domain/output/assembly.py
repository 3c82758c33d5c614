"""Makes the result of a judge's opinion: everything that spec 5 asks for, by rule and without a free word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from itertools import islice

from retrieval.domain.chunk import Chunk
from retrieval.domain.output import vocabulary
from retrieval.domain.output.vocabulary import HALTED, NONE, NOT_JUDGED, NOTHING_RELEVANT
from retrieval.domain.query.question import MAX_QUERY
from retrieval.domain.result import (
    AnswerPresent,
    Evidence,
    Opinion,
    Quality,
    RelevantChunk,
    RetrievalFindingCode,
    RetrievalResult,
    SubQuestion,
)
from retrieval.domain.text.passage import EMPTY_WORDS, MAX_CHARACTERS, WORD, composed, term, terms
from validation.domain.halt import Halt

SUMMARY_CHARACTERS = 160
_INDENT = "\n    "
WORDS_AT_MOST = 8

_BEGINNING = 3
"""Letters that all forms of one word share; a number word is not found as its digits."""
_LOOKED_AT = 1_000_000
_LONGEST_WORD = 60


def assemble(query: str, chunks: Sequence[Chunk], opinion: Opinion, *, judge: str) -> RetrievalResult:
    relevant = tuple(RelevantChunk(each.chunk_id, _summary(each.quote)) for each in opinion.relevant)
    answers = [each for piece in opinion.pieces for each in piece.evidence]
    # Where chunks contradict each other, both sides are evidence.
    contradicting = [one for one in opinion.findings if one.code is RetrievalFindingCode.CONFLICT] if answers else []
    evidence = tuple(dict.fromkeys([*answers, *(each for found in contradicting for each in found.evidence)]))
    present, rated = answer_present(opinion), quality(opinion)
    return RetrievalResult(
        relevant_chunks=relevant,
        answer_present=present,
        explanation=explain(query, chunks, opinion),
        pieces=_pieces(opinion),
        evidence=evidence,
        retrieval_quality=rated,
        message=None if relevant else NOTHING_RELEVANT,
        findings=opinion.findings,
        report=write_report(relevant=relevant, answer_present=present, evidence=evidence, quality=rated),
        judge=judge,
        scores=opinion.scores,
        strengths={
            "answers": [piece.score for piece in opinion.pieces],
            "relevant": max((score.relevance for score in opinion.scores), default=-1.0),
            "topical": opinion.topical,
        },
        answer_score=min((piece.score for piece in opinion.pieces), default=0.0),
    )


def assemble_halt(halt: Halt, *, judge: str, raw_reply: str = "") -> RetrievalResult:
    """Nothing is decided, so nothing is claimed, in either direction."""
    return RetrievalResult(
        explanation=HALTED,
        report=write_report(relevant=(), answer_present=None, evidence=(), quality=None),
        judge=judge,
        halt=halt,
        raw_reply=raw_reply,
    )


def _pieces(opinion: Opinion) -> tuple[SubQuestion, ...]:
    """Shown for a query that asks for several things only."""
    if len(opinion.pieces) < 2:
        return ()
    return tuple(
        SubQuestion(piece.text, bool(piece.evidence), tuple(dict.fromkeys(each.chunk_id for each in piece.evidence)))
        for piece in opinion.pieces
    )


def _summary(line: str) -> str:
    """The excerpt itself, cut at a blank when it is long."""
    if len(line) <= SUMMARY_CHARACTERS:
        return line
    cut = line.rfind(" ", 1, SUMMARY_CHARACTERS)
    return line[: cut if cut > 0 else SUMMARY_CHARACTERS]


def answer_present(opinion: Opinion) -> AnswerPresent:
    """Yes when every part of the query has evidence of its own; parts are never combined into an answer."""
    return AnswerPresent.YES if all(piece.evidence for piece in opinion.pieces) else AnswerPresent.NO


def quality(opinion: Opinion) -> Quality:
    if not opinion.relevant:
        return Quality.POOR
    return Quality.GOOD if answer_present(opinion) is AnswerPresent.YES else Quality.PARTIAL


def write_report(
    *,
    relevant: Sequence[RelevantChunk],
    answer_present: AnswerPresent | None,
    evidence: Sequence[Evidence],
    quality: Quality | None,
) -> str:
    """The plain-text report of spec 5, Output format.

    A chunk cannot forge a line of it: ids are put on one line, and further lines of a quote are indented.
    """
    ids = ", ".join(_on_one_line(chunk.id) for chunk in relevant)
    lines = [
        f"Relevant Chunks: {ids or (NONE if quality else NOT_JUDGED)}",
        f"Answer Present: {answer_present or NOT_JUDGED}",
        *_evidence(evidence),
        f"Retrieval Quality: {quality or NOT_JUDGED}",
    ]
    nothing = [NOTHING_RELEVANT] if quality and not relevant else []
    return "\n".join([*nothing, *lines])


def _evidence(evidence: Sequence[Evidence]) -> list[str]:
    if not evidence:
        return [f"Evidence: {NONE}"]
    quoted = ((_on_one_line(each.chunk_id), _INDENT.join(each.quote.splitlines())) for each in evidence)
    return ["Evidence:", *(f'- {chunk}: "{quote}"' for chunk, quote in quoted)]


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def explain(query: str, chunks: Sequence[Chunk], opinion: Opinion) -> str:
    """Why the answer counts as present or not: fixed sentences, and words of the query."""
    missing = [piece.text for piece in opinion.pieces if not piece.evidence]
    if not missing:
        return vocabulary.PIECES_STATED if len(opinion.pieces) > 1 else vocabulary.ANSWER_STATED
    if not opinion.relevant:
        return f"{vocabulary.NOTHING_RELEVANT}{_words(vocabulary.WORDS_NOWHERE, query, chunks)}{_cut(chunks)}"
    if len(opinion.pieces) > 1:
        all_missing = len(missing) == len(opinion.pieces)
        sentence = vocabulary.ALL_PIECES_MISSING if all_missing else vocabulary.PIECES_MISSING
        return f"{sentence} {_quoted(missing)}.{_cut(chunks)}"
    ids = {excerpt.chunk_id for excerpt in opinion.relevant}
    relevant = [chunk for chunk in chunks if chunk.id in ids]
    return f"{vocabulary.ANSWER_MISSING}{_words(vocabulary.WORDS_MISSING, query, relevant)}{_cut(chunks)}"


def _words(label: str, query: str, chunks: Sequence[Chunk]) -> str:
    absent = _absent_words(query, chunks)
    return f" {label} {_quoted(absent)}." if absent else ""


def _cut(chunks: Sequence[Chunk]) -> str:
    """Of all chunks: what answers may stand in the unread part of one that is not relevant so far."""
    return f" {vocabulary.CUT}" if any(len(chunk.text) > MAX_CHARACTERS for chunk in chunks) else ""


def _absent_words(query: str, chunks: Sequence[Chunk]) -> list[str]:
    """Also behind the cut of a long chunk, which was not judged: what stands there is not missing."""
    present = {found for chunk in chunks for found in terms(chunk.text[:MAX_CHARACTERS])}
    words = dict.fromkeys(WORD.findall(composed(query[:MAX_QUERY])))
    absent = [word for word in words if word.lower() not in EMPTY_WORDS and term(word) not in present]
    behind = _behind_the_cut({term(word) for word in absent}, chunks) if absent else frozenset()
    return [word for word in absent if term(word) not in behind][:WORDS_AT_MOST]


def _behind_the_cut(wanted: Set[str], chunks: Sequence[Chunk]) -> Set[str]:
    """Which of the wanted terms stand there. Only words that begin as one of them are brought to their term."""
    beginnings = "|".join(sorted(re.escape(each[:_BEGINNING]) for each in wanted))
    alike = re.compile(rf"(?<![^\W_])(?:{beginnings})[^\W_]*", re.IGNORECASE)
    rests = (composed(chunk.text[_word_start(chunk.text) :]) for chunk in chunks if len(chunk.text) > MAX_CHARACTERS)
    found: set[str] = set()
    for rest in rests:
        spellings = {match.group().lower() for match in islice(alike.finditer(rest), _LOOKED_AT)}
        found |= {each for spelling in spellings for each in terms(spelling)}
    return found & wanted


def _word_start(text: str) -> int:
    """Where the word begins that the cut goes through."""
    blank = text.rfind(" ", MAX_CHARACTERS - _LONGEST_WORD, MAX_CHARACTERS)
    return blank + 1 if blank >= 0 else MAX_CHARACTERS - _LONGEST_WORD


def _quoted(parts: Iterable[str]) -> str:
    return ", ".join(f'"{part}"' for part in parts)
