"""When a call is sent again, driven step by step: a flow never touches the network itself."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from countersign_client import AsyncClient, Client, ConnectionFailed, Draft, TooManyRequests, Unavailable, flows
from countersign_client.effects import Call, Pause

DRAFT = Draft(turn_id="t", messages=[{"role": "user", "content": "q"}], response_md="r")
DECIDED = {"id": "a", "turn_id": "t", "attempt": 1, "state": "decided", "decision": "APPROVE", "route": "APPROVE"}


def answer(status: int, body: Any = None, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(
        status, json=body if body is not None else {"code": "busy", "detail": "Later."}, headers=named
    )


def drive(flow: Any, *results: Any) -> list[Any]:
    """The steps that a flow asks for when its calls come out as told; its end is the last of them."""
    left = list(results)
    step = next(flow)
    steps = [step]
    while True:
        result = left.pop(0) if isinstance(step, Call) else None
        try:
            step = flow.throw(result) if isinstance(result, Exception) else flow.send(result)
        except StopIteration as end:
            return [*steps, end.value]
        steps.append(step)


def test_an_attempt_that_is_sent_again_keeps_its_idempotency_key() -> None:
    first, _, second, attempt = drive(flows.submit(DRAFT, None), httpx.ReadTimeout("slow"), answer(200, DECIDED))
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert attempt.route == "APPROVE"


def test_it_waits_as_long_as_the_server_asks() -> None:
    _, pause, *_ = drive(flows.submit(DRAFT, None), answer(429, Retry_After="7"), answer(200, DECIDED))
    assert pause == Pause(7.0)


@pytest.mark.parametrize(
    ("result", "raised"),
    [
        (answer(429), TooManyRequests),
        (answer(503), Unavailable),
        (httpx.ConnectError("no"), ConnectionFailed),
    ],
)
def test_it_gives_up_after_some_tries(result: Any, raised: type[Exception]) -> None:
    with pytest.raises(raised):
        drive(flows.submit(DRAFT, None), *[result] * (flows.RETRIES + 1))


@pytest.mark.parametrize("result", [httpx.ReadTimeout("slow"), answer(502), answer(504)])
def test_what_knows_no_key_is_not_sent_again_when_it_may_have_been_taken(result: Any) -> None:
    with pytest.raises((ConnectionFailed, Unavailable)):
        drive(flows.post_once(flows.Retrieval, "/preflights", {}), result)


def test_what_knows_no_key_is_sent_again_when_it_was_not_taken() -> None:
    taken = answer(200, {"id": "r", "state": "decided"})
    steps = drive(flows.post_once(flows.Retrieval, "/preflights", {}), httpx.ConnectError("no"), taken)
    assert steps[0] == steps[2]


def test_events_go_on_where_they_broke_off() -> None:
    event = {"id": 8, "type": "attempt.decided", "at": "2026-01-31T09:30:00Z", "data": {}}
    broken = [httpx.ReadError("gone")] * (flows.RETRIES + 1)
    page = answer(200, {"items": [event], "next": 8})
    steps = drive(flows.next_events(7, True, 2.0), *broken, page)
    assert {step.params["after"] for step in steps if isinstance(step, Call)} == {7}
    assert [event.id for event in steps[-1]] == [8]


def test_both_clients_have_the_same_methods() -> None:
    names = {"close": "aclose"}
    blocking = {names.get(name, name) for name in vars(Client) if not name.startswith("_")}
    assert blocking == {name for name in vars(AsyncClient) if not name.startswith("_")}
