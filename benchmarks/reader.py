"""What the reader costs: `python -m benchmarks.reader [--pairs 200]`.

Processor time a pair of claim and window on one thread, the time to load it, and what the process grows by.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from functools import partial

from benchmarks.measure import memory_mb, percentile, timed

SIZES = (50, 90, 200)
"""Tokens of a pair: a short row, two rows or sentences, a passage."""
_THINGS = ("lamp", "ferry", "museum", "contract", "tablet", "server", "parcel", "recipe", "lease", "train")
_SAID = ("opens at", "costs", "weighs", "was built in", "leaves at", "takes", "holds", "ends on", "covers", "needs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200)
    given = parser.parse_args()
    from validation.reader import SupportPair, published_reader

    before = memory_mb()
    warm = SupportPair("The lamp costs 5 EUR.", "lamp; price: 5 EUR")
    wall, cpu = timed(lambda: published_reader(threads=1).score_support([warm]))
    sys.stdout.write(f"reader loaded and warm: {wall / 1000:.2f} s, processor {cpu / 1000:.2f} s\n")
    reader = published_reader(threads=1)
    draw = random.Random(7)
    for tokens in SIZES:
        pairs = [SupportPair(_text(draw, 12), _text(draw, tokens - 20)) for _ in range(given.pairs)]
        scored = [timed(partial(reader.score_support, [pair]))[1] for pair in pairs]
        _print(f"claim and window of {tokens} tokens", scored)
        asked = [timed(partial(reader.find_answers, pair.claim, [pair.window]))[1] for pair in pairs]
        _print(f"question and passage of {tokens} tokens", asked)
    sys.stdout.write(f"resident: {before:.0f} MB without it, {memory_mb():.0f} MB with it\n")


def _text(draw: random.Random, tokens: int) -> str:
    """Some tokens of plain words and figures; a sentence has about eight."""
    sentences = (
        f"The {draw.choice(_THINGS)} {draw.choice(_SAID)} {draw.randrange(2, 99)} now."
        for _ in range(max(1, tokens // 8))
    )
    return " ".join(sentences)


def _print(name: str, took: list[float]) -> None:
    sys.stdout.write(
        f"{name:38} processor p50 {statistics.median(took):5.1f} ms  p95 {percentile(took, 0.95):5.1f} ms\n"
    )


if __name__ == "__main__":
    main()
