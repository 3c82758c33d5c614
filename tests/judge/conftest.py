"""The scripted server as a process, and judges pointed at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import Settings

from tests.llm_server.process import LlmServer, running_llm_server
from validation.judge.configured import configured_llm_client
from validation.judge.retry import RetryPolicy
from validation.judge.vllm import VllmJudge

API_KEY = "secret-key-of-the-test"
QUICK = RetryPolicy(tries=2, first=0.005, longest=0.01)

JudgeAt = Callable[..., VllmJudge]


@pytest.fixture(scope="session")
def llm_process() -> Iterator[LlmServer]:
    with running_llm_server() as server:
        yield server


@pytest.fixture
def llm(llm_process: LlmServer) -> LlmServer:
    llm_process.script()
    return llm_process


@pytest.fixture
def judge_at(llm: LlmServer) -> Iterator[JudgeAt]:
    opened: list[VllmJudge] = []

    def open_judge(**changed: Any) -> VllmJudge:
        settings: dict[str, Any] = {
            "base_url": llm.url,
            "model": "scripted",
            "api_key": API_KEY,
            "call_timeout": 10.0,
            "retry": QUICK,
        }
        opened.append(VllmJudge(**settings | changed))
        return opened[-1]

    yield open_judge
    for judge in opened:
        judge.close()


@pytest.fixture
def configured(settings: Settings, llm: LlmServer) -> Iterator[LlmServer]:
    """This installation judges by the scripted server."""
    settings.COUNTERSIGN_JUDGE, settings.COUNTERSIGN_VLLM_MODEL = "vllm", "scripted"
    settings.COUNTERSIGN_VLLM_URL = llm.url
    configured_llm_client.cache_clear()
    yield llm
    llm_client = configured_llm_client()
    assert llm_client is not None
    llm_client.close()
    configured_llm_client.cache_clear()
