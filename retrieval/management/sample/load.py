"""Loads the retrievals of the sample story through the same actions as a pipeline's own, with times in the past."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from retrieval.actions.configured import RetrievalJudge, embedded_judge
from retrieval.actions.receive import RetrievalSubmission, give_feedback, receive_retrieval
from retrieval.actions.record import record_result
from retrieval.models import Retrieval
from retrieval.retained import Retrievals
from validation.domain.halt import Halt, HaltCause
from validation.judge.protocol import Answer, LlmCallFailed, LlmCallRecord, LlmRequest
from validation.models import Pipeline
from validation.platform.keys import pipeline_named
from validation.platform.policies import policy_in_force
from validation.platform.sample import PIPELINE, REVIEWER, SampleLine
from validation.platform.work.leased_work import claim_queued

_MODEL = "sample-llm"


class SampleRetrieval(SampleLine):
    """`quality` is what the gate is expected to say. With `reply` or `halt` an LLM judged. `holds` is a reviewer's word
    by position, 0 for the answer."""

    query: str
    days: float
    quality: str
    chunks: tuple[Any, ...]
    turn_id: str = ""
    reply: dict[str, Any] | None = None
    halt: HaltCause | None = None
    halt_message: str = ""
    holds: tuple[tuple[int, bool], ...] = ()


SETS = SampleRetrieval.read(Path(__file__).with_name("sets.jsonl"))
"""What the turns of the story had retrieved, each a moment before the draft that was made of it."""


@dataclass(frozen=True, slots=True)
class ScriptedLlmClient:
    """An LLM that says again what the story tells, or fails as it did."""

    line: SampleRetrieval

    def ask(self, ask: LlmRequest) -> Answer:
        record = LlmCallRecord("vllm", _MODEL, ask.prompt, ask.seed, 1_240, 96, 1_900, 1)
        if self.line.halt is not None:
            raise LlmCallFailed(Halt(self.line.halt, self.line.halt_message), record=record)
        return Answer(json.dumps(self.line.reply), record)

    def count_tokens(self, text: str) -> int:
        return len(text) // 4


class RetrievalSample:
    """A part of the sample story (`validation.platform.gates`)."""

    label = "retrievals"

    @transaction.atomic
    def load(self, *, now: datetime) -> None:
        if self.size():
            return
        pipeline = pipeline_named(PIPELINE, now=now)
        for one in SETS:
            _add(pipeline, one, now - timedelta(days=one.days))

    @transaction.atomic
    def remove(self, *, by: str, now: datetime) -> None:  # noqa: ARG002 - the shape of a sample part
        """The retrievals with their feedback, work and results that nobody shares; vectors go by themselves."""
        Retrievals().forget(list(_stored().values_list("pk", flat=True)))

    def size(self) -> int:
        return _stored().count()


def _stored() -> QuerySet[Retrieval]:
    return Retrieval.objects.filter(sample=True)


def _add(pipeline: Pipeline, one: SampleRetrieval, at: datetime) -> None:
    policy = policy_in_force()
    judge = _judge(one)
    rules = policy.read().retrieval
    address = judge.address(one.query, one.chunks, rules)
    submission = RetrievalSubmission(one.query, list(one.chunks), one.turn_id)
    retrieval = receive_retrieval(
        pipeline=pipeline, submission=submission, address=address, policy=policy, by=PIPELINE, now=at, sample=True
    ).retrieval
    claimed = claim_queued(Retrieval, retrieval.pk, now=at)
    if claimed is not None:  # else it was answered from the store
        started = perf_counter()
        result = judge.judge(one.query, one.chunks, rules)
        elapsed = 1000 * (perf_counter() - started)
        record_result(claimed=claimed, result=result, address=address, made_by=judge.name, elapsed_ms=elapsed, now=at)
    for position, holds in one.holds:
        give_feedback(
            retrieval_id=retrieval.pk, position=position, holds=holds, by=REVIEWER, now=at + timedelta(minutes=37)
        )


def _judge(one: SampleRetrieval) -> RetrievalJudge:
    embedded = embedded_judge()
    return RetrievalJudge(embedded.embedder, ScriptedLlmClient(one), _MODEL) if one.reply or one.halt else embedded
