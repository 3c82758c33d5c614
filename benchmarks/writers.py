"""`python -m benchmarks.writers`: many clients at once, with the queue of writers (config/sqlite) and without it.

Both instances take their turns in the same minutes, so that what else the machine does weighs on both alike. With
every client always asking, the mean is the number of clients by the rate: the queue can only move the tail.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.gates import by_api
from tests.config.serving import Serve

ROUNDS = 2
WITHOUT = {"DJANGO_SETTINGS_MODULE": "tests.stock_sqlite"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--at-once", type=int, default=16)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        instances = {
            "without the queue": Serve.start(Path(folder) / "without", **WITHOUT),
            "with the queue": Serve.start(Path(folder) / "with"),
        }
        try:
            for path in ("attempts", "preflights"):
                for _ in range(ROUNDS):
                    for name, serve in instances.items():
                        print(f"{name:18}", end="")
                        by_api(serve.run, path, options.number, options.at_once)
        finally:
            for serve in instances.values():
                serve.end()


if __name__ == "__main__":
    main()
