"""What a running fleet holds at a moment: memory of processes, work that waits, rows that vacuum has to remove."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from redis import Redis

from benchmarks.ingest.shape import family
from tests.fleet.running import Fleet

LOOK_EVERY_S = 2.0
OVERDUE = 2.0
"""Dead rows by autovacuum's own threshold (50 and a fifth of the table), from where it does not keep up."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the soak that ended at `until`. Memory in MB (shared pages by their share), by process; `queued` the
    most attempts and `messages` the most messages seen waiting; `overdue` tables have far more dead rows than
    autovacuum allows; `vacuums` and `analyzes` count from the start of the database."""

    began: float
    until: float
    memory: dict[str, float]
    queued: int
    messages: int
    dead: int
    overdue: int
    vacuums: int
    analyzes: int


def watch(fleet: Fleet, *, windows: int, seconds: float) -> Iterator[Window]:
    began = time.time()
    for number in range(windows):
        ends = began + (number + 1) * seconds
        queued = messages = 0
        while (left := ends - time.time()) > 0:
            time.sleep(min(left, LOOK_EVERY_S))
            queued, messages = max(queued, waiting(fleet)), max(messages, messages_of(fleet))
        yield Window(ends - seconds, ends, memory(fleet), queued, messages, *_vacuum(fleet))


def waiting(fleet: Fleet) -> int:
    return int(fleet.sql("SELECT count(*) FROM validation_attempt WHERE state = 'queued'")[0][0])


def messages_of(fleet: Fleet) -> int:
    """In the list of the queue and in the lists beside it, one for each priority."""
    with Redis.from_url(fleet.redis.url) as redis:
        return sum(int(redis.llen(name)) for name in redis.keys("evidence*") if redis.type(name) == b"list")


def memory(fleet: Fleet) -> dict[str, float]:
    pids = {name: process.pid for name, process in fleet.processes.items()}
    pids |= {"postgresql": fleet.postgresql.pid, "redis": fleet.redis.pid}
    return {name: sum(map(_proportional_mb, family(pid))) for name, pid in pids.items()}


def _proportional_mb(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):  # a connection of PostgreSQL that has ended
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _vacuum(fleet: Fleet) -> tuple[int, int, int, int]:
    found = fleet.sql(
        "SELECT sum(n_dead_tup), count(*) FILTER (WHERE n_dead_tup > %s * (50 + 0.2 * greatest(c.reltuples, 0))),"
        " sum(autovacuum_count), sum(autoanalyze_count)"
        " FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid",
        OVERDUE,
    )
    dead, overdue, vacuums, analyzes = found[0]
    return int(dead), int(overdue), int(vacuums), int(analyzes)
