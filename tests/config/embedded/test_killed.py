"""`kill -9` in the middle of the work: a restart decides everything, and nothing twice."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.config.serving import Serve, migrated, turns_of_the_story
from tests.servers import until
from tests.texts import submission

QUEUED = 30
"""Some seconds of judging."""


def client(serve: Serve) -> httpx.Client:
    return httpx.Client(
        base_url=serve.run["url"], headers={"Authorization": f"Bearer {serve.run['api_key']}"}, timeout=60
    )


def states(api: httpx.Client) -> Counter[str]:
    return Counter(item["state"] for item in attempts(api))


def attempts(api: httpx.Client) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    cursor = ""
    while cursor is not None:
        page = api.get("/api/v1/attempts", params={"limit": QUEUED, "cursor": cursor}).json()
        items += page["items"]
        cursor = page["next"]
    return items


@dataclass(frozen=True, slots=True)
class Killed:
    """A process that was killed while some of the attempts were decided and some were not."""

    var: Path
    temporary: Path


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    var, temporary = migrated(tmp_path_factory.mktemp("killed")), tmp_path_factory.mktemp("temporary")
    serve = Serve.start(var, TMPDIR=str(temporary))
    with client(serve) as api:
        assert api.get("/static/css/app.css").status_code == 200
        body = {"attempts": [submission(f"turn_{index}") for index in range(QUEUED)]}
        assert api.post("/api/v1/attempts/batch", json=body).status_code == 200
        until(lambda: states(api)["decided"] > 0, every_s=0.2)
        assert states(api)["decided"] < QUEUED, "all were decided before the kill"
    serve.process.send_signal(signal.SIGKILL)
    serve.process.communicate()
    return Killed(var, temporary)


@pytest.fixture(scope="module")
def again(killed: Killed) -> Iterator[Serve]:
    restarted = Serve.start(killed.var, "--sample")
    yield restarted
    restarted.end()


def test_no_sample_story_is_added_to_turns_of_ones_own(again: Serve) -> None:
    assert turns_of_the_story(again.var) == 0


def test_a_restart_decides_all_that_was_queued_and_records_nothing_twice(again: Serve) -> None:
    with client(again) as api:
        until(lambda: states(api)["decided"] == QUEUED, every_s=0.2)
        assert {item["attempt"] for item in attempts(api)} == {1}
        numbers = Counter(api.get(f"/api/v1/attempts/{item['id']}").json()["judgement"] for item in attempts(api))
        events = [item for item in feed(api) if item["type"] == "attempt.decided"]
    assert numbers == {1: QUEUED}
    assert len({event["data"]["id"] for event in events}) == len(events) == QUEUED


def feed(api: httpx.Client) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    while True:
        page = api.get("/api/v1/events", params={"after": items[-1]["id"] if items else 0, "limit": 500}).json()
        if not page["items"]:
            return items
        items += page["items"]


def test_no_folder_is_left_in_the_temporary_folder(killed: Killed) -> None:
    assert [path for path in killed.temporary.iterdir() if path.is_dir()] == []
