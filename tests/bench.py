"""`make bench`: sends attempts to the running instance (var/run.json) and prints rates and latencies.

A measuring tool, not a test: figures depend on the machine. Each attempt is a turn of its own and waits for
its decision.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
import uuid
from pathlib import Path

import httpx

RUN = Path(__file__).resolve().parent.parent / "var" / "run.json"
CONTEXT = """## 0. User Query
A head torch under 60 EUR with at least 400 lumens, please.

## 4. Tool Results
- Lumo H4: 49.90 EUR, 450 lumens, 96 g. https://lampenladen.example/p/lumo-h4
- Lumo H6: 79.00 EUR, 700 lumens, 120 g. https://lampenladen.example/p/lumo-h6
"""
RESPONSE = "The [Lumo H4](https://lampenladen.example/p/lumo-h4) costs 49.90 EUR and gives 450 lumens.\n"


async def _one(client: httpx.AsyncClient, at_once: asyncio.Semaphore) -> tuple[int, str, float]:
    body = {"turn_id": f"bench_{uuid.uuid4().hex}", "context_md": CONTEXT, "response_md": RESPONSE}
    async with at_once:
        began = time.perf_counter()
        answer = await client.post("/api/v1/attempts", json=body, headers={"Prefer": "wait=30"})
        took = time.perf_counter() - began
    state = answer.json().get("decision") or answer.json().get("state") or answer.json().get("code")
    return answer.status_code, str(state), took


async def _all(url: str, key: str, number: int, at_once: int) -> list[tuple[int, str, float]]:
    limit = asyncio.Semaphore(at_once)
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as client:
        return await asyncio.gather(*(_one(client, limit) for _ in range(number)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--at-once", type=int, default=16)
    options = parser.parse_args()
    if not RUN.exists():
        raise SystemExit("countersign: no instance runs here; start one with `make run`.")
    run = json.loads(RUN.read_text())
    began = time.perf_counter()
    answers = asyncio.run(_all(run["url"], run["api_key"], options.number, options.at_once))
    seconds = time.perf_counter() - began
    took = sorted(answer[2] for answer in answers)
    for outcome in sorted({answer[:2] for answer in answers}):
        print(f"{sum(answer[:2] == outcome for answer in answers):6d}  {outcome[0]} {outcome[1]}")
    print(f"{options.number / seconds:6.0f}  a second, {options.at_once} at once")
    print(f"{statistics.median(took) * 1000:6.0f}  ms p50\n{took[int(len(took) * 0.95)] * 1000:6.0f}  ms p95")


if __name__ == "__main__":
    main()
