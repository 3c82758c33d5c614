"""The retrieval gate with the adapter and a real server: the parts of a set share one deadline."""

from __future__ import annotations

import pytest

from retrieval.gate import validate_retrieval
from tests.judge.conftest import JudgeAt
from tests.llm_server.process import LlmServer
from validation.domain.halt import HaltCause
from validation.embeddings.local import fast_embedder

SET = [{"id": f"doc-{n}", "text": f"Fact {n}. {'The canteen serves soup on Mondays. ' * 300}"} for n in range(4)]


@pytest.mark.parametrize("latency", [0.4, 0.5], ids=["too little time is left to begin", "cut off by the deadline"])
def test_a_timeout_names_the_time_of_the_set_and_not_what_was_left_for_a_part(
    llm: LlmServer, judge_at: JudgeAt, latency: float
) -> None:
    llm.script(latency=latency)
    result = validate_retrieval("When was Acme founded?", SET, embedder=fast_embedder(), judge=judge_at(), deadline=1.0)
    assert result.halt == HaltCause.JUDGE_TIMEOUT.halt("late", seconds=1.0)


def test_a_timeout_of_the_endpoint_names_the_time_of_its_try(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("stalled", "stalled")
    judge = judge_at(call_timeout=0.2)
    result = validate_retrieval("When was Acme founded?", SET, embedder=fast_embedder(), judge=judge, deadline=30.0)
    assert result.halt is not None
    assert result.halt.message == "The judge did not finish its answer within 0.2 s. (2 tries)"
