"""When a call is sent again, driven step by step: a flow never touches the network itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from countersign_client import (
    AsyncClient,
    Client,
    ConnectionFailed,
    CountersignError,
    Draft,
    StillUnruled,
    TooManyRequests,
    Unavailable,
    flows,
)
from countersign_client.effects import Call, Pause
from pydantic import BaseModel

DRAFT = Draft(turn_id="t", messages=[{"role": "user", "content": "q"}], response_md="r")
NINE = "2026-01-31T09:00:00Z"
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


NOON = {"Date": "Wed, 21 Oct 2026 12:00:00 GMT"}


@pytest.mark.parametrize("told", [{"Retry_After": "7"}, {"Retry_After": "Wed, 21 Oct 2026 12:00:07 GMT", **NOON}])
def test_it_waits_as_long_as_the_server_asks(told: dict[str, str]) -> None:
    _, pause, *_ = drive(flows.submit(DRAFT, None), answer(429, **told), answer(200, DECIDED))
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


@pytest.mark.parametrize(
    "result",
    [
        answer(429, Retry_After="61"),
        httpx.LocalProtocolError("Illegal header value"),
        httpx.UnsupportedProtocol("no http://"),
    ],
)
def test_what_another_try_does_not_mend_is_raised_at_once(result: Any) -> None:
    with pytest.raises(CountersignError):
        drive(flows.submit(DRAFT, None), result)


def test_no_try_begins_after_the_callers_time_is_over() -> None:
    with pytest.raises(ConnectionFailed):
        drive(flows.decide(DRAFT, 0.0), httpx.ReadTimeout("slow"))


HELD = [
    lambda: flows.decide(DRAFT, 60.0),
    lambda: flows.retrieve({"query": "q", "chunks": []}, 60.0),
]


@pytest.mark.parametrize("held", HELD, ids=["decide", "retrieve"])
def test_a_later_try_asks_to_be_held_for_the_time_that_is_left(
    monkeypatch: pytest.MonkeyPatch, held: Callable[[], Any]
) -> None:
    """Held longer, the answer would come after the client has gone."""
    now = [0.0]
    monkeypatch.setattr(flows, "monotonic", lambda: now[0])
    flow = held()
    first = next(flow)
    now[0] += flow.send(answer(503, Retry_After="10")).seconds
    second = flow.send(None)
    assert [first.headers["Prefer"], second.headers["Prefer"]] == ["wait=60", "wait=50"]


def test_a_connection_that_failed_without_a_word_is_named_by_its_kind() -> None:
    with pytest.raises(ConnectionFailed, match="ReadTimeout"):
        drive(flows.decide(DRAFT, 0.0), httpx.ReadTimeout(""))


@pytest.mark.parametrize("result", [httpx.ReadTimeout("slow"), httpx.ConnectError("no"), answer(502), answer(504)])
def test_a_delegation_that_is_sent_again_keeps_its_idempotency_key(result: Any) -> None:
    taken = answer(200, {"id": "r", "state": "decided"})
    first, _, second, _ = drive(flows.post_once(flows.Retrieval, "/preflights", {}, {}, 9.0), result, taken)
    assert (first.path, first.headers["Idempotency-Key"]) == (second.path, second.headers["Idempotency-Key"])


AWAY = [httpx.ReadError("gone")] * (flows.RETRIES + 1) + [answer(502)] * (flows.RETRIES + 1)
"""A server that starts anew, behind a proxy."""


def test_events_go_on_where_they_broke_off() -> None:
    event = {"id": 8, "type": "attempt.decided", "at": "2026-01-31T09:30:00Z", "data": {}}
    page, none = answer(200, {"items": [event], "next": 8}), answer(200, {"items": [], "next": 7})
    steps = drive(flows.next_events(7, True, 2.0, False), none, *AWAY, page)
    assert {step.params["after"] for step in steps if isinstance(step, Call)} == {7}
    assert [event.id for event in steps[-1]] == [8]


def test_a_feed_that_is_asked_for_too_often_waits_as_long_as_it_is_told() -> None:
    event = {"id": 8, "type": "attempt.decided", "at": NINE, "data": {}}
    page = answer(200, {"items": [event], "next": 8})
    steps = drive(flows.next_events(7, True, 2.0, True), answer(429, Retry_After="61"), page)
    assert Pause(61.0) in steps


def test_events_of_a_server_that_was_never_there_are_a_failed_connection() -> None:
    with pytest.raises(ConnectionFailed):
        drive(flows.next_events(7, True, 2.0, False), *AWAY)


def test_a_wait_for_a_person_outlasts_a_break() -> None:
    ruled = DECIDED | {"ruling": {"ruling": "approve", "state": "final", "by": "m", "at": NINE, "effective_at": NINE}}
    assert drive(flows.wait_for_ruling("a", 600.0, 2.0), *AWAY, answer(200, ruled))[-1].is_ruled
    with pytest.raises(ConnectionFailed):
        drive(flows.wait_for_ruling("a", 0.0, 2.0), *AWAY)


def test_nobody_is_waited_for_where_nobody_was_asked() -> None:
    with pytest.raises(StillUnruled, match="nobody was asked") as raised:
        drive(flows.wait_for_ruling("a", None, 2.0), answer(200, DECIDED))
    assert raised.value.attempt.route == "APPROVE"


WAITS = {"intervention_id": "i", "intervention_open": True}
HALTED = DECIDED | {"state": "halted", "decision": None, "route": "HALT", **WAITS}
RULING = {"ruling": {"ruling": "fail", "state": "final", "by": "m", "at": NINE, "effective_at": NINE}}


def test_a_halt_that_was_judged_after_all_is_waited_for_no_longer() -> None:
    judged = DECIDED | {"intervention_id": "i"}
    again = HALTED | {"state": "queued", "route": None}
    with pytest.raises(StillUnruled, match="nobody rules on it any more") as raised:
        drive(flows.wait_for_ruling("a", None, 2.0), *(answer(200, one) for one in (HALTED, HALTED, again, judged)))
    assert raised.value.attempt.route == "APPROVE"


def test_a_halt_that_failed_once_it_was_judged_waits_for_the_ruling_on_that() -> None:
    failed = DECIDED | {"decision": "FAIL", "route": "FAIL", **WAITS, "intervention_id": "j"}
    seen = (answer(200, one) for one in (HALTED, failed, failed | RULING))
    assert drive(flows.wait_for_ruling("a", None, 2.0), *seen)[-1].is_ruled


def test_the_message_objects_of_an_sdk_are_sent_without_their_empty_fields() -> None:
    class Answer(BaseModel):
        role: str = "assistant"
        content: str | None = None
        tool_calls: list[dict[str, str]] = [{"id": "c1"}]

    draft = Draft(turn_id="t", messages=[{"role": "user", "content": "q"}, Answer()], response_md="r")
    assert draft.body()["messages"][1] == {"role": "assistant", "tool_calls": [{"id": "c1"}]}


def test_a_client_without_a_key_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COUNTERSIGN_API_KEY", raising=False)
    with pytest.raises(CountersignError, match="COUNTERSIGN_API_KEY"):
        Client()


def test_both_clients_have_the_same_methods() -> None:
    names = {"close": "aclose"}
    blocking = {names.get(name, name) for name in vars(Client) if not name.startswith("_")}
    assert blocking == {name for name in vars(AsyncClient) if not name.startswith("_")}
