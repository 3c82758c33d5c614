"""The whole product against a judge that fails in every way: `python -m benchmarks.judge_faults`.

Starts the scripted server and the embedded mode as processes, hands over attempts of which 1 % meet each fault (at
least 20 of each, in one seeded order), waits until nothing is undecided, and compares every cause with the expected
one. Exit status 1 when an attempt is stuck, has another cause, or was approved from a faulty reply.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from benchmarks.ingest.client import OF_A_BATCH
from tests.config.serving import Serve
from tests.judge.test_every_fault import EXPECTED
from tests.llm_server.process import running_llm_server
from tests.llm_server.script import marker
from tests.texts import CONTEXT, GOOD

OF_EACH = 20
SEED = 20
CALL_TIMEOUT_S = 1
DEADLINE_S = 6
IN_FLIGHT = 32
STUCK_AFTER_S = 300.0


def attempts() -> list[tuple[str, str, dict[str, Any]]]:
    """(turn id, fault or "", body), in a seeded order."""
    total = OF_EACH * 100
    faults = [fault for fault in EXPECTED for _ in range(OF_EACH)]
    plan = faults + [""] * max(0, total - len(faults))
    random.Random(SEED).shuffle(plan)
    return [(f"turn_{index:05}", fault, _body(f"turn_{index:05}", fault, index)) for index, fault in enumerate(plan)]


def _body(turn: str, fault: str, index: int) -> dict[str, Any]:
    text = GOOD + (f"\n{marker(fault, number=index)}\n" if fault else "")
    return {"turn_id": turn, "context_md": CONTEXT, "response_md": text}


def hand_over(api: httpx.Client, bodies: list[dict[str, Any]]) -> None:
    for start in range(0, len(bodies), OF_A_BATCH):
        results = api.post("/api/v1/attempts/batch", json={"attempts": bodies[start : start + OF_A_BATCH]}).json()[
            "results"
        ]
        refused = [result for result in results if result["status"] != 202]
        assert not refused, refused[:1]


def all_rows(api: httpx.Client) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        page = api.get("/api/v1/attempts", params={"limit": 200, "cursor": cursor}).json()
        rows += page["items"]
        cursor = page["next"]
    return rows


def settled(api: httpx.Client) -> list[dict[str, Any]]:
    """All rows, once none is undecided or the time is up."""
    end = time.monotonic() + STUCK_AFTER_S
    while True:
        rows = all_rows(api)
        if time.monotonic() > end or all(row["state"] in ("decided", "halted") for row in rows):
            return rows
        time.sleep(1.0)


def complaints(plan: dict[str, str], rows: list[dict[str, Any]], api: httpx.Client) -> list[str]:
    found = []
    for row in rows:
        fault = plan[row["turn_id"]]
        if row["state"] not in ("decided", "halted"):
            found.append(f"{row['turn_id']} ({fault or 'good'}) is stuck: {row['state']}")
        elif fault and row["halt_cause"] != EXPECTED[fault][0]:
            found.append(f"{row['turn_id']} ({fault}) is {row['halt_cause'] or row['decision']}")
        elif not fault and row["state"] != "decided":
            found.append(f"{row['turn_id']} (good) halted: {row['halt_cause']}")
    turns = Counter(row["turn_id"] for row in rows)
    found += [f"{turn} is recorded {count} times" for turn, count in turns.items() if count > 1]
    found += [f"{turn} is lost" for turn in plan if turn not in turns]
    return found


def main() -> int:
    planned = attempts()
    plan = {turn: fault for turn, fault, _ in planned}
    with tempfile.TemporaryDirectory() as folder, running_llm_server() as llm:
        llm.script()
        serve = Serve.start(
            Path(folder),
            COUNTERSIGN_VLLM_URL=llm.url,
            COUNTERSIGN_VLLM_MODEL="scripted",
            COUNTERSIGN_JUDGE_CALL_TIMEOUT=str(CALL_TIMEOUT_S),
            COUNTERSIGN_JUDGE_DEADLINE=str(DEADLINE_S),
            COUNTERSIGN_JUDGE_CONCURRENCY=str(IN_FLIGHT),
            COUNTERSIGN_JUDGE_CIRCUIT="1000000",  # a good and a bad endpoint in one: a circuit would judge the mix
        )
        key = {"Authorization": f"Bearer {serve.run['api_key']}"}
        try:
            with httpx.Client(base_url=serve.run["url"], headers=key, timeout=120, trust_env=False) as api:
                began = time.monotonic()
                hand_over(api, [body for _, _, body in planned])
                rows = settled(api)
                wall = time.monotonic() - began
                found = complaints(plan, rows, api)
        finally:
            serve.end()
    states = Counter(row["state"] for row in rows)
    causes = Counter(row["halt_cause"] for row in rows if row["halt_cause"])
    approved = sum(row["decision"] == "APPROVE" and bool(plan[row["turn_id"]]) for row in rows)
    print(f"{len(rows)} attempts, {len(EXPECTED)} faults, {OF_EACH} of each, in {wall:.0f} s")
    print(f"states {dict(states)}; causes {dict(causes)}; approved from a faulty reply: {approved}")
    for line in found[:20]:
        print(line)
    print(f"{len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
