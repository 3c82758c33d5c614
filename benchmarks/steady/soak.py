"""A steady load for twenty minutes: memory, queue, latency and dead rows, minute by minute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.measure import percentile, show_figure
from benchmarks.steady.flat import DECISION_MS, INGEST_MS, MEMORY_MB, WAITING, Allowed, is_flat, quarters
from benchmarks.steady.load import Call, decided_at, drain_rate, steady_calls, wait_until_decided
from benchmarks.steady.watch import Window, watch
from tests.fleet.running import Fleet

ROOM = 0.8
"""The steady rate is at most so much of what the workers drain: they share the cores with the load itself."""
LAST_WITHIN_S = 120.0


@dataclass(frozen=True, slots=True)
class Minute:
    window: Window
    calls: int
    refused: int
    ingest_p95: float
    decision_p95: float


def soak(fleet: Fleet, *, minutes: float, rate: float, window_s: float, calibrate: int) -> bool:
    """Prints the table and says whether it is flat."""
    with fleet.api() as api:
        drain_rate(fleet, api, prefix="warm", number=40)
        drained = drain_rate(fleet, api, prefix="calibrate", number=calibrate)
        steady = min(rate, ROOM * drained)
        show_figure("drained alone", drained, "a second", attempts=calibrate)
        show_figure("steady rate", steady, "a second", asked_for=rate, room=ROOM)
        print(_head(fleet), flush=True)
        windows = []
        with steady_calls(api, prefix="soak", rate=steady) as calls:
            for one in watch(fleet, windows=max(1, round(minutes * 60 / window_s)), seconds=window_s):
                windows.append(one)
                # Decisions are counted below, when the last has come; here is what is known already.
                print(_line(_minute(one, calls, decided_at(fleet, "soak"))), flush=True)
        taken = [call.turn for call in calls if call.status == 202]
        decided = wait_until_decided(fleet, "soak", taken, within_s=LAST_WITHIN_S)
    table = [_minute(one, calls, decided) for one in windows]
    lost = [turn for turn in taken if turn not in decided]
    refused = [call for call in calls if call.status != 202]
    print(
        f"\n{len(calls)} attempts, {len(refused)} refused, {len(lost)} not decided {LAST_WITHIN_S:.0f} s after the last"
    )
    return not lost and not refused and _tell(table)


def _minute(window: Window, calls: Sequence[Call], decided: Mapping[str, float]) -> Minute:
    here = [call for call in list(calls) if window.began <= call.due < window.until]
    taken = [call for call in here if call.status == 202]
    waits = [decided[call.turn] - call.due for call in taken if call.turn in decided]
    ingest, decision = (
        percentile(took, 0.95) * 1000 if took else 0.0 for took in ([call.took for call in taken], waits)
    )
    return Minute(window, len(here), len(here) - len(taken), ingest, decision)


def _head(fleet: Fleet) -> str:
    memory = " ".join(f"{name.removeprefix('worker-'):>10}" for name in (*fleet.processes, "postgresql", "redis"))
    return (
        "memory in MB, most waiting (attempts, messages), p95 in ms, dead rows, tables overdue, vacuums, analyzes\n"
        f" calls {memory}  queued   msgs  ingest decision    dead overdue vacuums analyzes"
    )


def _line(one: Minute) -> str:
    memory = " ".join(f"{megabytes:10.0f}" for megabytes in one.window.memory.values())
    w = one.window
    return (
        f"{one.calls:6} {memory} {w.queued:7} {w.messages:6} {one.ingest_p95:7.0f} {one.decision_p95:8.0f}"
        f" {w.dead:7} {w.overdue:7} {w.vacuums:7} {w.analyzes:8}"
    )


def _tell(table: Sequence[Minute]) -> bool:
    flat = True
    for name, unit, series, allowed in _series(table):
        second, last = quarters(series)
        here = is_flat(series, allowed)
        flat = flat and here
        show_figure(name, last, unit, second_quarter=round(second, 1), most=max(series), flat=here)
    overdue = max(one.window.overdue for one in table[-max(1, len(table) // 4) :])
    show_figure("tables whose dead rows are overdue", overdue, "tables", flat=not overdue)
    show_figure("dead rows at the end", table[-1].window.dead, "rows", vacuums=table[-1].window.vacuums)
    flat = flat and not overdue
    print(
        "flat" if flat else "NOT flat", "by the medians of the second and the last quarter (benchmarks/steady/flat.py)"
    )
    return flat


def _series(table: Sequence[Minute]) -> Iterator[tuple[str, str, list[float], Allowed]]:
    """PostgreSQL's memory is left out: its cache fills as the database grows."""
    for name in table[0].window.memory:
        if name != "postgresql":
            yield f"memory of {name}", "MB", [one.window.memory[name] for one in table], MEMORY_MB
    yield "most attempts waiting", "attempts", [float(one.window.queued) for one in table], WAITING
    yield "most messages waiting", "messages", [float(one.window.messages) for one in table], WAITING
    yield "p95 of ingest", "ms", [one.ingest_p95 for one in table], INGEST_MS
    yield "p95 of time to decision", "ms", [one.decision_p95 for one in table], DECISION_MS
