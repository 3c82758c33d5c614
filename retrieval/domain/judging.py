"""The embedded judge: a small trained model over BM25, term coverage, answer shapes and a sentence vector for each
chunk, and the reader's answer head on the chunks that the model ranks highest.

Relevance is a threshold on the score. The presence of an answer favours precision: it needs a score above the policy's
threshold and no rule against it; in doubt the answer is not present.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retrieval.domain.chunk import Chunk
from retrieval.domain.query.question import Question, without_common_names
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
"""Most chunks quoted for one part of the query."""

PARTLY = 0.5
"""Fraction of the relevance threshold above which a chunk is partly relevant."""


def judge_set(
    parts: Sequence[Question],
    chunks: Sequence[Chunk],
    *,
    embedder: Embedder,
    model: RelevanceModel,
    reader: Reader,
    policy: RetrievalPolicy,
) -> Opinion:
    """Judges every chunk for every part of the query independently; facts of several chunks are never combined."""
    parts = [without_common_names(part, reader.is_common_word) for part in parts]
    passages = [read_passage(chunk.text) for chunk in chunks]
    readings = [_answered(_read(part, chunks, passages, embedder, model), reader) for part in parts]
    split = len(parts) > 1
    pieces = tuple(
        _piece(part, found, policy, reader, split=split) for part, found in zip(parts, readings, strict=True)
    )
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
    """Runs the reader on the highest-ranked readings; the others keep the score of the trees."""
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
    """Similarity of each chunk to the question. In a very large set the chunks with the fewest shared words get 0.0."""
    asked = {term: model.weights.of(term) for term in part.terms}
    shared = [share(asked, {term for sentence in passage.terms for term in sentence}) for passage in passages]
    order = sorted(range(len(chunks)), key=lambda number: (-round(shared[number], 4), number))
    looked_at = sorted(order[:EMBEDDED_AT_MOST])
    near = cosines(part.searched, [chunks[number].text for number in looked_at], embedder)
    found = dict(zip(looked_at, near, strict=True))
    return [found.get(number, 0.0) for number in range(len(chunks))]


def _piece(
    part: Question, readings: Sequence[Reading], policy: RetrievalPolicy, reader: Reader, *, split: bool
) -> SubQuestionOpinion:
    likely = sorted(readings, key=lambda reading: (-reading.answered, reading.chunk.position))
    direct = [reading for reading in likely if reading.answer and reading.is_direct(reader.is_common_word)]
    sure = [reading for reading in direct if reading.answered >= policy.answer_present]
    lines: list[Evidence] = []
    further = [reading for reading in sure[1:] if reading.has_answer_shape()]
    for reading in (*sure[:1], *further[: ANSWERING_AT_MOST - 1]):
        lines += reading.lines(QUOTED_AT_MOST, of_piece=split)
    return SubQuestionOpinion(part.text, tuple(lines[:QUOTED_AT_MOST]), direct[0].answered if direct else 0.0)


def _ranked(readings: Sequence[Reading]) -> list[Reading]:
    return sorted(readings, key=lambda reading: (-reading.relevance, reading.chunk.position))


def _relevant(best: Sequence[Reading], answering: set[str], policy: RetrievalPolicy) -> list[Reading]:
    """The relevant chunks; without any the partly relevant ones, so that a near miss is rated Partial."""
    ranked = _ranked(best)
    found = [each for each in ranked if each.relevance >= policy.relevant or each.chunk.id in answering]
    return found or [each for each in ranked if each.topical >= PARTLY * policy.relevant]


def _excerpt(reading: Reading) -> Evidence:
    span = reading.passage.quoted[reading.lead] if reading.lead is not None else (0, 0)
    return quote(reading.chunk, span)


def _conflicts(
    readings: Sequence[Sequence[Reading]], answering: set[str], policy: RetrievalPolicy
) -> tuple[Finding, ...]:
    return tuple(found for part in readings for found in conflicts(_relevant(part, answering, policy)))
