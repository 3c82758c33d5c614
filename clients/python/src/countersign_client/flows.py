"""The operations of both clients: requests with retries, waiting, the REVISE and RETRY loop."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from countersign_client.effects import Call, Flow, Invoke, Pause
from countersign_client.errors import (
    ConnectionFailed,
    Problem,
    RetrievalUndecided,
    StillUndecided,
    StillUnruled,
    UnexpectedAnswer,
    problem_of,
    retry_after,
)
from countersign_client.models import Attempt, Draft, Event, EventPage, Guarded, Retrieval

M = TypeVar("M", bound=BaseModel)

RETRIES = 4
LONGEST_WAIT = 60.0
"""Most seconds that the server holds a call."""
ANSWER_S = 30.0
"""Timeout in seconds for responses that the server does not hold."""
GRACE_S = 5.0
"""Seconds beyond the caller's time for a response already under way."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 8.0
_TRY_AGAIN = (429, 502, 503, 504)
_HOPELESS = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.TooManyRedirects)
"""Errors such as a wrong address, for which a retry would fail too."""


def request(call: Call, *, end: float | None = None, held: bool = False) -> Flow[httpx.Response]:
    """Sends a call. Retries with increasing pauses while the server is busy or unavailable, but not after `end`, nor if
    it asks to wait longer than `LONGEST_WAIT`. `held` asks the server to hold its response until it is final or `end`.

    Raises Problem or ConnectionFailed, at the latest `GRACE_S` after `end`."""
    for tried in range(RETRIES + 1):
        pause = pause_after(tried)
        try:
            response: httpx.Response = yield _within(call, end, held)
        except httpx.RequestError as error:
            failed: Exception = ConnectionFailed(f"{call.method} {call.path}: {str(error) or type(error).__name__}")
            failed.__cause__ = error
            again = not isinstance(error, _HOPELESS)
        else:
            if response.is_success:
                return response
            failed = problem_of(response)
            again = response.status_code in _TRY_AGAIN
            asked_pause = retry_after(response)
            pause = pause if asked_pause is None else asked_pause
        late = pause > LONGEST_WAIT or (end is not None and monotonic() + pause > end)
        if tried == RETRIES or late or not again:
            raise failed
        yield Pause(pause)
    raise AssertionError("the last try returns or raises")


def _within(call: Call, end: float | None, held: bool) -> Call:
    """One try, which takes and asks the server for no more than the time that is left."""
    if end is None:
        return call
    left = max(0.0, end - monotonic())
    wait = round(min(left, LONGEST_WAIT)) if held else 0
    headers = {**(call.headers or {}), "Prefer": f"wait={wait}"} if wait else call.headers
    return replace(call, headers=headers, timeout=min(wait + call.timeout, left + GRACE_S))


def pause_after(tried: int) -> float:
    """Seconds before the next try, randomized so that clients do not return simultaneously."""
    return random.uniform(0.5, 1.0) * min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(tried, 16))


def read(model: type[M], response: httpx.Response) -> M:
    """Parses the response. Raises UnexpectedAnswer."""
    try:
        return model.model_validate_json(response.content)
    except ValidationError as error:
        content_type = response.headers.get("Content-Type", "no type")
        raise UnexpectedAnswer(
            f"This is no answer of Countersign ({content_type}). Check the address, any proxy."
        ) from error


def fetch(model: type[M], path: str, end: float | None = None, **params: Any) -> Flow[M]:
    response = yield from request(Call("GET", path, params=params or None, timeout=ANSWER_S), end=end)
    return read(model, response)


def fetch_through_breaks(model: type[M], path: str, end: float | None, **params: Any) -> Flow[M]:
    """Like `fetch`, but retries while the server is unavailable until `end`; None means forever."""
    broken = RETRIES
    while True:
        try:
            return (yield from fetch(model, path, end, **params))
        except (ConnectionFailed, Problem) as error:
            asked_pause = error.retry_after if isinstance(error, Problem) else None
            pause = max(pause_after(broken), asked_pause or 0.0)
            if not _is_break(error) or (end is not None and monotonic() + pause > end):
                raise
        broken += 1
        yield Pause(pause)


def _is_break(error: ConnectionFailed | Problem) -> bool:
    if isinstance(error, Problem):
        return error.status in _TRY_AGAIN
    return not isinstance(error.__cause__, _HOPELESS)


def post_once(model: type[M], path: str, body: dict[str, Any], optional: dict[str, Any], timeout: float) -> Flow[M]:
    """Sends an idempotent POST, so that retries have no further effect. Omits optional fields that are None."""
    call = _keyed(Call("POST", path, json=body | _given(optional), timeout=timeout))
    return read(model, (yield from request(call, end=monotonic() + timeout)))


def retrieve(body: dict[str, Any], timeout: float) -> Flow[Retrieval]:
    """Submits a retrieval and waits for the verdict. Raises RetrievalUndecided."""
    end = monotonic() + timeout
    call = _keyed(Call("POST", "/retrievals", json=_given(body), timeout=ANSWER_S))
    found = read(Retrieval, (yield from request(call, end=end, held=True)))
    while found.state in ("queued", "judging"):
        left = end - monotonic()
        if left <= 0:
            raise RetrievalUndecided(found)
        yield Pause(min(1.0, left))
        found = yield from fetch_through_breaks(Retrieval, f"/retrievals/{found.id}", end)
    return found


def _given(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}


def _keyed(call: Call, key: str | None = None) -> Call:
    """Adds an idempotency key."""
    return replace(call, headers={"Idempotency-Key": key or str(uuid.uuid4())})


def context(attempt_id: str) -> Flow[str]:
    response = yield from request(Call("GET", f"/attempts/{attempt_id}/context.md", timeout=ANSWER_S))
    return response.text


def submit(draft: Draft, idempotency_key: str | None, end: float | None = None) -> Flow[Attempt]:
    """Submits a draft; retries create a single attempt. With `end` the server holds its response until then."""
    call = _keyed(Call("POST", "/attempts", json=draft.body(), timeout=ANSWER_S), idempotency_key)
    return read(Attempt, (yield from request(call, end=end, held=True)))


def decide(draft: Draft, timeout: float, idempotency_key: str | None = None) -> Flow[Attempt]:
    """Submits a draft and waits for the decision. Raises StillUndecided."""
    end = monotonic() + timeout
    attempt = yield from submit(draft, idempotency_key, end)
    return (yield from until_decided(attempt, end - monotonic()))


def until_decided(attempt: Attempt, timeout: float) -> Flow[Attempt]:
    """Waits until the attempt is decided. Raises StillUndecided."""
    end = monotonic() + timeout
    pause = 0.1
    while not attempt.is_decided:
        left = end - monotonic()
        if left <= 0:
            raise StillUndecided(attempt)
        yield Pause(min(pause, left))
        pause = min(2.0, pause * 1.6)
        attempt = yield from fetch_through_breaks(Attempt, f"/attempts/{attempt.id}", end)
    return attempt


def wait_for_ruling(attempt_id: str, timeout: float | None, poll: float) -> Flow[Attempt]:
    """Waits until a reviewer's ruling is in effect. Raises StillUnruled, immediately if none is expected: the draft is
    approved, a halt was judged again, or nobody ruled in time."""
    end = None if timeout is None else monotonic() + timeout
    while True:
        attempt = yield from fetch_through_breaks(Attempt, f"/attempts/{attempt_id}", end)
        if attempt.is_ruled:
            return attempt
        if attempt.is_decided and not attempt.intervention_open:
            raise StillUnruled(attempt, asked=False)
        left = poll if end is None else end - monotonic()
        if left <= 0:
            raise StillUnruled(attempt)
        yield Pause(min(poll, left))


def next_events(after: int, follow: bool, poll: float, reached: bool) -> Flow[list[Event]]:
    """The events after position `after`; with `follow` waits for the first one, retrying if the connection breaks after
    the server was `reached`."""
    while True:
        look = fetch_through_breaks if follow and reached else fetch
        page = yield from look(EventPage, "/events", None, after=after, limit=100)
        if page.items or not follow:
            return page.items
        reached = True
        yield Pause(poll)


def guard(
    draft: Draft,
    revise: Callable[..., Any] | None,
    replan: Callable[..., Any] | None,
    timeout: float,
    wait_for_person: float | None,
) -> Flow[Guarded]:
    """The loop of a turn. The server limits it: after the last revision the route is FAIL."""
    attempts: list[Attempt] = []
    while True:
        attempt = yield from decide(draft, timeout)
        attempts.append(attempt)
        if attempt.enforced and wait_for_person and attempt.route in ("FAIL", "HALT") and attempt.intervention_open:
            try:
                attempts[-1] = attempt = yield from wait_for_ruling(attempt.id, wait_for_person, poll=2.0)
            except StillUnruled as unruled:
                attempts[-1] = attempt = unruled.attempt
        mend = {"REVISE": revise, "RETRY": replan}.get(attempt.route or "")
        if mend is None or not attempt.enforced:
            return Guarded(text=attempt.text_for_user(draft.response_md), attempts=attempts, draft=draft)
        mended = yield Invoke(mend, (draft, attempt))
        draft = draft.model_copy(update={"response_md": mended}) if isinstance(mended, str) else mended
