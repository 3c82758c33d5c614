"""`python -m benchmarks.steady soak` and `python -m benchmarks.steady fairness`: the production shape on this machine,
with a PostgreSQL and a Redis of its own and the embedded judge. Exit status 1 when it is not flat, or not fair."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.steady.fairness import fairness
from benchmarks.steady.soak import soak
from tests.fleet.running import running_fleet

LIMITS = {"COUNTERSIGN_RATE_LIMIT": "10000000", "COUNTERSIGN_BACKLOG_LIMIT": "10000000"}
"""Who measures is not stopped for calling often."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    steady = kinds.add_parser("soak")
    steady.add_argument("--minutes", type=float, default=20)
    steady.add_argument("--rate", type=float, default=20, help="attempts a second, if the workers can")
    steady.add_argument("--window", type=float, default=60, help="seconds that a line of the table sums up")
    steady.add_argument("--calibrate", type=int, default=400, help="attempts that show what the workers can")
    fair = kinds.add_parser("fairness")
    fair.add_argument("--backlog", type=int, default=50_000)
    fair.add_argument("--every", type=float, default=3, help="seconds between two attempts of the other pipeline")
    fair.add_argument("--undisturbed", type=float, default=90, help="seconds of single attempts before")
    fair.add_argument("--minutes", type=float, default=4, help="to look on after the backlog was handed over")
    fair.add_argument("--reference", type=int, default=1000, help="attempts that show the undisturbed rate")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_fleet(Path(folder), **LIMITS) as fleet:
        if given.kind == "soak":
            good = soak(fleet, minutes=given.minutes, rate=given.rate, window_s=given.window, calibrate=given.calibrate)
        else:
            good = fairness(
                fleet, backlog=given.backlog, every=given.every, undisturbed=given.undisturbed,
                minutes=given.minutes, reference=given.reference,
            )  # fmt: skip
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
