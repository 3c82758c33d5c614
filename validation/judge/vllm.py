"""The LLM judge: an OpenAI-compatible endpoint, usually vLLM. The only file that imports `openai` for it.

One client and one concurrency limit per endpoint. Every failure becomes a `Fault` (failures.py, completion.py);
retries, the deadline and the circuit breaker are implemented here, so that they are recorded.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    DefaultAsyncHttpxClient,
    OpenAIError,
    Timeout,
)
from openai._response import AsyncAPIResponse

from validation.domain.halt import HaltCause
from validation.domain.loop_thread import LoopThread
from validation.domain.operations.cost import Prices
from validation.judge.breaker import Breaker, BreakerState
from validation.judge.budget import estimate_tokens, read_token_count, tokenize_request
from validation.judge.completion import Completion, read_completion
from validation.judge.failures import KEPT, Fault, connection_fault, oversized_fault, status_fault, timeout_fault
from validation.judge.protocol import LEAST_TRY_S, Answer, LlmCallFailed, LlmCallRecord, LlmRequest
from validation.judge.retry import DEFAULT_RETRY, RetryPolicy, retry_after_seconds
from validation.judge.structured import Structured, response_format_kwargs

BODY_LIMIT = 2_000_000
"""Most bytes of a reply; a verdict has about 3,000."""

WHOLE_TRY = 0.9
"""Share of `call_timeout` after which a try that is cut off by its job's deadline blames the endpoint as well. A job
whose deadline is no longer than `call_timeout` has spent a little of it before its first try."""

COUNT_TIMEOUT = 2.0
COUNT_PAUSE = 30.0


@dataclass(slots=True)
class _Spent:
    """Time, tries and tokens used by a job so far."""

    started: float
    tries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    last: Fault | None = None


class VllmJudge:
    """`base_url` with or without `/v1`; `concurrency` is the most requests in flight in this process; `call_timeout` is
    in seconds per try. `extra_body` is added to every request, such as `{"chat_template_kwargs": {"enable_thinking":
    False}}`. With `prices` each record has its cost. Thread-safe; create one per process, since it holds connections
    and the circuit breaker."""

    name = "vllm"

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        api_key: str = "",
        concurrency: int = 8,
        call_timeout: float = 30.0,
        connect_timeout: float = 5.0,
        retry: RetryPolicy = DEFAULT_RETRY,
        structured: Structured = Structured.RESPONSE_FORMAT,
        extra_body: Mapping[str, Any] | None = None,
        breaker: Breaker | None = None,
        prices: Prices | None = None,
    ) -> None:
        root = base_url.rstrip("/").removesuffix("/v1")
        self.root, self.model = root, model
        self.structured = structured
        self._api_key, self._extra_body = api_key, dict(extra_body or {})
        self._call_timeout, self._connect_timeout = call_timeout, connect_timeout
        self._retry, self._prices = retry, prices
        self._breaker = breaker or Breaker(clock=time.monotonic)
        # Reading has no timeout of its own: each try has a total time limit, even if bytes arrive slowly.
        timeout = Timeout(None, connect=connect_timeout)
        self._client = AsyncOpenAI(
            base_url=f"{root}/v1",
            api_key=api_key or "none",
            max_retries=0,
            timeout=timeout,
            # A redirect would send the question, and leave the verdict, to a server that nobody configured.
            http_client=DefaultAsyncHttpxClient(timeout=timeout, follow_redirects=False),
        )
        self._slots = asyncio.Semaphore(concurrency)
        self._loop = LoopThread("judge")
        self._count_again_at = 0.0
        self.in_flight = 0

    def ask(self, ask: LlmRequest) -> Answer:
        """Runs one job: up to `retry.tries` tries within `ask.deadline` seconds. Raises LlmCallFailed."""
        return self._loop.run(self._job(ask))

    def ask_once(self, ask: LlmRequest, structured: Structured) -> Completion | Fault:
        """Makes one try that ignores the circuit breaker but updates it; for probing."""
        return self._loop.run(self._try(ask, structured, self._call_timeout))

    def count_tokens(self, text: str) -> int:
        """Tokens as counted by the server; an upper estimate if it does not count, or not in time."""
        if time.monotonic() < self._count_again_at:
            return estimate_tokens(text)
        count = self.count_on_server(text)
        if count is None:
            self._count_again_at = time.monotonic() + COUNT_PAUSE
            return estimate_tokens(text)
        return count

    def count_on_server(self, text: str) -> int | None:
        """None if the server has no `/tokenize`."""
        body = tokenize_request(self.model, text)
        reply = self._loop.run(self._fetch("POST", f"{self.root}/tokenize", body, COUNT_TIMEOUT))
        return read_token_count(reply) if isinstance(reply, str) else None

    def served_models(self) -> str | Fault:
        """The body of `/v1/models`."""
        return self._loop.run(self._fetch("GET", f"{self.root}/v1/models", None, self._call_timeout))

    def state(self) -> BreakerState:
        """The state of this process's circuit breaker."""
        return self._breaker.state()

    def close(self) -> None:
        self._loop.run(self._client.close())
        self._loop.stop()

    async def _job(self, ask: LlmRequest) -> Answer:
        spent = _Spent(started=time.monotonic())
        try:
            async with asyncio.timeout(ask.deadline):
                done = await self._until_answered(ask, spent)
        except TimeoutError:
            raise self._failed(ask, spent, spent.last or timeout_fault(ask.deadline)) from None
        return Answer(done.text, self._record(ask, spent))

    async def _until_answered(self, ask: LlmRequest, spent: _Spent) -> Completion:
        while True:
            outcome, pause = await self._try_in_slot(ask, spent)
            if isinstance(outcome, Completion):
                return outcome
            if outcome is not None:
                pause = self._pause_after(ask, spent, outcome)
            if pause > ask.deadline - (time.monotonic() - spent.started):
                raise self._failed(ask, spent, spent.last or self._circuit_open_fault())
            await asyncio.sleep(pause)

    async def _try_in_slot(self, ask: LlmRequest, spent: _Spent) -> tuple[Completion | Fault | None, float]:
        """Makes a try if a slot is free and the circuit allows it; else returns None and the seconds to wait. Raises
        TimeoutError if too little of the deadline is left."""
        async with self._slots:
            left = ask.deadline - (time.monotonic() - spent.started)
            if left < LEAST_TRY_S:
                raise TimeoutError
            if pause := self._breaker.try_acquire():
                return None, pause
            spent.tries += 1
            outcome = await self._try(ask, self.structured, min(self._call_timeout, left))
        spent.tokens_in += outcome.usage.tokens_in
        spent.tokens_out += outcome.usage.tokens_out
        return outcome, 0.0

    def _pause_after(self, ask: LlmRequest, spent: _Spent, fault: Fault) -> float:
        spent.last = fault
        if not fault.retried or spent.tries >= self._retry.tries:
            raise self._failed(ask, spent, fault)
        return self._retry.wait(spent.tries, draw=random.random(), retry_after=fault.retry_after)

    async def _try(self, ask: LlmRequest, structured: Structured, seconds: float) -> Completion | Fault:
        late = timeout_fault(seconds, blames_endpoint=seconds >= WHOLE_TRY * self._call_timeout)
        outcome: Completion | Fault = late
        self.in_flight += 1
        try:
            async with asyncio.timeout(seconds):
                reply = await self._post(ask, structured)
            outcome = read_completion(reply) if isinstance(reply, str) else reply
        except TimeoutError:
            pass
        finally:
            self.in_flight -= 1
            # Also if the job's deadline cancels this try, since the circuit breaker needs the outcome.
            if isinstance(outcome, Fault) and outcome.blames_endpoint:
                self._breaker.failed(outcome.halt.message)
            elif outcome is late:
                self._breaker.learned_nothing()
            else:
                self._breaker.succeeded()
        return outcome

    async def _post(self, ask: LlmRequest, structured: Structured) -> str | Fault:
        call = self._client.chat.completions.with_streaming_response.create(
            model=self.model,
            messages=[{"role": "system", "content": ask.system}, {"role": "user", "content": ask.user}],
            temperature=ask.temperature,
            max_tokens=ask.max_tokens,
            seed=ask.seed,
            **response_format_kwargs(structured, name=ask.name, schema=ask.schema, extra_body=self._extra_body),
        )
        try:
            async with call as response:
                return await self._read(response)
        except OpenAIError as error:
            return self._fault_of(error)
        except UnicodeError:
            return Fault(HaltCause.INPUT_MALFORMED.halt("not_unicode"))
        except Exception as error:
            # The client reads the body of an error status by itself, and passes on whatever breaks meanwhile.
            return connection_fault(f"the connection broke in the middle of an error ({type(error).__name__})")

    async def _fetch(self, method: str, url: str, body: dict[str, Any] | None, seconds: float) -> str | Fault:
        try:
            async with asyncio.timeout(seconds):
                if method == "GET":
                    return await self._client.get(url, cast_to=str)
                return await self._client.post(url, cast_to=str, body=body)
        except TimeoutError:
            return timeout_fault(seconds)
        except OpenAIError as error:
            return self._fault_of(error)

    async def _read(self, response: AsyncAPIResponse[Any]) -> str | Fault:
        body = bytearray()
        try:
            async for chunk in response.iter_bytes():
                body += chunk
                if len(body) > BODY_LIMIT:
                    return oversized_fault(BODY_LIMIT, self._redacted(body[:KEPT].decode("utf-8", "replace")))
        except Exception as error:
            # Any transport error while a body arrives means that the body is incomplete.
            fault = connection_fault(f"the connection broke in the middle of the reply ({type(error).__name__})")
            return replace(fault, raw=self._redacted(body[:KEPT].decode("utf-8", "replace")))
        return self._redacted(body.decode("utf-8", "replace"))

    def _fault_of(self, error: OpenAIError) -> Fault:
        if isinstance(error, APIStatusError):
            wait = retry_after_seconds(error.response.headers.get("retry-after"), now=datetime.now(UTC))
            return status_fault(error.status_code, self._redacted(error.response.text), retry_after=wait)
        if isinstance(error, APITimeoutError):
            return connection_fault(f"no connection to {self.root} within {self._connect_timeout:g} s")
        if isinstance(error, APIConnectionError):
            return connection_fault(f"{self.root}: {self._redacted(str(error.__cause__ or error))[:200]}")
        return connection_fault(f"{self.root}: {type(error).__name__}")

    def _redacted(self, text: str) -> str:
        """Removes the API key, which some servers repeat in errors, so that it reaches neither a page nor a log."""
        return text.replace(self._api_key, "***") if self._api_key else text

    def _circuit_open_fault(self) -> Fault:
        state = self._breaker.state()
        fields = {"seconds": state.retry_in, "failures": state.failures, "last": state.last_fault}
        return Fault(HaltCause.JUDGE_UNAVAILABLE.halt("paused", **fields))

    def _record(self, ask: LlmRequest, spent: _Spent) -> LlmCallRecord:
        return LlmCallRecord(
            judge=self.name,
            model=self.model,
            prompt=ask.prompt,
            seed=ask.seed,
            tokens_in=spent.tokens_in,
            tokens_out=spent.tokens_out,
            latency_ms=round((time.monotonic() - spent.started) * 1000),
            tries=spent.tries,
            evidence_omitted=ask.evidence_omitted,
            cost=self._prices.cost_of(tokens_in=spent.tokens_in, tokens_out=spent.tokens_out) if self._prices else None,
        )

    def _failed(self, ask: LlmRequest, spent: _Spent, fault: Fault) -> LlmCallFailed:
        tried = f" ({spent.tries} tries)" if spent.tries > 1 else ""
        halt = replace(fault.halt, message=fault.halt.message + tried)
        return LlmCallFailed(halt, record=self._record(ask, spent), raw_reply=fault.raw)
