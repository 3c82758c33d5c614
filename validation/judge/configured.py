"""The configured judge: one LLM client per process, or none for the embedded judge."""

from __future__ import annotations

import os
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from validation.judge.breaker import BreakerState
    from validation.judge.probe import ProbeReport
    from validation.judge.vllm import VllmJudge


@cache
def configured_llm_client() -> VllmJudge | None:
    """None means the embedded judge. Created once per process, because it holds connections and the circuit breaker."""
    if settings.COUNTERSIGN_JUDGE != "vllm":
        return None
    # Importing the client library takes a second, which an installation without an LLM is spared.
    from validation.judge.breaker import Breaker
    from validation.judge.structured import Structured
    from validation.judge.vllm import VllmJudge

    return VllmJudge(
        base_url=settings.COUNTERSIGN_VLLM_URL,
        model=settings.COUNTERSIGN_VLLM_MODEL,
        api_key=settings.COUNTERSIGN_VLLM_API_KEY,
        concurrency=settings.COUNTERSIGN_JUDGE_CONCURRENCY,
        call_timeout=float(min(settings.COUNTERSIGN_JUDGE_CALL_TIMEOUT, settings.COUNTERSIGN_JUDGE_DEADLINE)),
        structured=Structured(settings.COUNTERSIGN_VLLM_STRUCTURED),
        extra_body=settings.COUNTERSIGN_VLLM_EXTRA_BODY,
        prices=settings.COUNTERSIGN_VLLM_PRICES,
        breaker=Breaker(clock=monotonic, threshold=settings.COUNTERSIGN_JUDGE_CIRCUIT),
    )


# A forked worker does not inherit its parent's threads, so it creates its own client.
os.register_at_fork(after_in_child=configured_llm_client.cache_clear)


def circuit_here() -> BreakerState | None:
    """The circuit breaker of this process; None if it has not called an LLM."""
    llm_client = configured_llm_client() if configured_llm_client.cache_info().currsize else None
    return llm_client.state() if llm_client is not None else None


def llm_answers() -> bool:
    """Whether an LLM is configured and answers a small question. Without one nothing waits for the judge."""
    llm_client = configured_llm_client()
    if llm_client is None:
        return False
    from validation.judge.probe import answers

    return answers(llm_client)


def probe_configured() -> ProbeReport | None:
    """What the configured endpoint supports; None if no LLM is configured."""
    llm_client = configured_llm_client()
    if llm_client is None:
        return None
    from validation.judge.probe import probe

    return probe(llm_client)
