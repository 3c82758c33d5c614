"""What can be said about a query and its chunks before any judging."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retrieval.domain.chunk import Chunk, finding
from retrieval.domain.query.language import language
from retrieval.domain.query.question import Question
from retrieval.domain.result import Finding, FindingCode
from retrieval.domain.text.instructions import gives_instructions
from retrieval.domain.text.passage import MAX_CHARACTERS
from retrieval.domain.text.similarity import EMBEDDED_AT_MOST
from retrieval.domain.text.words import EMPTY_WORDS, WORD

LANGUAGES_TOLD = 200
"""Chunks whose language is looked at; a thousand of them would take longer than the judging."""


def inspect(query: str, parts: Sequence[Question], chunks: Sequence[Chunk]) -> tuple[Finding, ...]:
    return (*_query_findings(query, parts), *_chunk_findings(query, chunks))


def _query_findings(query: str, parts: Sequence[Question]) -> Iterator[Finding]:
    if not query.strip():
        yield finding(FindingCode.QUERY_EMPTY)
    elif not any(part.terms for part in parts) or _is_bare_reference(query):
        yield finding(FindingCode.QUERY_UNCLEAR)
    if language(query) not in (None, "en"):
        yield finding(FindingCode.QUERY_LANGUAGE)


def _is_bare_reference(query: str) -> bool:
    """`what about it?`, `and the other one?`: at most one word that is not empty, beside a pronoun."""
    words = [word.lower() for word in WORD.findall(query[:200])]
    full = [word for word in words if word not in EMPTY_WORDS]
    return len(full) <= 1 and bool({"it", "they", "them", "this", "that", "these", "those", "he", "she"} & set(words))


def _chunk_findings(query: str, chunks: Sequence[Chunk]) -> Iterator[Finding]:
    asked = language(query) or "en"
    for chunk in chunks[:LANGUAGES_TOLD]:
        if language(chunk.text) not in (None, asked):
            yield finding(FindingCode.OTHER_LANGUAGE, chunk.id)
    for chunk in chunks:
        if gives_instructions(chunk.text[:MAX_CHARACTERS]):
            yield finding(FindingCode.INSTRUCTION_IN_CHUNK, chunk.id)
    if len(chunks) > EMBEDDED_AT_MOST:
        yield finding(FindingCode.SET_TOO_LARGE)
