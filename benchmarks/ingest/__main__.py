"""`python -m benchmarks.ingest`: the product, the bare view and COPY take turns, so that what else the machine does
weighs on all alike. CPU is that of the web process; the database works for each of them the same rows."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import django

from benchmarks import gates
from benchmarks.ingest.client import BATCHES_AT_ONCE, OF_A_BATCH, Load, send
from benchmarks.ingest.shape import Shape, running
from benchmarks.measure import show_figure


@dataclass
class Measured:
    """One way in: attempts a second and CPU ms of the web process for an attempt, round by round."""

    name: str
    rates: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    p50: list[float] = field(default_factory=list)
    p95: list[float] = field(default_factory=list)

    def show(self) -> None:
        details = {"p50_ms": _ms(self.p50), "p95_ms": _ms(self.p95)} if self.p50 else {}
        show_figure(self.name, statistics.median(self.rates), "a second", **details)
        if self.cpu_ms:
            show_figure(f"{self.name}: CPU", statistics.median(self.cpu_ms), "ms each")


def _ms(rounds: list[float]) -> float:
    return round(statistics.median(rounds), 1)


def attempt() -> dict[str, object]:
    return gates.attempt() | {"memory_candidates": [{"key": "lamp", "content": "Looks for a head torch."}]}


def singles(number: int) -> list[bytes]:
    return [json.dumps(attempt()).encode() for _ in range(number)]


def batches(number: int, *, bare: bool) -> list[bytes]:
    bodies = [[attempt() for _ in range(OF_A_BATCH)] for _ in range(number)]
    return [json.dumps(body if bare else {"attempts": body}).encode() for body in bodies]


def measure(shape: Shape, number: int, rounds: int) -> dict[str, Measured]:
    from benchmarks.ingest.copying import copy_rows  # reads models, so Django is set up before

    found: dict[str, Measured] = {}
    for round_ in range(rounds + 1):
        for at_once in (16, 1):
            for name, url in (("product", f"{shape.fleet.url}/api/v1/attempts"), ("bare", f"{shape.bare}/single")):
                here = found.setdefault(f"{name} {at_once}", Measured(f"{name}, single, {at_once} at once"))
                _take(here, shape, name, round_, number, partial(_sent_singles, shape, url, number, at_once))
        for name, url in (("product", f"{shape.fleet.url}/api/v1/attempts/batch"), ("bare", f"{shape.bare}/batch")):
            here = found.setdefault(f"{name} batch", Measured(f"{name}, batches of {OF_A_BATCH}"))
            bodies = batches(max(4, number // 25), bare=name == "bare")
            count = len(bodies) * OF_A_BATCH
            _take(here, shape, name, round_, count, partial(_sent, shape, url, bodies, BATCHES_AT_ONCE))
        here = found.setdefault("copy", Measured("COPY of the same six rows"))
        count = max(4, number // 25) * OF_A_BATCH
        seconds = copy_rows(shape.fleet.postgresql.url, [attempt() for _ in range(count)])
        if round_:
            here.rates.append(count / seconds)
    return found


def _sent_singles(shape: Shape, url: str, number: int, at_once: int) -> Load:
    return _sent(shape, url, singles(number), at_once)


def _sent(shape: Shape, url: str, bodies: Sequence[bytes], at_once: int) -> Load:
    headers = {"authorization": f"Bearer {shape.key}", "idempotency-key": f"{uuid.uuid4()}-NUMBER"}
    load = send(url, bodies, at_once=at_once, headers=headers)
    assert set(load.statuses) <= {200, 202}, load.statuses
    return load


def _take(here: Measured, shape: Shape, process: str, round_: int, count: int, work: Callable[[], Load]) -> None:
    """Round 0 warms up and is not kept."""
    before = shape.cpu(process)
    load = work()
    if round_:
        here.rates.append(count / load.wall)
        here.cpu_ms.append((shape.cpu(process) - before) / count * 1000)
        here.p50.append(load.percentile(0.5))
        here.p95.append(load.percentile(0.95))


def shares(found: dict[str, Measured]) -> dict[str, float]:
    """The product's rate by the reference's, the median of the rounds of one run."""
    return {
        "single, 16 at once, of the bare view": _share(found["product 16"], found["bare 16"]),
        "single, one at a time, of the bare view": _share(found["product 1"], found["bare 1"]),
        "batches, of the bare view": _share(found["product batch"], found["bare batch"]),
        "batches, of COPY": _share(found["product batch"], found["copy"]),
    }


def _share(ours: Measured, theirs: Measured) -> float:
    pairs = zip(ours.rates, theirs.rates, strict=True)
    return statistics.median(mine / reference for mine, reference in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    django.setup()
    with running() as shape:
        found = measure(shape, options.number, options.rounds)
    for one in found.values():
        one.show()
    for name, share in shares(found).items():
        show_figure(f"{name}, in percent", share * 100, "%")


if __name__ == "__main__":
    main()
