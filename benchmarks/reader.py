"""What the reader costs: `python -m benchmarks.reader [--pairs 200]`.

Processor time a pair of claim and window on one thread, the time to load it, and what the process grows by. Wall-clock
figures depend on what else the machine does; processor time does not.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path

SIZES = (50, 90, 200)
"""Tokens of a pair: a short row, two rows or sentences, a passage."""
_THINGS = ("lamp", "ferry", "museum", "contract", "tablet", "server", "parcel", "recipe", "lease", "train")
_SAID = ("opens at", "costs", "weighs", "was built in", "leaves at", "takes", "holds", "ends on", "covers", "needs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    given = parser.parse_args()
    from validation.embeddings.weights import published_tensors
    from validation.reader import SupportPair, published_reader

    published_tensors()
    before, begun, used = _resident(), time.perf_counter(), time.process_time()
    reader = published_reader(threads=1)
    reader.score_support([SupportPair("The lamp costs 5 EUR.", "lamp; price: 5 EUR")])
    took, load = time.perf_counter() - begun, time.process_time() - used
    sys.stdout.write(f"reader loaded and warm: {took:.2f} s, processor {load:.2f} s\n")
    draw = random.Random(7)
    for tokens in SIZES:
        pairs = [SupportPair(_text(draw, 12), _text(draw, tokens - 20)) for _ in range(given.pairs)]
        _print(f"claim and window of {tokens} tokens", [_timed(reader.score_support, [pair]) for pair in pairs])
        asked = [_timed(reader.find_answers, pair.claim, [pair.window]) for pair in pairs]
        _print(f"question and passage of {tokens} tokens", asked)
    sys.stdout.write(f"resident: {before:.0f} MB without it, {_resident():.0f} MB with it\n")


def _text(draw: random.Random, tokens: int) -> str:
    """Some tokens of plain words and figures; a sentence has about eight."""
    sentences = (
        f"The {draw.choice(_THINGS)} {draw.choice(_SAID)} {draw.randrange(2, 99)} now."
        for _ in range(max(1, tokens // 8))
    )
    return " ".join(sentences)


def _timed(work, *given) -> float:  # type: ignore[no-untyped-def]
    begun = time.process_time()
    work(*given)
    return 1000 * (time.process_time() - begun)


def _print(name: str, took: list[float]) -> None:
    took.sort()
    sys.stdout.write(
        f"{name:38} processor p50 {statistics.median(took):5.1f} ms  p95 {took[int(len(took) * 0.95)]:5.1f} ms\n"
    )


def _resident() -> float:
    """Megabytes."""
    line = next(row for row in Path("/proc/self/status").read_text("utf-8").splitlines() if row.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
