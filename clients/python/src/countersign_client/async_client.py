"""The asyncio client."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from types import TracebackType
from typing import Any, Self

import httpx

from countersign_client import flows
from countersign_client.effects import connect, run_async
from countersign_client.models import (
    Attempt,
    Draft,
    Event,
    Guarded,
    Preflight,
    QueryAnalysis,
    Retrieval,
    Return,
    Sentence,
)
from countersign_client.streams import Exchange, stream_async

Mend = Callable[[Draft, Attempt], str | Draft | Awaitable[str | Draft]]


class AsyncClient:
    """Talks to one instance with one key; `url` and `key` default to COUNTERSIGN_URL and COUNTERSIGN_API_KEY. Calls are
    sent again while the server is busy or away, and an attempt is taken once however often it is sent.

    Every method raises Problem (with its kinds) for what the server refuses, ConnectionFailed and UnexpectedAnswer."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, http: httpx.AsyncClient | None = None
    ) -> None:
        """`http` replaces the connection, for a proxy or certificates of your own; this client never closes it."""
        self._own = http is None
        self._http = http or httpx.AsyncClient()
        connect(self._http, url, key)

    async def submit(self, draft: Draft, *, idempotency_key: str | None = None) -> Attempt:
        """Hands over a draft and does not wait. The decision comes to `callback_url`, the events or `attempt`."""
        return await run_async(flows.submit(draft, idempotency_key), self._http)

    async def decide(self, draft: Draft, *, timeout: float = 120.0, idempotency_key: str | None = None) -> Attempt:
        """Hands over a draft and waits for its decision, at most `timeout` seconds. Raises StillUndecided."""
        return await run_async(flows.decide(draft, timeout, idempotency_key), self._http)

    async def stream(
        self, draft: Draft, deltas: AsyncIterable[str] | Iterable[str], *, timeout: float = 120.0
    ) -> AsyncIterator[Sentence | Attempt]:
        """Hands over a response while it is written: `deltas` are its pieces, behind the draft's `response_md`. Yields
        each sentence once it is checked, then the decided attempt, at most `timeout` seconds after the last delta.
        Opens a connection of its own, without `http`'s proxy. Raises StillUndecided."""
        exchange = Exchange(self._http, draft)
        async for event in stream_async(exchange, deltas, timeout):
            if isinstance(event, Attempt):
                event = await run_async(flows.until_decided(event, exchange.left(timeout)), self._http)
            yield event

    async def guard(
        self,
        draft: Draft,
        revise: Mend | None = None,
        replan: Mend | None = None,
        *,
        timeout: float = 120.0,
        wait_for_person: float | None = None,
    ) -> Guarded:
        """Judges, revises and judges again until the turn ends. `revise` and `replan` get the draft and its attempt
        (`attempt.hints` says what to do) and answer a new response or a new Draft, or an awaitable of one. Without one
        of them the loop ends where it would be called. With `wait_for_person`, seconds, a FAIL or HALT that lies on a
        reviewer's desk waits for the ruling and goes on from there."""
        return await run_async(flows.guard(draft, revise, replan, timeout, wait_for_person), self._http)

    async def attempt(self, attempt_id: str) -> Attempt:
        """An attempt as it is now."""
        return await run_async(flows.fetch(Attempt, f"/attempts/{attempt_id}"), self._http)

    async def context_md(self, attempt_id: str) -> str:
        """The attempt's context with a section 7 for each decision of the turn so far."""
        return await run_async(flows.context(attempt_id), self._http)

    async def wait_for_ruling(
        self, attempt: Attempt | str, *, timeout: float | None = None, poll: float = 2.0
    ) -> Attempt:
        """Waits until a person's ruling on the attempt is in effect; no `timeout` is for ever. Raises StillUnruled,
        at once where nobody was asked for one, as for an approved draft."""
        attempt_id = attempt if isinstance(attempt, str) else attempt.id
        return await run_async(flows.wait_for_ruling(attempt_id, timeout, poll), self._http)

    async def events(
        self, after: int = 0, *, types: Collection[str] = (), follow: bool = True, poll: float = 2.0
    ) -> AsyncIterator[Event]:
        """Every event behind position `after`, then those to come; it goes on after a break of the connection. Keep the
        `id` of the last one you dealt with, and start there next time. Without `follow` it ends with the newest."""
        reached = False
        while batch := await run_async(flows.next_events(after, follow, poll, reached), self._http):
            reached = True
            for event in batch:
                after = event.id
                if not types or event.type in types:
                    yield event

    async def retrieval(
        self, query: str, chunks: Sequence[dict[str, Any]], *, turn_id: str | None = None, timeout: float = 120.0
    ) -> Retrieval:
        """Which chunks answer the query, with quotes. A chunk is {"id", "text"} or a Qdrant ScoredPoint. Raises
        RetrievalUndecided after `timeout` seconds."""
        body = {"query": query, "chunks": list(chunks), "turn_id": turn_id}
        return await run_async(flows.retrieve(body, timeout), self._http)

    async def query_analysis(
        self, raw_query: str, analysis: Any, *, turn_id: str | None = None, timeout: float = 120.0
    ) -> QueryAnalysis:
        """Whether phase 1 understood the query: `validation["status"]` is pass, retry or clarify."""
        body = {"raw_query": raw_query, "analysis": analysis, "turn_id": turn_id}
        return await run_async(flows.post_once(QueryAnalysis, "/query-analyses", body, timeout), self._http)

    async def preflight(self, command: str, *, timeout: float = 120.0, **fields: Any) -> Preflight:
        """Whether a delegation may start. Fields as POST /preflights takes them, such as task_number."""
        body = {"command": command, **fields}
        return await run_async(flows.post_once(Preflight, "/preflights", body, timeout), self._http)

    async def validate_return(
        self, raw: str, *, expected_session_id: str, timeout: float = 120.0, **fields: Any
    ) -> Return:
        """Whether what a subagent returned can be used. Also `profile` and `existing_artifacts`."""
        body = {"raw": raw, "expected_session_id": expected_session_id, **fields}
        return await run_async(flows.post_once(Return, "/returns", body, timeout), self._http)

    async def aclose(self) -> None:
        """Closes the connections that this client opened."""
        if self._own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
