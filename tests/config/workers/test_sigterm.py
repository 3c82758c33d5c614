"""SIGTERM ends the embedded process within five seconds, also while it judges; nothing is lost."""

from __future__ import annotations

import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from benchmarks.worlds.response_texts import context, rows
from tests.config.embedded.test_killed import client, until
from tests.config.serving import Serve, migrated
from tests.texts import submission

ENDS_WITHIN_S = 5.0


@contextmanager
def silent_llm() -> Iterator[str]:
    """Takes every connection and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def state(var: Path) -> tuple[str, int]:
    with sqlite3.connect(var / "countersign.sqlite3") as database:
        return database.execute("SELECT state, tries FROM validation_attempt").fetchone() or ("", 0)


def end_while_judging(serve: Serve, api: httpx.Client, **fields: str) -> float:
    """Seconds. A request waits for the decision all the while."""

    def wait_for_decision() -> None:
        with suppress(httpx.TransportError):
            api.post("/api/v1/attempts", json=submission("turn_1", **fields), headers={"Prefer": "wait=20"})

    with ThreadPoolExecutor(1) as thread:
        thread.submit(wait_for_decision)
        until(lambda: state(serve.var)[0] == "judging")
        began = time.monotonic()
        status, printed = serve.end()
        took = time.monotonic() - began
    assert status == 0, printed[-2000:]
    return took


def test_while_an_llm_is_waited_for(tmp_path: Path) -> None:
    with silent_llm() as url:
        serve = Serve.start(migrated(tmp_path), COUNTERSIGN_VLLM_URL=url)
        with client(serve) as api:
            took = end_while_judging(serve, api)
    assert (took < ENDS_WITHIN_S, state(tmp_path)) == (True, ("queued", 0))


def test_while_evidence_is_computed(tmp_path: Path) -> None:
    serve = Serve.start(migrated(tmp_path))
    with client(serve) as api:
        took = end_while_judging(serve, api, context_md=context(rows(60_000)))
    assert (took < ENDS_WITHIN_S, state(tmp_path)) == (True, ("queued", 0))
