"""The embedded judge: BM25, coverage, answer shapes and one sentence vector a chunk, weighed by a small trained model,
and the reader's answer head on the chunks that this model finds most promising.

It decides relevance by a threshold and the presence of an answer for precision: a score above the policy's bar and no
rule against it. What it cannot be sure of it calls not present.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retrieval.domain.chunk import Chunk
from retrieval.domain.query.question import Question
from retrieval.domain.reading.answers import READ_AT_MOST, find_answer
from retrieval.domain.reading.conflicts import conflicts
from retrieval.domain.reading.quotes import quote
from retrieval.domain.reading.read import QUOTED_AT_MOST, Reading
from retrieval.domain.relevance.features import chunk_features, share
from retrieval.domain.relevance.model import ANSWERED, RELEVANT, RelevanceModel, weigh
from retrieval.domain.result import ChunkScore, Evidence, Finding, Opinion, SubQuestionOpinion
from retrieval.domain.text.passage import Passage, read_passage
from retrieval.domain.text.similarity import EMBEDDED_AT_MOST, cosines
from validation.domain.policy import RetrievalPolicy
from validation.embeddings.protocol import Embedder
from validation.reader import Reader

ANSWERING_AT_MOST = 2
"""Chunks that are quoted for one part of the query."""

PARTLY = 0.5
"""Share of the relevance threshold from which a chunk is partly relevant."""


def judge_set(
    parts: Sequence[Question],
    chunks: Sequence[Chunk],
    *,
    embedder: Embedder,
    model: RelevanceModel,
    reader: Reader,
    policy: RetrievalPolicy,
) -> Opinion:
    """Every chunk is judged for every part on its own; no fact of one chunk is combined with another's."""
    passages = [read_passage(chunk.text) for chunk in chunks]
    readings = [_answered(_read(part, chunks, passages, embedder, model), reader) for part in parts]
    split = len(parts) > 1
    pieces = tuple(_piece(part, found, policy, split=split) for part, found in zip(parts, readings, strict=True))
    answering = {each.chunk_id for piece in pieces for each in piece.evidence}
    best = [max(found, key=lambda reading: reading.relevance) for found in zip(*readings, strict=True)]
    return Opinion(
        relevant=tuple(_excerpt(reading) for reading in _relevant(best, answering, policy)),
        pieces=pieces,
        findings=_conflicts(readings, answering, policy),
        scores=tuple(ChunkScore(reading.chunk.id, reading.relevance) for reading in best),
        topical=max((reading.topical for reading in best), default=-1.0),
    )


def _read(
    part: Question, chunks: Sequence[Chunk], passages: Sequence[Passage], embedder: Embedder, model: RelevanceModel
) -> list[Reading]:
    cosine = _cosines(part, chunks, passages, embedder, model) if part.terms else [0.0] * len(chunks)
    features = [
        chunk_features(part, passage, cosine=near, weights=model.weights)
        for passage, near in zip(passages, cosine, strict=True)
    ]
    scores = model.relevance([found.values for found in features]) if part.terms else (0.0,) * len(chunks)
    return [
        Reading(part, chunk, passage, found, score, topical=score)
        for chunk, passage, found, score in zip(chunks, passages, features, scores, strict=True)
    ]


def _answered(readings: list[Reading], reader: Reader) -> list[Reading]:
    """The most promising ones with what the reader found in them; the others keep the score of the trees."""
    chosen = {reading.chunk.position for reading in _ranked(readings)[:READ_AT_MOST] if reading.question.terms}
    return [_with_answer(reading, reader) if reading.chunk.position in chosen else reading for reading in readings]


def _with_answer(reading: Reading, reader: Reader) -> Reading:
    answer = find_answer(reading.question.asked, reading.passage, reading.features.order, reader)
    if answer is None:
        return reading
    return replace(
        reading,
        relevance=weigh(RELEVANT, reading.relevance, answer.probability),
        answer=answer,
        answered=weigh(ANSWERED, reading.relevance, answer.probability),
    )


def _cosines(
    part: Question, chunks: Sequence[Chunk], passages: Sequence[Passage], embedder: Embedder, model: RelevanceModel
) -> list[float]:
    """0.0 for the chunks of a very large set that share the fewest words with the question."""
    asked = {term: model.weights.of(term) for term in part.terms}
    shared = [share(asked, {term for sentence in passage.terms for term in sentence}) for passage in passages]
    order = sorted(range(len(chunks)), key=lambda number: (-round(shared[number], 4), number))
    looked_at = sorted(order[:EMBEDDED_AT_MOST])
    near = cosines(part.searched, [chunks[number].text for number in looked_at], embedder)
    found = dict(zip(looked_at, near, strict=True))
    return [found.get(number, 0.0) for number in range(len(chunks))]


def _piece(part: Question, readings: Sequence[Reading], policy: RetrievalPolicy, *, split: bool) -> SubQuestionOpinion:
    likely = sorted(readings, key=lambda reading: (-reading.answered, reading.chunk.position))
    direct = [reading for reading in likely if reading.answer and reading.is_direct()]
    sure = [reading for reading in direct if reading.answered >= policy.answer_present]
    lines: list[Evidence] = []
    further = [reading for reading in sure[1:] if reading.holds_asked_shape()]
    for reading in (*sure[:1], *further[: ANSWERING_AT_MOST - 1]):
        lines += reading.lines(QUOTED_AT_MOST, of_piece=split)
    return SubQuestionOpinion(part.text, tuple(lines[:QUOTED_AT_MOST]), direct[0].answered if direct else 0.0)


def _ranked(readings: Sequence[Reading]) -> list[Reading]:
    return sorted(readings, key=lambda reading: (-reading.relevance, reading.chunk.position))


def _relevant(best: Sequence[Reading], answering: set[str], policy: RetrievalPolicy) -> list[Reading]:
    """Partly relevant chunks are told where there is nothing better, so that near misses show as Partial."""
    ranked = _ranked(best)
    found = [each for each in ranked if each.relevance >= policy.relevant or each.chunk.id in answering]
    return found or [each for each in ranked if each.topical >= PARTLY * policy.relevant]


def _excerpt(reading: Reading) -> Evidence:
    span = reading.passage.spans[reading.lead] if reading.lead is not None else (0, 0)
    return quote(reading.chunk, span)


def _conflicts(
    readings: Sequence[Sequence[Reading]], answering: set[str], policy: RetrievalPolicy
) -> tuple[Finding, ...]:
    return tuple(found for part in readings for found in conflicts(_relevant(part, answering, policy)))
