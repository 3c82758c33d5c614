"""The part of `make bench` about retrievals: sets of 20 chunks of some 150 tokens, new and known, and memory."""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

import httpx

from benchmarks.measure import memory_mb, percentile, timed
from retrieval.gate import validate_retrieval
from tests.config.serving import Serve
from validation.embeddings.cache import CachedEmbedder, MemoryCache
from validation.embeddings.local import fast_embedder

QUERY = "How many boats did the harbour master of Lindau count in 1904?"
CHUNKS = 20
SENTENCES = 9
"""Of one chunk; they make some 150 tokens."""
COLD_MS, KNOWN_MS = 1000, 120
"""Of a known set the vectors are remembered, but the five chunks that are read take 16 ms of processor time each: 80 ms
in the median."""

_WHO = ("The harbour master", "A fisherman of Lindau", "The ferry company", "An engineer", "The council", "A painter")
_DID = ("counted", "repaired", "sold", "painted", "described", "measured", "bought", "inspected", "launched")
_WHAT = ("boats", "lanterns", "anchors", "nets", "pilings", "warehouses", "sails", "barrels of tar", "ropes")
_WHERE = (
    "at the eastern quay",
    "below the lighthouse",
    "in the winter harbour",
    "near the customs house",
    "on the lake",
)


def new_set(draw: random.Random, chunks: int = CHUNKS) -> list[dict[str, str]]:
    """Chunks that no cache has seen."""
    return [{"id": f"c{number}", "text": _text(draw)} for number in range(chunks)]


def _text(draw: random.Random) -> str:
    return " ".join(
        f"{draw.choice(_WHO)} {draw.choice(_DID)} {draw.randrange(10_000)} {draw.choice(_WHAT)} {draw.choice(_WHERE)}"
        f" in {draw.randrange(1700, 2020)}."
        for _ in range(SENTENCES)
    )


def in_process(sets: int = 30) -> None:
    embedder = CachedEmbedder(fast_embedder(), MemoryCache())
    draw = random.Random(7)
    asked = [new_set(draw) for _ in range(sets)]
    validate_retrieval(QUERY, new_set(draw), embedder=embedder)
    for name, limit in (("new", COLD_MS), ("known", KNOWN_MS)):
        took = [timed(partial(validate_retrieval, QUERY, chunks, embedder=embedder)) for chunks in asked]
        _print(f"retrieval, {CHUNKS} {name} chunks", took, limit)


def _print(name: str, took: Sequence[tuple[float, float]], limit: int) -> None:
    wall, cpu = zip(*took, strict=True)
    print(
        f"{name:28} p50 {statistics.median(wall):6.1f} ms  p95 {percentile(wall, 0.95):6.1f} ms"
        f"  (limit {limit})  processor p50 {statistics.median(cpu):6.1f} ms"
    )


def by_api(run: Mapping[str, Any], pid: int, *, sets: int = 20, requests: int = 1000) -> None:
    """An instance's own answers, and its memory while it gives `requests` of them, most of them to new sets."""
    draw = random.Random(11)
    asked = [new_set(draw) for _ in range(sets)]
    headers = {"Authorization": f"Bearer {run['api_key']}", "Prefer": "wait=30"}
    with httpx.Client(base_url=run["url"], headers=headers, timeout=60, trust_env=False) as client:
        _post(client, new_set(draw))
        for name, limit in (("new", COLD_MS), ("known", KNOWN_MS)):
            _print(f"POST /retrievals, {name} set", [timed(partial(_post, client, c)) for c in asked], limit)
        series = list(_memory(client, pid, draw, requests))
    print(f"memory over {requests} requests, MB: {' '.join(f'{each:.0f}' for each in series)}")
    half = series[len(series) // 2 :]
    print(f"growth over the second half: {half[-1] - half[0]:+.1f} MB")


def _memory(client: httpx.Client, pid: int, draw: random.Random, requests: int) -> Iterator[float]:
    """Once before and ten times on the way; three of four sets are new, of three chunks each."""
    yield memory_mb(pid)
    known = new_set(draw, 3)
    for number in range(1, requests + 1):
        _post(client, known if number % 4 == 0 else new_set(draw, 3))
        if number % (requests // 10) == 0:
            yield memory_mb(pid)


def _post(client: httpx.Client, chunks: list[dict[str, str]]) -> None:
    answer = client.post("/api/v1/retrievals", json={"query": QUERY, "chunks": chunks})
    assert answer.status_code == 200, answer.text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sets", type=int, default=30)
    parser.add_argument("--requests", type=int, default=1000)
    options = parser.parse_args()
    in_process(options.sets)
    with tempfile.TemporaryDirectory() as folder:
        serve = Serve.start(Path(folder))
        try:
            by_api(serve.run, serve.process.pid, sets=options.sets, requests=options.requests)
        finally:
            serve.end()


if __name__ == "__main__":
    main()
