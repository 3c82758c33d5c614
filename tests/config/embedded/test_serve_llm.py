"""A real process whose LLM is away: everybody can see that it rests, and why the work waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.config.serving import Serve, migrated
from tests.texts import submission

WITHIN_S = 60.0


@pytest.fixture(scope="module")
def resting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Its circuit opens at the first failure."""
    away = {"COUNTERSIGN_VLLM_URL": "http://127.0.0.1:1", "COUNTERSIGN_JUDGE_CIRCUIT": "1"}
    serve = Serve.start(migrated(tmp_path_factory.mktemp("away")), COUNTERSIGN_JUDGE_DEADLINE="1", **away)
    yield serve
    serve.end()


def test_an_attempt_opens_the_circuit_and_the_status_tells_it(resting: Serve) -> None:
    url, end = resting.run["url"], time.monotonic() + WITHIN_S
    headers = {"Authorization": f"Bearer {resting.run['api_key']}"}
    httpx.post(f"{url}/api/v1/attempts", json=submission("turn_1"), headers=headers, timeout=30)
    while not (told := [one for one in circuits(url, headers) if one["circuit"] != "closed"]):
        assert time.monotonic() < end, "no open circuit was told"
        time.sleep(0.1)
    assert told[0]["process"].endswith(f":{resting.run['pid']}")


def circuits(url: str, headers: dict[str, str]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = httpx.get(f"{url}/status", headers=headers, timeout=30).json()["circuits"]
    return told
