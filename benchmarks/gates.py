"""`make bench`: starts an instance of its own and prints rates and latencies beside the limits of the specifications.

A measuring tool, not a test: figures depend on the machine, so read them against each other.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

from benchmarks.ingest.client import OF_A_BATCH, Load, send
from benchmarks.measure import cpu_seconds, memory_mb
from benchmarks.worlds import response_texts as bench_response
from evals.gates.orchestration_speed import speeds
from tests.config.serving import Serve

CONTEXT = """## 0. User Query
A head torch under 60 EUR with at least 400 lumens, please.

## 4. Tool Results
- Lumo H4: 49.90 EUR, 450 lumens, 96 g. https://lampenladen.example/p/lumo-h4
- Lumo H6: 79.00 EUR, 700 lumens, 120 g. https://lampenladen.example/p/lumo-h6
"""
RESPONSE = "The [Lumo H4](https://lampenladen.example/p/lumo-h4) costs 49.90 EUR and gives 450 lumens.\n"
PRICES = cycle(f"{euros}.{cents:02}" for euros in range(10, 60) for cents in range(100))
"""Each attempt has its own, for what was read before is not read again."""
TODO = "# Tasks\n\n### 12. Weigh the sacks\n- **Status**: [PLANNED]\n- **Language**: python\n"
RETURNED = (
    '{"status": "completed", "summary": "Done.", "artifacts": ["out/a.md"], "metadata": {}, "session_id": "sess_1"}'
)


def attempt() -> dict[str, Any]:
    price = next(PRICES)
    evidence, response = (text.replace("49.90", price) for text in (CONTEXT, RESPONSE))
    return {"turn_id": f"bench_{uuid.uuid4().hex}", "context_md": evidence, "response_md": response}


def preflight() -> dict[str, Any]:
    return {
        "command": "implement",
        "arguments": ["12"],
        "task_number": "12",
        "todo_md": TODO,
        "session_id": f"sess_{uuid.uuid4().hex}",
        "delegation_depth": 1,
        "delegation_path": ["orchestrator"],
        "target": "implementer",
    }


def returned() -> dict[str, Any]:
    return {"raw": RETURNED, "expected_session_id": "sess_1", "profile": "v1", "existing_artifacts": ["out/a.md"]}


CALLS = {"attempts": attempt, "preflights": preflight, "returns": returned}


def by_api(run: Mapping[str, Any], path: str, number: int, at_once: int) -> None:
    headers = {"authorization": f"Bearer {run['api_key']}", "prefer": "wait=30"}

    def asked(number: int, at_once: int) -> Load:
        bodies = [json.dumps(CALLS[path]()).encode() for _ in range(number)]
        return send(f"{run['url']}/api/v1/{path}", bodies, at_once=at_once, headers=headers)

    asked(5, 1)
    used = cpu_seconds(run["pid"])
    load = asked(number, at_once)
    used = cpu_seconds(run["pid"]) - used
    p50, p95, p99 = (load.percentile(share) for share in (0.5, 0.95, 0.99))
    print(
        f"POST /{path:11} {at_once:3} at once {number / load.wall:6.0f} a second  p50 {p50:6.1f} ms"
        f"  p95 {p95:6.1f} ms  p99 {p99:6.1f} ms"
        f"  server CPU {used / number * 1000:5.1f} ms a call"
        f"  not 200: {number - load.statuses[200]}"
    )


def by_batch(run: Mapping[str, Any], number: int) -> None:
    """Attempts handed over in batches, until the last of them is decided."""
    headers = {"Authorization": f"Bearer {run['api_key']}"}
    with httpx.Client(base_url=run["url"], headers=headers, timeout=120, trust_env=False) as client:
        began, used = time.perf_counter(), cpu_seconds(run["pid"])
        waiting: set[str] = set()
        for first in range(0, number, OF_A_BATCH):
            body = {"attempts": [attempt() for _ in range(min(OF_A_BATCH, number - first))]}
            results = client.post("/api/v1/attempts/batch", json=body).json()["results"]
            waiting |= {one["attempt"]["id"] for one in results}
        taken = time.perf_counter() - began
        while waiting:
            waiting = {one for one in waiting if client.get(f"/api/v1/attempts/{one}").json()["state"] != "decided"}
        took, used = time.perf_counter() - began, cpu_seconds(run["pid"]) - used
    print(
        f"POST /attempts/batch       taken {number / taken:6.0f} a second  decided {number / took:6.0f} a second"
        f"  server CPU {used / number * 1000:5.1f} ms an attempt, polling included"
    )


def in_process() -> None:
    """Against spec 4's limits; the aim is a twentieth for the median and a fifth for the slowest 1 %."""
    for speed in speeds():
        typical, slow = speed.limit / speed.median, speed.limit / speed.p99
        print(
            f"{speed.name:24} limit {speed.limit:4.0f} ms  median {speed.median:7.3f} ms ({typical:6.0f} times under)"
            f"  p99 {speed.p99:7.3f} ms ({slow:5.0f} times under)"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--at-once", type=int, default=16)
    options = parser.parse_args()
    in_process()
    bench_response.show()
    subprocess.run([sys.executable, "-m", "benchmarks.memory"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        serve = Serve.start(Path(folder))
        print(f"embedded mode up in {serve.up_after:.1f} s, {memory_mb(serve.run['pid']):.0f} MB")
        try:
            for path in CALLS:
                by_api(serve.run, path, options.number, 1)
                by_api(serve.run, path, options.number, options.at_once)
            by_batch(serve.run, options.number)
            print(f"embedded mode after all that {memory_mb(serve.run['pid']):.0f} MB")
        finally:
            serve.end()


if __name__ == "__main__":
    main()
