"""The blocking client."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self

import httpx

from countersign_client import flows
from countersign_client.effects import connect, run
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
from countersign_client.streams import Exchange, stream

Mend = Callable[[Draft, Attempt], str | Draft]


class Client:
    """Calls one instance with one API key; `url` and `key` default to COUNTERSIGN_URL and COUNTERSIGN_API_KEY. Retries
    calls while the server is busy or unavailable; repeats of a submission create a single attempt.

    Every method raises Problem (or a subclass) if the server rejects a call, ConnectionFailed, UnexpectedAnswer."""

    def __init__(self, url: str | None = None, key: str | None = None, *, http: httpx.Client | None = None) -> None:
        """`http` replaces the HTTP client, for a proxy or custom certificates; it is not closed by this client."""
        self._own = http is None
        self._http = http or httpx.Client()
        connect(self._http, url, key)

    def submit(self, draft: Draft, *, idempotency_key: str | None = None) -> Attempt:
        """Submits a draft without waiting. Get the decision by `callback_url`, `events` or `attempt`."""
        return run(flows.submit(draft, idempotency_key), self._http)

    def decide(self, draft: Draft, *, timeout: float = 120.0, idempotency_key: str | None = None) -> Attempt:
        """Submits a draft and waits for its decision, at most `timeout` seconds. Raises StillUndecided."""
        return run(flows.decide(draft, timeout, idempotency_key), self._http)

    def stream(self, draft: Draft, deltas: Iterable[str], *, timeout: float = 120.0) -> Iterator[Sentence | Attempt]:
        """Submits a response while it is written: `deltas` are appended to the draft's `response_md`. Yields each
        sentence once it is checked, then the decided attempt, at most `timeout` seconds after the last delta. Opens its
        own connection, without `http`'s proxy. Raises StillUndecided."""
        exchange = Exchange(self._http, draft)
        for event in stream(exchange, deltas, timeout):
            if isinstance(event, Attempt):
                event = run(flows.until_decided(event, exchange.left(timeout)), self._http)
            yield event

    def guard(
        self,
        draft: Draft,
        revise: Mend | None = None,
        replan: Mend | None = None,
        *,
        timeout: float = 120.0,
        wait_for_person: float | None = None,
    ) -> Guarded:
        """Judges, revises and judges again until the turn ends. `revise` and `replan` get the draft and its attempt
        (`attempt.hints` says what to change) and return a new response or Draft; if the needed one is None the loop
        ends. With `wait_for_person` seconds, a FAIL or HALT with an open intervention waits for the ruling and
        continues from there."""
        return run(flows.guard(draft, revise, replan, timeout, wait_for_person), self._http)

    def attempt(self, attempt_id: str) -> Attempt:
        """The current state of an attempt."""
        return run(flows.fetch(Attempt, f"/attempts/{attempt_id}"), self._http)

    def context_md(self, attempt_id: str) -> str:
        """The attempt's context, with a section 7 for each decision of the turn so far."""
        return run(flows.context(attempt_id), self._http)

    def wait_for_ruling(self, attempt: Attempt | str, *, timeout: float | None = None, poll: float = 2.0) -> Attempt:
        """Waits until a reviewer's ruling on the attempt is in effect; without `timeout` forever. Raises StillUnruled,
        immediately if no ruling is expected, as for an approved draft."""
        attempt_id = attempt if isinstance(attempt, str) else attempt.id
        return run(flows.wait_for_ruling(attempt_id, timeout, poll), self._http)

    def events(
        self, after: int = 0, *, types: Collection[str] = (), follow: bool = True, poll: float = 2.0
    ) -> Iterator[Event]:
        """Yields every event after position `after`, then new ones as they occur; reconnects if the connection breaks.
        Store the `id` of the last event you processed, and start there next time. Without `follow` it ends with the
        newest event."""
        reached = False
        while batch := run(flows.next_events(after, follow, poll, reached), self._http):
            reached = True
            for event in batch:
                after = event.id
                if not types or event.type in types:
                    yield event

    def retrieval(
        self, query: str, chunks: Sequence[dict[str, Any]], *, turn_id: str | None = None, timeout: float = 120.0
    ) -> Retrieval:
        """Finds the chunks that answer the query, with quotes. A chunk is {"id", "text"} or a Qdrant ScoredPoint.
        Raises RetrievalUndecided after `timeout` seconds."""
        body = {"query": query, "chunks": list(chunks), "turn_id": turn_id}
        return run(flows.retrieve(body, timeout), self._http)

    def query_analysis(
        self, raw_query: str, analysis: Any, *, turn_id: str | None = None, timeout: float = 120.0
    ) -> QueryAnalysis:
        """Checks whether phase 1 understood the query: `validation["status"]` is pass, retry or clarify."""
        body, optional = {"raw_query": raw_query, "analysis": analysis}, {"turn_id": turn_id}
        return run(flows.post_once(QueryAnalysis, "/query-analyses", body, optional, timeout), self._http)

    def preflight(self, command: str, *, timeout: float = 120.0, **fields: Any) -> Preflight:
        """Checks whether a delegation may start. `fields` are those of POST /preflights, such as task_number."""
        flow = flows.post_once(Preflight, "/preflights", {"command": command}, fields, timeout)
        return run(flow, self._http)

    def validate_return(self, raw: str, *, expected_session_id: str, timeout: float = 120.0, **fields: Any) -> Return:
        """Validates a subagent's return. `fields` may have `profile` and `existing_artifacts`."""
        body = {"raw": raw, "expected_session_id": expected_session_id}
        return run(flows.post_once(Return, "/returns", body, fields, timeout), self._http)

    def close(self) -> None:
        """Closes connections, unless `http` was passed in."""
        if self._own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
