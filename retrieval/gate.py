"""The retrieval gate (spec 5): are the chunks relevant to the query, and does one of them hold the answer?

The gate validates and never answers: its output only quotes the input or uses a fixed vocabulary. Without an LLM the
embedded judge decides; an LLM that fails halts the retrieval and is never replaced by the embedded judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from time import monotonic

from retrieval.domain.chunk import Chunk, read_chunks
from retrieval.domain.inspection import inspect
from retrieval.domain.judging import judge_set
from retrieval.domain.output.assembly import assemble, assemble_halt
from retrieval.domain.query.question import Question
from retrieval.domain.query.sub_questions import sub_questions
from retrieval.domain.reading.quotes import locate
from retrieval.domain.reading.read import QUOTED_AT_MOST
from retrieval.domain.reading.rules import says_unknown
from retrieval.domain.relevance.model import MODEL_SHA256, relevance_model
from retrieval.domain.result import (
    Evidence,
    Finding,
    Opinion,
    RetrievalFindingCode,
    RetrievalResult,
    SubQuestionOpinion,
)
from retrieval.domain.text.passage import gives_instructions
from retrieval.rubric import PROMPT, ClaimedConflict, ClaimedQuote, RetrievalReply, questions
from validation.domain.halt import HaltCause, Halted
from validation.domain.policy import RetrievalPolicy
from validation.embeddings.protocol import Embedder, EmbeddingFailed
from validation.judge.protocol import LEAST_TRY_S, LlmCallFailed, LlmCallRecord, LlmClient
from validation.judge.reply import read_reply
from validation.reader import ReaderArtifactError, published_reader
from validation.reader.artifact import published_hash

RETRIEVAL_VERSION = "15"
"""Raised whenever the same input could give another result; part of every cache key."""

_DEFAULT = RetrievalPolicy()


def validate_retrieval(
    query: str,
    chunks: Iterable[object],
    *,
    embedder: Embedder,
    judge: LlmClient | None = None,
    policy: RetrievalPolicy = _DEFAULT,
    deadline: float = 90.0,
) -> RetrievalResult:
    """`chunks` are plain objects, Qdrant's ScoredPoints or their JSON, in the order of retrieval. `deadline` is in
    seconds, for all calls of the judge. Never raises because of the input; if judge or embedder give no usable answer,
    the result has `halt`."""
    read = read_chunks(chunks)
    parts = sub_questions(query)
    name = made_by(embedder=embedder, judge=judge)
    records: list[LlmCallRecord] = []
    try:
        if not read.chunks or not query.strip():
            opinion = Opinion((), tuple(SubQuestionOpinion(part.text) for part in parts))
        elif judge is None:
            opinion = _judge_embedded(parts, read.chunks, embedder, policy)
        else:
            opinion = ask_judge(query, parts, read.chunks, judge, deadline=deadline, records=records)
        result = assemble(query, read.chunks, opinion, judge=name)
    except (EmbeddingFailed, ReaderArtifactError) as failed:
        result = assemble_halt(HaltCause.JUDGE_UNAVAILABLE.halt("own_models", problem=failed), judge=name)
    except Halted as halted:
        result = assemble_halt(halted.halt, judge=name, raw_reply=halted.raw_reply)
    findings = (*read.findings, *inspect(query, parts, read.chunks), *result.findings)
    return replace(result, findings=findings, records=tuple(records))


def _judge_embedded(
    parts: Sequence[Question], chunks: Sequence[Chunk], embedder: Embedder, policy: RetrievalPolicy
) -> Opinion:
    model, reader = relevance_model(), published_reader(threads=1)
    return judge_set(parts, chunks, embedder=embedder, model=model, reader=reader, policy=policy)


def made_by(*, embedder: Embedder, judge: LlmClient | None) -> str:
    """What a result depends on besides input and policy. The records of the calls hold the name of the LLM."""
    if judge is not None:
        return f"llm with prompt {PROMPT.hash}, retrieval {RETRIEVAL_VERSION}"
    models = f"embedded {MODEL_SHA256[:12]} with {embedder.name}, reader {published_hash()[:12]}"
    return f"{models}, retrieval {RETRIEVAL_VERSION}"


class _CrossCheck:
    """Verifies the replies: collects what is supported by the chunks, and findings about the rest."""

    def __init__(self, parts: Sequence[Question]) -> None:
        self._parts = parts
        self._relevant: dict[str, Evidence] = {}
        self._answers: dict[int, list[Evidence]] = {n: [] for n, part in enumerate(parts, 1) if part.is_read}
        self._findings: dict[Finding, None] = {}

    def take(self, reply: RetrievalReply, labels: Mapping[str, Chunk]) -> None:
        for claim in reply.relevant:
            if found := self._located(claim, labels):
                self._relevant.setdefault(found.chunk_id, found)
            else:
                self._report(RetrievalFindingCode.CLAIM_WITHOUT_QUOTE, claim, labels)
        for answer in reply.answers:
            located = [line for claim in answer.quotes if (line := self._located(claim, labels))]
            found_lines = [line for line in located if _can_answer(line.quote)]
            if not found_lines or answer.part not in self._answers:
                self._findings[RetrievalFindingCode.CLAIM_WITHOUT_QUOTE.about()] = None
                continue
            self._answers[answer.part] += found_lines
        for conflict in reply.conflicts:
            self._take_conflict(conflict, labels)

    def opinion(self) -> Opinion:
        """The verified opinion. A chunk that answers counts as relevant even if the judge did not list it."""
        pieces = tuple(
            SubQuestionOpinion(part.text, tuple(dict.fromkeys(self._answers.get(number, ())))[:QUOTED_AT_MOST])
            for number, part in enumerate(self._parts, 1)
        )
        for line in (line for piece in pieces for line in piece.evidence):
            self._relevant.setdefault(line.chunk_id, line)
        return Opinion(tuple(self._relevant.values()), pieces, tuple(self._findings))

    def _located(self, claim: ClaimedQuote, labels: Mapping[str, Chunk]) -> Evidence | None:
        chunk = labels.get(claim.chunk)
        found = locate(claim.quote, chunk) if chunk else None
        if found is None:
            self._report(RetrievalFindingCode.QUOTE_DROPPED, claim, labels)
            return None
        if not found.exact:
            self._report(RetrievalFindingCode.QUOTE_RELOCATED, claim, labels)
        return found.evidence

    def _take_conflict(self, conflict: ClaimedConflict, labels: Mapping[str, Chunk]) -> None:
        first, second = self._located(conflict.first, labels), self._located(conflict.second, labels)
        if first and second and first.chunk_id != second.chunk_id:
            found = RetrievalFindingCode.CONFLICT.about(first.chunk_id, second.chunk_id, evidence=(first, second))
            self._findings[found] = None

    def _report(self, code: RetrievalFindingCode, claim: ClaimedQuote, labels: Mapping[str, Chunk]) -> None:
        ids = (labels[claim.chunk].id,) if claim.chunk in labels else ()
        self._findings[code.about(*ids)] = None


def _can_answer(line: str) -> bool:
    """The embedded judge takes no such line either: one without a word, one that says that nobody knows, one that gives
    orders to a model."""
    return any(map(str.isalnum, line)) and not says_unknown(line) and not gives_instructions(line)


def ask_judge(
    query: str,
    parts: Sequence[Question],
    chunks: Sequence[Chunk],
    judge: LlmClient,
    *,
    deadline: float,
    records: list[LlmCallRecord],
) -> Opinion:
    """Adds the record of each call to `records`. Raises Halted if any call has no usable answer, or `deadline` is over,
    because a partly judged set is not a result."""
    end = monotonic() + deadline
    late = HaltCause.JUDGE_TIMEOUT.halt("late", seconds=deadline)
    checked = _CrossCheck(parts)
    asked = questions(query, [part for part in parts if part.is_read], chunks, deadline=deadline)
    for ask, labels in asked:
        left = end - monotonic()
        if left < LEAST_TRY_S:
            raise Halted(late)
        try:
            answer = judge.ask(replace(ask, deadline=left))
        except LlmCallFailed as failed:
            records.append(failed.record)
            if failed.halt.cause is HaltCause.JUDGE_TIMEOUT and end - monotonic() < LEAST_TRY_S:
                raise Halted(late, raw_reply=failed.raw_reply) from failed
            raise
        records.append(answer.record)
        checked.take(read_reply(answer.text, RetrievalReply), labels)
    opinion = checked.opinion()
    if len(asked) > 1:
        opinion = Opinion(opinion.relevant, opinion.pieces, (RetrievalFindingCode.SET_SPLIT.about(), *opinion.findings))
    return opinion
