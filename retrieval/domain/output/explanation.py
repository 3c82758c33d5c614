"""Why the answer counts as present or not: fixed sentences, and words of the query."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from itertools import islice

from retrieval.domain.chunk import Chunk
from retrieval.domain.opinion import Opinion
from retrieval.domain.output import vocabulary
from retrieval.domain.query.question import MAX_QUERY
from retrieval.domain.text.passage import MAX_CHARACTERS
from retrieval.domain.text.words import EMPTY_WORDS, WORD, term, terms

WORDS_AT_MOST = 8

_BEGINNING = 3
"""Letters that all forms of one word share; a number word is not found as its digits."""
_LOOKED_AT = 1_000_000
_LONGEST_WORD = 60


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
    told = f" {label} {_quoted(absent)}." if absent else ""
    return f"{told} {vocabulary.CUT}" if any(len(chunk.text) > MAX_CHARACTERS for chunk in chunks) else told


def _absent_words(query: str, chunks: Sequence[Chunk]) -> list[str]:
    """Also behind the cut of a long chunk, which was not judged: what stands there is not missing."""
    held = {found for chunk in chunks for found in terms(chunk.text[:MAX_CHARACTERS])}
    words = dict.fromkeys(WORD.findall(query[:MAX_QUERY]))
    absent = [word for word in words if word.lower() not in EMPTY_WORDS and term(word) not in held]
    behind = _behind_the_cut({term(word) for word in absent}, chunks) if absent else frozenset()
    return [word for word in absent if term(word) not in behind][:WORDS_AT_MOST]


def _behind_the_cut(wanted: Set[str], chunks: Sequence[Chunk]) -> Set[str]:
    """Which of the wanted terms stand there. Only words that begin as one of them are brought to their term."""
    beginnings = "|".join(sorted(re.escape(each[:_BEGINNING]) for each in wanted))
    alike = re.compile(rf"(?<![^\W_])(?:{beginnings})[^\W_]*", re.IGNORECASE)
    rests = (chunk.text[_word_start(chunk.text) :] for chunk in chunks if len(chunk.text) > MAX_CHARACTERS)
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
