"""The retrieval gate (spec 5): are the chunks relevant to the query, and does one of them hold the answer?

It validates and never answers: every word of its output is quoted from the input or stands in a closed vocabulary.
Without a judge the embedded one decides; a judge that fails halts and is never replaced by the embedded one.
"""

from __future__ import annotations

from collections.abc import Iterable

from retrieval.cross_check import ask_judge
from retrieval.domain.chunk import read_chunks
from retrieval.domain.inspection import inspect
from retrieval.domain.judging import judge_set
from retrieval.domain.opinion import Opinion, SubQuestionOpinion
from retrieval.domain.output.assembly import assemble, assemble_halt
from retrieval.domain.query.sub_questions import sub_questions
from retrieval.domain.reading.answers import FindsAnswers
from retrieval.domain.relevance.model import MODEL_SHA256, relevance_model
from retrieval.domain.result import RetrievalResult
from retrieval.rubric import PROMPT
from validation.domain.halt import Halt, HaltCause, Halted
from validation.domain.policy import RetrievalPolicy
from validation.embeddings.protocol import Embedder, EmbeddingFailed
from validation.judge.protocol import Asker, AskRecord
from validation.reader import ReaderArtifactError, published_reader
from validation.reader.artifact import published_hash

RETRIEVAL_VERSION = "3"
"""Raised whenever the same input could give another result; part of every content address."""

_DEFAULT = RetrievalPolicy()


def validate_retrieval(
    query: str,
    chunks: Iterable[object],
    *,
    embedder: Embedder,
    judge: Asker | None = None,
    reader: FindsAnswers | None = None,
    policy: RetrievalPolicy = _DEFAULT,
) -> RetrievalResult:
    """`chunks` are plain objects, Qdrant's ScoredPoints or their JSON, in the order of retrieval. Never raises for
    what the input holds; a judge or an embedder that gives no usable answer is a result with `halt`."""
    read = read_chunks(chunks)
    parts = sub_questions(query)
    name = made_by(embedder=embedder, judge=judge)
    findings = (*read.findings, *inspect(query, parts, read.chunks))
    records: list[AskRecord] = []
    try:
        if not read.chunks or not query.strip():
            opinion = Opinion((), tuple(SubQuestionOpinion(part.text) for part in parts))
        elif judge is None:
            opinion = judge_set(
                parts,
                read.chunks,
                embedder=embedder,
                model=relevance_model(),
                reader=reader or published_reader(threads=1),
                policy=policy,
            )
        else:
            opinion = ask_judge(query, parts, read.chunks, judge, records=records)
    except (EmbeddingFailed, ReaderArtifactError) as failed:
        return assemble_halt(Halt(HaltCause.JUDGE_UNAVAILABLE, str(failed)), findings=findings, judge=name)
    except Halted as halted:
        return assemble_halt(
            halted.halt, findings=findings, judge=name, raw_reply=halted.raw_reply, records=tuple(records)
        )
    return assemble(query, read.chunks, opinion, findings=findings, judge=name, records=tuple(records))


def made_by(*, embedder: Embedder, judge: Asker | None) -> str:
    """What a result depends on besides its input and the policy; an LLM's own name stands in the ask records."""
    if judge is not None:
        return f"llm with prompt {PROMPT.hash}, retrieval {RETRIEVAL_VERSION}"
    models = f"embedded {MODEL_SHA256[:12]} with {embedder.name}, reader {published_hash()[:12]}"
    return f"{models}, retrieval {RETRIEVAL_VERSION}"
