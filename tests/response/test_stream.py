"""`POST /attempts/stream` over HTTP; tests/clients/test_stream.py has the journey."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from django.utils import timezone
from pytest_django import Settings

from config.asgi import application
from config.http.body_limit import BodyLimit
from tests.api_client import MakeApi
from tests.factories import writes_no_evidence
from tests.live import Site, serving_site
from tests.texts import submission
from validation.models import ApiKey, Attempt
from validation.platform.keys import revoke_api_key
from validation.platform.work import backlog

HEAD = {"turn_id": "t1", "context_md": "## 0. User Query\nHi there\n", "response_md": "Hello. "}


def lines(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def events(answer: httpx.Response) -> list[tuple[str, Any]]:
    blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in answer.text.split("\n\n") if block]
    return [(block["event"], json.loads(block["data"])) for block in blocks]


@pytest.fixture
def headers(make_api: MakeApi, transactional_db: None) -> dict[str, str]:
    return {"Authorization": f"Bearer {make_api('ingest').secret}"}


def post(site: Site, headers: dict[str, str], content: bytes) -> httpx.Response:
    return httpx.post(f"{site.url}/api/v1/attempts/stream", content=content, headers=headers, timeout=60)


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("first", "status", "code"),
    [
        (b"{", 400, "body_malformed"),
        (b'{"turn_id": "t1", "turn_id": "t2"}\n', 400, "body_malformed"),
        (b'{"turn_id": "t1"}\n', 422, "invalid_body"),
        (b'{"turn_id": "t1", "context_md": "nothing"}\n', 422, "section_missing"),
    ],
)
def test_a_first_line_that_cannot_be_judged_is_refused_at_once(
    asgi_server: Site, headers: dict[str, str], first: bytes, status: int, code: str
) -> None:
    answer = post(asgi_server, headers, first)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.any_database
@pytest.mark.parametrize(
    "line",
    [
        b"no json\n",
        b'{"delta": "a", "delta": "b"}\n',
        b'{"text": "x"}\n',
        b'{"delta": "\\ud83d"}\n',
        b'{"delta": "\\u0000"}\n',
    ],
)
def test_a_line_that_is_no_delta_ends_the_stream_and_stores_nothing(
    asgi_server: Site, headers: dict[str, str], line: bytes
) -> None:
    *_, (name, told) = events(post(asgi_server, headers, lines(HEAD) + line))
    assert (name, told["code"], told["detail"].split(" (")[0]) == ("error", "invalid_body", "Line 2 is no delta")
    assert not Attempt.objects.exists()


def test_a_key_that_is_revoked_meanwhile_hands_nothing_over(asgi_server: Site, headers: dict[str, str]) -> None:
    with begun_stream(asgi_server, headers) as connection:
        revoke_api_key(key=ApiKey.objects.get(), by="anna", now=timezone.now())
        connection.sendall(chunk(lines({"delta": "One more."})) + b"0\r\n\r\n")
        told = iter(connection.makefile("rb"))
        assert b"event: error\n" in told
        assert b'"code":"key_invalid"' in next(told)
    assert not Attempt.objects.exists()


def chunk(content: bytes) -> bytes:
    return f"{len(content):x}\r\n".encode() + content + b"\r\n"


@contextmanager
def begun_stream(site: Site, headers: dict[str, str], begin: dict[str, str] = HEAD) -> Iterator[socket.socket]:
    """A stream whose answer has begun."""
    url = httpx.URL(site.url)
    told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"POST /api/v1/attempts/stream HTTP/1.1\r\nHost: {url.host}\r\nTransfer-Encoding: chunked\r\n{told}\r\n"
    with socket.create_connection((url.host, url.port or 80), timeout=60) as connection:
        connection.sendall(head.encode() + chunk(lines(begin)))
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
        yield connection


LAMP = "The lamp costs 20 EUR (source_ref: t1.r1)."
TYPED = f"How much is the lamp?\n\n## 4. Execution Progress\n\n{LAMP}"


@pytest.mark.parametrize(
    ("query", "of_pipeline", "state"),
    [("", True, "supported"), (TYPED, True, "unsupported"), ("", False, "unsupported")],
    ids=["in section 4", "in a section 4 that the user typed", "of a pipeline that writes no evidence"],
)
def test_a_sentence_is_held_against_what_counts_as_evidence(
    asgi_server: Site, headers: dict[str, str], query: str, of_pipeline: bool, state: str
) -> None:
    if not of_pipeline:
        writes_no_evidence("shop")
    head = {"turn_id": "t1", "context_md": f"## 0. User Query\n{TYPED}\n", "query": query, "response_md": ""}
    with begun_stream(asgi_server, headers, head) as connection:
        connection.sendall(chunk(lines({"delta": f"{LAMP} It is made of steel."})))
        told = iter(connection.makefile("rb"))
        assert b"event: sentence\n" in told
        assert f'"state":"{state}"'.encode() in next(told)


def test_a_body_over_the_limit_is_told_as_an_event(headers: dict[str, str]) -> None:
    site = serving_site(BodyLimit(application, limit=2000))
    with site as server, begun_stream(server, headers) as connection:
        connection.sendall(chunk(lines({"delta": "x" * 4000})))
        told = iter(connection.makefile("rb"))
        assert b"event: error\n" in told
        assert b'"code":"body_too_large"' in next(told)


def test_a_client_that_goes_leaves_nothing_behind(asgi_server: Site, headers: dict[str, str]) -> None:
    with begun_stream(asgi_server, headers) as connection:
        connection.sendall(chunk(lines({"delta": "One more."})))
    assert post(asgi_server, headers, b"{").status_code == 400  # the site goes on
    assert not Attempt.objects.exists()


def test_a_repeat_begins_however_many_wait(
    asgi_server: Site, headers: dict[str, str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyed = headers | {"Idempotency-Key": "k1"}
    assert httpx.post(f"{asgi_server.url}/api/v1/attempts", json=submission(), headers=keyed).status_code == 202
    settings.COUNTERSIGN_BACKLOG_LIMIT = 1
    monkeypatch.setattr(backlog, "_backlog", backlog._Backlog())  # counts anew
    with begun_stream(asgi_server, keyed):
        pass
