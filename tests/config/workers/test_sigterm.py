"""SIGTERM ends the embedded process also while it judges: it does not wait for the judging, and nothing is lost."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from benchmarks.worlds.response_texts import context, rows
from tests.config.embedded.test_killed import client
from tests.config.serving import Serve, migrated
from tests.servers import until
from tests.texts import submission


@contextmanager
def silent_llm() -> Iterator[str]:
    """Takes every connection and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def state(var: Path) -> tuple[str, int]:
    with sqlite3.connect(var / "countersign.sqlite3") as database:
        return database.execute("SELECT state, tries FROM validation_attempt").fetchone() or ("", 0)


def end_while_judging(serve: Serve, api: httpx.Client, **fields: str) -> None:
    """A request waits for the decision all the while. What does not end by itself is killed, and has another status."""

    def wait_for_decision() -> None:
        with suppress(httpx.TransportError):
            api.post("/api/v1/attempts", json=submission("turn_1", **fields), headers={"Prefer": "wait=20"})

    with ThreadPoolExecutor(1) as thread:
        thread.submit(wait_for_decision)
        until(lambda: state(serve.var)[0] == "judging")
        status, printed = serve.end()
    assert status == 0, printed[-2000:]


def test_while_an_llm_is_waited_for(tmp_path: Path) -> None:
    with silent_llm() as url:
        serve = Serve.start(migrated(tmp_path), COUNTERSIGN_VLLM_URL=url)
        with client(serve) as api:
            end_while_judging(serve, api)
    assert state(tmp_path) == ("queued", 0)


def test_while_evidence_is_computed(tmp_path: Path) -> None:
    serve = Serve.start(migrated(tmp_path))
    with client(serve) as api:
        end_while_judging(serve, api, context_md=context(rows(20_000)))
    assert state(tmp_path) == ("queued", 0)
