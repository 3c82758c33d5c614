"""What a judge holds of a set of chunks, whichever judge it was; `assembly` makes the result of it."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.domain.result import ChunkScore, Evidence, Finding


@dataclass(frozen=True, slots=True)
class SubQuestionOpinion:
    """One part of the query; it is answered when there is evidence, and by nothing else. `score` is the highest
    relevance of a chunk with direct evidence; 0.0 where there is none, and from an LLM, which scores nothing."""

    text: str
    evidence: tuple[Evidence, ...] = ()
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Opinion:
    """`relevant` holds one excerpt for each relevant chunk, the most relevant first. `topical` is the highest score
    that words and vectors alone gave a chunk."""

    relevant: tuple[Evidence, ...]
    pieces: tuple[SubQuestionOpinion, ...]
    findings: tuple[Finding, ...] = ()
    scores: tuple[ChunkScore, ...] = ()
    topical: float = -1.0
