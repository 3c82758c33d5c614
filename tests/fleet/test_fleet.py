"""The production shape, natively: the processes that the containers run, on a real PostgreSQL and a real Redis."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.fleet.running import ENTRYPOINT, Fleet
from validation.platform.processes import QUEUES

pytestmark = [pytest.mark.fleet, pytest.mark.postgres]


def test_the_fleet_is_ready_with_every_part(fleet: Fleet) -> None:
    with fleet.api() as api:
        report = api.get("/status").json()
    assert (report["status"], report["parts"]) == ("ok", {"database": "ok", "broker": "ok", "judge": "ok"})
    assert {queue["queue"]: len(queue["workers"]) for queue in report["queues"]} == dict.fromkeys(QUEUES, 1)


def test_the_charts_library_is_served_compressed_and_for_good(fleet: Fleet) -> None:
    manifest = json.loads(Path(fleet.environment["COUNTERSIGN_STATIC_ROOT"], "staticfiles.json").read_text())
    name = manifest["paths"]["plotly/plotly.min.js"]
    answer = httpx.get(f"{fleet.url}/static/{name}", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["worker-judging", "beat"])  # worker-evidence: test_sigterm
def test_an_ended_process_says_goodbye_and_another_takes_over(fleet: Fleet, name: str) -> None:
    status = fleet.stop(name)
    fleet.start(name)
    fleet.wait_until_ready()
    assert status == 0


def test_a_container_asks_the_web_process_for_its_health(fleet: Fleet) -> None:
    assert subprocess.run([str(ENTRYPOINT), "healthy"], env=dict(fleet.environment), check=False).returncode == 0
