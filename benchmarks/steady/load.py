"""Attempts handed over by the clock, not when the last one was answered: a server that is late is measured as late."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from benchmarks.gates import CONTEXT, RESPONSE
from benchmarks.ingest.client import BATCHES_AT_ONCE, OF_A_BATCH
from tests.fleet.running import Fleet


def attempt(turn: str) -> dict[str, Any]:
    """Of evidence that no other attempt has, so that nothing of an earlier judging is known."""
    name = f"Lumo {turn.replace('_', '').upper()}"
    return {
        "turn_id": turn,
        "context_md": CONTEXT.replace("Lumo H4", name),
        "response_md": RESPONSE.replace("Lumo H4", name),
    }


@dataclass(frozen=True, slots=True)
class Call:
    """An attempt that was due at `due` (seconds since the epoch); `took` counts from then. Status 0: no answer."""

    turn: str
    due: float
    took: float
    status: int


@contextmanager
def steady_calls(api: httpx.Client, *, prefix: str, rate: float) -> Iterator[list[Call]]:
    """Hands over single attempts, `rate` a second, as long as the context is open; the list grows with the answers."""
    calls: list[Call] = []
    ended = threading.Event()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(lambda: asyncio.run(_hand_over(api, prefix, rate, ended, calls)))
        try:
            yield calls
        finally:
            ended.set()
            running.result()


async def _hand_over(api: httpx.Client, prefix: str, rate: float, ended: threading.Event, calls: list[Call]) -> None:
    began = time.time()
    under_way: set[asyncio.Task[None]] = set()
    async with httpx.AsyncClient(
        base_url=api.base_url, headers={"Authorization": api.headers["Authorization"]}, timeout=60, trust_env=False
    ) as client:
        for number in itertools.count():
            due = began + number / rate
            while not ended.is_set() and (left := due - time.time()) > 0:
                await asyncio.sleep(min(left, 0.5))
            if ended.is_set():
                break
            one = asyncio.create_task(_call(client, f"{prefix}_{number}", due, calls))
            under_way.add(one)
            one.add_done_callback(under_way.discard)
        await asyncio.gather(*under_way)


async def _call(client: httpx.AsyncClient, turn: str, due: float, calls: list[Call]) -> None:
    try:
        status = (await client.post("/api/v1/attempts", json=attempt(turn))).status_code
    except httpx.HTTPError:
        status = 0
    calls.append(Call(turn, due, time.time() - due, status))


def hand_over_batches(api: httpx.Client, *, prefix: str, number: int) -> float:
    """Attempts in batches, two on their way at a time. Returns seconds."""
    began = time.perf_counter()
    batches = (range(first, min(first + OF_A_BATCH, number)) for first in range(0, number, OF_A_BATCH))
    with ThreadPoolExecutor(BATCHES_AT_ONCE) as together:
        list(together.map(lambda batch: _hand_over_batch(api, prefix, batch), batches))
    return time.perf_counter() - began


def _hand_over_batch(api: httpx.Client, prefix: str, numbers: range) -> None:
    body = {"attempts": [attempt(f"{prefix}_{number}") for number in numbers]}
    answer = api.post("/api/v1/attempts/batch", json=body)
    refused = [one for one in answer.json().get("results", [answer.json()]) if one["status"] != 202]
    if refused:
        raise SystemExit(f"a batch was refused: {str(refused[0])[:500]}")


def decided_at(fleet: Fleet, prefix: str) -> dict[str, float]:
    """When each attempt that was handed over under this prefix was decided, in seconds since the epoch, by its turn."""
    return dict(
        fleet.sql(
            "SELECT t.turn_id, extract(epoch FROM a.decided_at)::float8 FROM validation_attempt a"
            " JOIN validation_turn t ON t.id = a.turn_id WHERE starts_with(t.turn_id, %s) AND a.state = 'decided'",
            f"{prefix}_",
        )
    )


def wait_until_decided(fleet: Fleet, prefix: str, turns: Collection[str], *, within_s: float) -> dict[str, float]:
    """`decided_at` once all of these are, or what is there when the time is up."""
    end = time.monotonic() + within_s
    while not set(turns) <= (found := decided_at(fleet, prefix)).keys() and time.monotonic() < end:
        time.sleep(1.0)
    return found


def drain_rate(fleet: Fleet, api: httpx.Client, *, prefix: str, number: int) -> float:
    """Decided a second when a backlog is there and nothing else, from the first decision to the last."""
    hand_over_batches(api, prefix=prefix, number=number)
    turns = [f"{prefix}_{one}" for one in range(number)]
    times = sorted(wait_until_decided(fleet, prefix, turns, within_s=60 + number).values())
    if len(times) < number:
        raise SystemExit(f"{len(times)} of {number} attempts were decided:\n{fleet.log('worker-evidence')[-2000:]}")
    return (number - 1) / (times[-1] - times[0])
