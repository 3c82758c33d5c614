"""Why the answer counts as present or not: fixed sentences, and words of the query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from retrieval.domain import vocabulary
from retrieval.domain.chunk import Chunk
from retrieval.domain.opinion import Opinion
from retrieval.domain.passage import MAX_CHARACTERS
from retrieval.domain.question import MAX_QUERY
from retrieval.domain.words import EMPTY_WORDS, WORD, term, terms

WORDS_AT_MOST = 8


def explain(query: str, chunks: Sequence[Chunk], opinion: Opinion) -> str:
    missing = [piece.text for piece in opinion.pieces if not piece.evidence]
    if not missing:
        return vocabulary.PIECES_STATED if len(opinion.pieces) > 1 else vocabulary.ANSWER_STATED
    if not opinion.relevant:
        return f"{vocabulary.NOTHING_RELEVANT}{_words(vocabulary.WORDS_NOWHERE, query, chunks)}"
    if len(opinion.pieces) > 1:
        all_missing = len(missing) == len(opinion.pieces)
        said = vocabulary.ALL_PIECES_MISSING if all_missing else vocabulary.PIECES_MISSING
        return f"{said} {_quoted(missing)}."
    ids = {excerpt.chunk_id for excerpt in opinion.relevant}
    relevant = [chunk for chunk in chunks if chunk.id in ids]
    return f"{vocabulary.ANSWER_MISSING}{_words(vocabulary.WORDS_MISSING, query, relevant)}"


def _words(label: str, query: str, chunks: Sequence[Chunk]) -> str:
    absent = _absent_words(query, chunks)
    return f" {label} {_quoted(absent)}." if absent else ""


def _absent_words(query: str, chunks: Sequence[Chunk]) -> list[str]:
    held = {found for chunk in chunks for found in terms(chunk.text[:MAX_CHARACTERS])}
    words = dict.fromkeys(WORD.findall(query[:MAX_QUERY]))
    return [word for word in words if word.lower() not in EMPTY_WORDS and term(word) not in held][:WORDS_AT_MOST]


def _quoted(parts: Iterable[str]) -> str:
    return ", ".join(f'"{part}"' for part in parts)
