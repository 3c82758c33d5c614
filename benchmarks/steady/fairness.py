"""One pipeline hands over a large backlog; another's single attempts must be decided as if it were not there."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

from benchmarks.measure import show_figure
from benchmarks.steady.load import Call, decided_at, drain_rate, hand_over_batches, steady_calls, wait_until_decided
from tests.fleet.running import Fleet

MOST_LONGER_S = 2.0
LEAST_DRAIN = 0.9
"""Of the undisturbed rate. Two runs on one machine differ by a few percent."""
LAST_WITHIN_S = 60.0


def fairness(fleet: Fleet, *, backlog: int, every: float, undisturbed: float, minutes: float, reference: int) -> bool:
    """Prints the figures and says whether the other pipeline was held up. Leaves most of the backlog undecided."""
    with fleet.api("many") as many, fleet.api("few") as few:
        drain_rate(fleet, many, prefix="warm", number=40)
        alone = drain_rate(fleet, many, prefix="reference", number=reference)
        show_figure("drained alone", alone, "a second", attempts=reference)
        with steady_calls(few, prefix="quiet", rate=1 / every) as quiet:
            time.sleep(undisturbed)
        before = _waits(fleet, "quiet", quiet)
        _record("undisturbed", before)
        with steady_calls(few, prefix="beside", rate=1 / every) as beside:
            took = hand_over_batches(many, prefix="backlog", number=backlog)
            show_figure("handing over the backlog", backlog / took, "a second", attempts=backlog)
            behind = time.time()
            time.sleep(minutes * 60)
    meanwhile = _waits(fleet, "beside", [call for call in beside if call.due < behind])
    emptied = _emptied_at(fleet, backlog)
    after = _waits(fleet, "beside", [call for call in beside if behind <= call.due < emptied])
    _record("while the backlog is handed over", meanwhile)
    _record("behind the backlog", after)
    disturbed = _drained(fleet, behind)
    show_figure("drained behind the backlog", disturbed, "a second", of_alone=round(disturbed / alone, 2))
    longer = max(after) - max(before)
    held_up, slower = longer > MOST_LONGER_S, disturbed < LEAST_DRAIN * alone
    print(
        f"the slowest single attempt took {longer:+.2f} s against the undisturbed: {'NOT fair' if held_up else 'fair'}"
    )
    print(f"the backlog drains at {disturbed / alone:.0%} of the undisturbed rate: {'NOT ' if slower else ''}kept up")
    return not held_up and not slower


def _waits(fleet: Fleet, prefix: str, calls: Sequence[Call]) -> list[float]:
    """Seconds from when each attempt was due to its decision."""
    refused = [call for call in calls if call.status != 202]
    if refused or not calls:
        raise SystemExit(f"{len(refused)} of {len(calls)} single attempts were refused")
    decided = wait_until_decided(fleet, prefix, [call.turn for call in calls], within_s=LAST_WITHIN_S)
    now = time.time()
    return [decided.get(call.turn, now) - call.due for call in calls]


def _record(name: str, waits: Sequence[float]) -> None:
    details = {"slowest_ms": round(max(waits) * 1000), "attempts": len(waits)}
    show_figure(f"single attempt {name}", statistics.median(waits) * 1000, "ms", **details)


def _emptied_at(fleet: Fleet, backlog: int) -> float:
    """When the last of the backlog was decided; never, if it is still there."""
    decided = decided_at(fleet, "backlog")
    return max(decided.values()) if len(decided) == backlog else float("inf")


def _drained(fleet: Fleet, since: float) -> float:
    """Decisions a second from then to the last one, as long as a backlog was there."""
    times = sorted(at for prefix in ("backlog", "beside") for at in decided_at(fleet, prefix).values() if at >= since)
    return (len(times) - 1) / (times[-1] - times[0])
