"""The judge that this installation was given: one LLM client a process, or none for the embedded judge."""

from __future__ import annotations

from functools import cache
from time import monotonic

from django.conf import settings

from validation.judge.breaker import Breaker
from validation.judge.vllm import VllmJudge


@cache
def configured_asker() -> VllmJudge | None:
    """None means the embedded judge. Made once a process, for it holds connections and the circuit breaker."""
    if settings.COUNTERSIGN_JUDGE != "vllm":
        return None
    return VllmJudge(
        base_url=settings.COUNTERSIGN_VLLM_URL,
        model=settings.COUNTERSIGN_VLLM_MODEL,
        api_key=settings.COUNTERSIGN_VLLM_API_KEY,
        concurrency=settings.COUNTERSIGN_JUDGE_CONCURRENCY,
        call_timeout=float(settings.COUNTERSIGN_JUDGE_CALL_TIMEOUT),
        breaker=Breaker(clock=monotonic, threshold=settings.COUNTERSIGN_JUDGE_CIRCUIT),
    )
