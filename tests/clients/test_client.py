"""The client against a live instance: the site under uvicorn, a worker, the embedded judge."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import plain
import pytest
from countersign_client import (
    AsyncClient,
    Attempt,
    Client,
    Draft,
    InvalidRequest,
    NotFound,
    Refused,
    StillUnruled,
)

from tests.clients.rulings import expire_now, rule_now
from tests.live import Site
from validation.domain.intervention import Ruling

TOLD = [{"role": "user", "content": plain.QUESTION}, {"role": "tool", "name": "search_shop", "content": plain.FOUND}]
WRONG = plain.write("")


def draft(turn_id: str = "t1", **fields: object) -> Draft:
    return Draft.model_validate({"turn_id": turn_id, "messages": TOLD, "response_md": plain.write("49.90"), **fields})


def test_a_draft_is_decided(client: Client) -> None:
    attempt = client.decide(draft())
    assert (attempt.route, attempt.text_for_user("the draft")) == ("APPROVE", "the draft")
    assert "## 7. Validation" in client.context_md(attempt.id)


@pytest.mark.parametrize("ending", ["/", "/api/v1", "/api/v1/"])
def test_an_address_may_end_as_those_of_other_apis_do(ending: str, client: Client, asgi_server: Site, key: str) -> None:
    with Client(f"{asgi_server.url}{ending}", key) as other:
        assert other.decide(draft()).route == "APPROVE"


def test_the_loop_runs_to_its_end(client: Client) -> None:
    end = plain.answer(client)
    assert [attempt.route for attempt in end.attempts] == ["REVISE", "APPROVE"]
    assert end.text is not None
    assert "49.90" in end.text


def test_the_loop_ends_when_revisions_are_used_up_and_goes_on_after_a_ruling(client: Client) -> None:
    def rule_when_it_failed(last: Draft, attempt: Attempt) -> str:
        return last.response_md + " "

    end = client.guard(draft(response_md=WRONG), rule_when_it_failed)
    assert ([one.route for one in end.attempts], end.text) == (["REVISE", "REVISE", "FAIL"], None)
    with pytest.raises(StillUnruled):
        client.wait_for_ruling(end.attempt, timeout=0)
    rule_now(end.attempt.intervention_id, Ruling.APPROVE_EDITED, response_md="It costs 49.90 EUR.")
    ruled = client.wait_for_ruling(end.attempt)
    assert ruled.text_for_user(end.draft.response_md) == "It costs 49.90 EUR."
    ruled_events = list(client.events(types=["intervention.ruled"], follow=False))
    assert [event.data["turn_id"] for event in ruled_events] == ["t1"]


def test_what_expired_is_not_waited_for(client: Client) -> None:
    end = client.guard(draft(response_md=WRONG), lambda last, _: last.response_md + " ")
    expire_now()
    with pytest.raises(StillUnruled, match="nobody rules on it any more"):
        client.wait_for_ruling(end.attempt)


def test_an_approved_draft_is_not_waited_for(client: Client) -> None:
    with pytest.raises(StillUnruled, match="nobody was asked"):
        client.wait_for_ruling(client.decide(draft()))


def test_the_async_client_awaits_its_callbacks(client: Client, asgi_server: Site, key: str) -> None:
    async def revise(_draft: Draft, attempt: Attempt) -> str:
        await asyncio.sleep(0)
        return plain.write(attempt.hints)

    async def main() -> list[str | None]:
        async with AsyncClient(asgi_server.url, key) as connected:
            end = await connected.guard(draft(response_md=WRONG), revise)
            newest = [event.type async for event in connected.events(follow=False)]
            return [*(attempt.route for attempt in end.attempts), newest[-1]]

    assert asyncio.run(main()) == ["REVISE", "APPROVE", "attempt.decided"]


def test_what_is_refused_says_what_to_do(client: Client, asgi_server: Site) -> None:
    with pytest.raises(InvalidRequest, match="Add the user's") as refused:
        client.submit(draft(messages=[{"role": "assistant", "content": "x"}]))
    assert (refused.value.code, refused.value.errors[0]["field"]) == ("section_missing", "messages")
    with pytest.raises(NotFound):
        client.attempt("00000000-0000-0000-0000-000000000000")
    with Client(asgi_server.url, "wrong") as stranger, pytest.raises(Refused):
        stranger.submit(draft())


def test_an_analysis_of_null_halts_as_any_other_that_is_no_object(client: Client) -> None:
    answered = client.query_analysis("hello", None)
    assert (answered.halt is not None, answered.validation) == (True, None)


def test_the_other_gates_answer(client: Client) -> None:
    found = client.retrieval(
        "When does the museum open on Sundays?", [{"id": "c1", "text": "The museum opens at 10:00 on Sundays."}]
    )
    assert (found.state, found.answer_present) == ("decided", "Yes")
    analysis = client.query_analysis("hello", {"resolved_query": "hello", "user_purpose": "greet", "mode": "chat"})
    assert analysis.validation is not None
    checked = client.preflight("implement", task_number="x")
    assert (checked.allowed, checked.errors[0]["code"]) == (False, "task_number_invalid")
    returned = client.validate_return("no json", expected_session_id="sess_1_abc")
    assert (returned.valid, returned.errors[0]["code"]) == (False, "not_json")


def test_events_of_two_readings_are_the_whole_feed(client: Client) -> None:
    client.decide(draft("t1"))
    seen: Iterator[object] = client.events(follow=False)
    first = next(client.events())
    client.decide(draft("t2"))
    rest = list(client.events(after=first.id, follow=False))
    assert [first, *rest] == list(client.events(follow=False))
    assert len(list(seen)) == len(rest) + 1
