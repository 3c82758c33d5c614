"""Findings about a query and its chunks that need no judging."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from py3langid.langid import MODEL_FILE, LanguageIdentifier

from retrieval.domain.chunk import Chunk
from retrieval.domain.query.question import MAX_QUERY, Question
from retrieval.domain.result import Finding, RetrievalFindingCode
from retrieval.domain.text.passage import EMPTY_WORDS, MAX_CHARACTERS, WORD, gives_instructions
from retrieval.domain.text.similarity import EMBEDDED_AT_MOST
from validation.domain.text.visible import is_visible

LANGUAGES_CHECKED = 200
"""Most chunks whose language is detected; for a thousand it would take longer than judging."""
SURE = 0.8
"""Least probability of a detected language."""

_READ = 400
_LETTERS_NEEDED = 20
_LATIN_WORDS_NEEDED = 4
_WORD = re.compile(r"[^\W\d_]{1,60}")
_COMMON = """the of and to in is was are were what who when where why how which does did do for with by on that it
    be can has have from this as at an or"""
_ENGLISH = frozenset(_COMMON.split())

_KNOWN = """ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nl no pl pt ro ru sk sl sr sv th
    tr uk ur vi zh"""
LANGUAGES = tuple(_KNOWN.split())
"""The languages detected. A rarer one is reported as its closest relative, which is not English either."""


def inspect(query: str, parts: Sequence[Question], chunks: Sequence[Chunk]) -> tuple[Finding, ...]:
    return (*_query_findings(query, parts), *_chunk_findings(query, chunks))


def _query_findings(query: str, parts: Sequence[Question]) -> Iterator[Finding]:
    if not is_visible(query):
        yield RetrievalFindingCode.QUERY_EMPTY.about()
    elif not any(part.terms for part in parts) or _is_bare_reference(query):
        yield RetrievalFindingCode.QUERY_UNCLEAR.about()
    if len(query.strip()) > MAX_QUERY:
        yield RetrievalFindingCode.QUERY_TOO_LONG.about()
    if language(query) not in (None, "en"):
        yield RetrievalFindingCode.QUERY_LANGUAGE.about()


def _is_bare_reference(query: str) -> bool:
    """Whether the query is a pronoun with at most one content word: `what about it?`, `and the other one?`."""
    words = [word.lower() for word in WORD.findall(query[:200])]
    full = [word for word in words if word not in EMPTY_WORDS]
    return len(full) <= 1 and bool({"it", "they", "them", "this", "that", "these", "those", "he", "she"} & set(words))


def _chunk_findings(query: str, chunks: Sequence[Chunk]) -> Iterator[Finding]:
    asked = language(query) or "en"
    for chunk in chunks[:LANGUAGES_CHECKED]:
        if language(chunk.text) not in (None, asked):
            yield RetrievalFindingCode.OTHER_LANGUAGE.about(chunk.id)
    for chunk in chunks:
        if gives_instructions(chunk.text[:MAX_CHARACTERS]):
            yield RetrievalFindingCode.INSTRUCTION_IN_CHUNK.about(chunk.id)
    if len(chunks) > EMBEDDED_AT_MOST:
        yield RetrievalFindingCode.SET_TOO_LARGE.about()


class _Identifier(Protocol):
    def classify(self, text: str) -> tuple[str, float]: ...


def language(text: str) -> str | None:
    """A code such as `en`; None if the text is too short or too mixed."""
    read = text[:_READ]
    words = _WORD.findall(read)
    if sum(map(len, words)) < _LETTERS_NEEDED or (read.isascii() and len(words) < _LATIN_WORDS_NEEDED):
        return None
    if sum(word.lower() in _ENGLISH for word in words) >= max(2, len(words) // 6):
        return "en"
    found, probability = _identifier().classify(read)
    return found if probability >= SURE else None


@lru_cache(maxsize=1)
def _identifier() -> _Identifier:
    """Loaded once, in half a second."""
    identifier: _Identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(LANGUAGES)  # type: ignore[attr-defined]
    return identifier
