"""Storing and listing beside MLflow's tracking server, which keeps traces of LLM answers: `make peer-store`.

Both run one web process each over the same PostgreSQL server and take turns. A record is the same text: here an
attempt, there a trace of one span that has the context as its input and the response as its output, sent by OTLP. The
list is the newest 50 of so many records, as the API of each gives them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from benchmarks.gates import CONTEXT, RESPONSE
from benchmarks.ingest.__main__ import batches, singles
from benchmarks.ingest.client import BATCHES_AT_ONCE, OF_A_BATCH, send
from benchmarks.ingest.shape import UP_WITHIN_S, Shape, answers, running
from benchmarks.measure import show_figure, wait_until_up
from tests import servers

MLFLOW = Path(".peer_store/bin/mlflow")
SINGLES, BATCHES, ROUNDS = 160, 6, 3
SINGLES_AT_ONCE = 16
LISTED, ASKED = 50, 20
FILLED_AT_ONCE = 20
"""Batches between two looks at how many records there are."""
HANDED_OVER = 5_000
"""Of the peer's records; its API takes half an hour for 100,000, so that the others are copies of these by SQL."""


@dataclass(frozen=True, slots=True)
class Store:
    """One program: where it takes single records and batches, how their bodies are made, and its list's request."""

    single: str
    batch: str
    headers: Mapping[str, str]
    bodies: Callable[[int], list[bytes]]
    batches: Callable[[int], list[bytes]]
    listed: httpx.Request

    def store(self, url: str, bodies: Sequence[bytes], at_once: int) -> float:
        """Calls a second. Raises SystemExit where one is refused."""
        load = send(url, bodies, at_once=at_once, headers=dict(self.headers))
        if any(status >= 300 for status in load.statuses):
            raise SystemExit(f"{url} answered {dict(load.statuses)}")
        return len(bodies) / load.wall


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    records = parser.parse_args().records
    with running(COUNTERSIGN_BACKLOG_LIMIT="10000000") as shape:
        stores = {"product": _product(shape), "MLflow": _peer(_mlflow(shape))}
        for name, rates in _stored(stores).items():
            show_figure(name, statistics.median(rates), "a second")
        _fill(stores["product"], records)
        _fill(stores["MLflow"], min(records, HANDED_OVER))
        _multiply(_database_of(shape), records)
        for name, took in _list_ms(stores).items():
            show_figure(f"{name}, newest {LISTED}", statistics.median(took), "ms", records=records)


def _stored(stores: Mapping[str, Store]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for _, (name, store) in itertools.product(range(ROUNDS + 1), stores.items()):
        found[f"{name}, single"].append(store.store(store.single, store.bodies(SINGLES), SINGLES_AT_ONCE))
        rate = store.store(store.batch, store.batches(BATCHES), BATCHES_AT_ONCE)
        found[f"{name}, batches of {OF_A_BATCH}"].append(rate * OF_A_BATCH)
    return {name: rates[1:] for name, rates in found.items()}


def _fill(store: Store, records: int) -> None:
    stored = (ROUNDS + 1) * (SINGLES + BATCHES * OF_A_BATCH)
    while stored < records:
        store.store(store.batch, store.batches(FILLED_AT_ONCE), BATCHES_AT_ONCE)
        stored += FILLED_AT_ONCE * OF_A_BATCH


def _multiply(database: str, records: int) -> None:
    """Copies each of MLflow's records, older ones with ids of their own, until there are so many."""
    with psycopg.connect(database, autocommit=True) as connection:
        (stored,) = connection.execute("SELECT count(*) FROM trace_info").fetchone() or (0,)
        tables = connection.execute(
            "SELECT table_name, array_agg(column_name::text) FROM information_schema.columns WHERE table_schema ="
            " 'public' AND is_generated = 'NEVER' GROUP BY 1 HAVING bool_or(column_name IN ('trace_id', 'request_id'))"
        ).fetchall()
        connection.execute("SET session_replication_role = replica")
        for table, columns in tables:
            changed = {name: f"'tr-' || md5({name} || copy)" for name in ("trace_id", "request_id")}
            changed["timestamp_ms"] = "timestamp_ms - 1000000 * copy"
            values = ", ".join(changed.get(name, f'"{name}"') for name in columns)
            names = ", ".join(f'"{name}"' for name in columns)
            copies = f"generate_series(1, {max(0, records // stored - 1)}) AS copy"
            connection.execute(f'INSERT INTO "{table}" ({names}) SELECT {values} FROM "{table}", {copies}')
        connection.execute("VACUUM ANALYZE")


def _list_ms(stores: Mapping[str, Store]) -> dict[str, list[float]]:
    """What the list takes, over one kept connection, in turns."""
    took: dict[str, list[float]] = defaultdict(list)
    with httpx.Client(timeout=120, trust_env=False) as client:
        for _, (name, store) in itertools.product(range(ASKED), stores.items()):
            began = time.perf_counter()
            answer = client.send(store.listed).raise_for_status()
            took[name].append(1000 * (time.perf_counter() - began))
            page = answer.json()
            assert len(page.get("items") or page.get("traces")) == LISTED, answer.text[:300]
    return took


def _product(shape: Shape) -> Store:
    headers = {"authorization": f"Bearer {shape.key}"}
    url = f"{shape.fleet.url}/api/v1/attempts"
    many = lambda number: batches(number, bare=False)  # noqa: E731 - as short as its neighbour
    listed = httpx.Request("GET", url, params={"limit": LISTED}, headers=headers)
    return Store(url, f"{url}/batch", headers, singles, many, listed)


def _peer(address: str) -> Store:
    headers = {"content-type": "application/x-protobuf", "x-mlflow-experiment-id": "0"}
    wanted = {"locations": [{"type": "MLFLOW_EXPERIMENT", "mlflow_experiment": {"experiment_id": "0"}}]}
    search = f"{address}/api/3.0/mlflow/traces/search"
    listed = httpx.Request("POST", search, json=wanted | {"max_results": LISTED, "order_by": ["timestamp_ms DESC"]})
    url = f"{address}/v1/traces"
    return Store(
        url,
        url,
        headers,
        lambda number: [_trace_request(1) for _ in range(number)],
        lambda number: [_trace_request(OF_A_BATCH) for _ in range(number)],
        listed,
    )


def _trace_request(traces: int) -> bytes:
    request = ExportTraceServiceRequest()
    spans = request.resource_spans.add().scope_spans.add().spans
    for _ in range(traces):
        now = time.time_ns()
        span = spans.add(
            trace_id=os.urandom(16), span_id=os.urandom(8), name="answer",
            start_time_unix_nano=now - 1_000_000, end_time_unix_nano=now,
        )  # fmt: skip
        for name, value in (("mlflow.spanInputs", CONTEXT), ("mlflow.spanOutputs", RESPONSE)):
            attribute = span.attributes.add(key=name)
            attribute.value.string_value = json.dumps(value)
    return bytes(request.SerializeToString())


def _mlflow(shape: Shape) -> str:
    """Its address; a database of its own on the product's server. It ends with the fleet."""
    with psycopg.connect(shape.fleet.postgresql.url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE mlflow")
    fleet, port = shape.fleet, servers.free_port()
    command = [str(MLFLOW), "server", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    command += ["--backend-store-uri", _database_of(shape), "--artifacts-destination", str(fleet.logs / "artifacts")]
    fleet.start("mlflow", command, PATH=os.environ["PATH"])
    address = f"http://127.0.0.1:{port}"
    wait_until_up(
        lambda: answers(f"{address}/health"), fleet.processes["mlflow"], fleet.logs / "mlflow.log", UP_WITHIN_S
    )
    return address


def _database_of(shape: Shape) -> str:
    return f"{shape.fleet.postgresql.url.rpartition('/')[0]}/mlflow"


if __name__ == "__main__":
    main()
