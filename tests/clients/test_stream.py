"""A response that is handed over while it is written, to a live instance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import plain
import pytest
from countersign_client import AsyncClient, Attempt, Client, ConnectionFailed, Draft, InvalidRequest, Refused, Sentence

from tests.live import Site

TOLD = [{"role": "user", "content": plain.QUESTION}, {"role": "tool", "name": "search_shop", "content": plain.FOUND}]
RIGHT = plain.write("49.90")


def draft(**fields: object) -> Draft:
    return Draft.model_validate({"turn_id": "t1", "messages": TOLD, "response_md": "", **fields})


def pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), 7):
        yield text[start : start + 7]


def test_a_streamed_response_is_decided_like_any_other(client: Client) -> None:
    *sentences, attempt = client.stream(draft(response_md=RIGHT[:3]), pieces(RIGHT[3:]))
    assert isinstance(attempt, Attempt)
    assert (attempt.route, attempt.text_for_user(RIGHT)) == ("APPROVE", RIGHT)
    assert {one.text: one.state for one in sentences if isinstance(one, Sentence)} == {
        claim.text: claim.state for claim in attempt.claims
    }


def test_a_wrong_sentence_is_told_before_the_next_one_is_written(client: Client, asgi_server: Site, key: str) -> None:
    known = asyncio.Event()

    async def write() -> AsyncIterator[str]:
        yield "The Lumo H4 costs 39.90 EUR. It"
        await asyncio.wait_for(known.wait(), 30)  # nothing more is written before the finding is there
        yield " gives 450 lumens."

    async def main() -> list[Sentence | Attempt]:
        events = []
        async with AsyncClient(asgi_server.url, key) as connected:
            async for event in connected.stream(draft(), write()):
                events.append(event)
                known.set()
        return events

    first, *_, last = asyncio.run(main())
    assert isinstance(first, Sentence)
    assert [finding.code for finding in first.findings] == ["money_not_in_evidence"]
    assert isinstance(last, Attempt)
    assert last.route == "REVISE"


def test_a_writer_that_fails_stores_nothing(client: Client, asgi_server: Site, key: str) -> None:
    def fail() -> Iterator[str]:
        yield "The Lumo H4 costs"
        raise ZeroDivisionError

    async def main() -> None:
        async with AsyncClient(asgi_server.url, key) as connected:
            async for _ in connected.stream(draft(), fail()):
                pass

    with pytest.raises(ZeroDivisionError):
        list(client.stream(draft(), fail()))
    with pytest.raises(ZeroDivisionError):
        asyncio.run(main())
    assert list(client.events(follow=False)) == []


def test_what_is_refused_is_a_problem_and_a_server_that_is_away_a_failed_connection(
    client: Client, asgi_server: Site
) -> None:
    with pytest.raises(InvalidRequest, match="section_missing"):
        list(client.stream(draft(messages=[{"role": "assistant", "content": "x"}]), ["One."]))
    with pytest.raises(InvalidRequest, match="response_empty"):
        list(client.stream(draft(), [" "]))
    with pytest.raises(Refused):
        list(Client(asgi_server.url, "cs_wrong").stream(draft(), ["One."]))
    with pytest.raises(ConnectionFailed):
        list(Client("http://127.0.0.1:9", "cs_x").stream(draft(), ["One."]))
