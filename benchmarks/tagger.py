"""What the token tagger costs: `python -m benchmarks.tagger DATA_FOLDER [--every 12]`.

Every so many-th held-back response, once with evidence nobody read before and once more: milliseconds by the clock and
of processor time, for both models and for one alone, and the memory of the process.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.measure import memory_mb, timed
from evals.datasets_io import GroundingItem
from evals.held_back import ragtruth_items
from validation.evidence.grounding.index import index
from validation.evidence.tagger import Tagger, published_tagger


def main() -> None:
    options = _options()
    items = ragtruth_items(options.data, held_back=True)[:: options.every]
    print(f"{len(items)} responses; {memory_mb():.0f} MB before the tagger")
    for name, tagger in (("both models", published_tagger()), ("one model", published_tagger(only=1))):
        for variant, times in _times(tagger, items).items():
            clock, processor = np.percentile(times, (50, 95), axis=0).T
            print(
                f"{name}, {variant:14} clock median {clock[0]:5.1f} p95 {clock[1]:5.1f} ms   "
                f"processor median {processor[0]:5.1f} p95 {processor[1]:5.1f} ms"
            )
        print(f"{memory_mb():.0f} MB")


def _times(tagger: Tagger, items: list[GroundingItem]) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds by the clock and of processor time."""
    found: dict[str, list[tuple[float, float]]] = {"new evidence": [], "known evidence": []}
    for number, item in enumerate(items):
        texts = index(item.passages).texts
        for times in found.values():
            query = f"{number} {item.query}"
            times.append(timed(partial(tagger.tags, query=query, texts=texts, response_md=item.response)))
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time the token tagger.")
    parser.add_argument("data", type=Path, help="folder with the grounding data sets")
    parser.add_argument("--every", type=int, default=12, help="take each so many-th held-back response")
    return parser.parse_args()


if __name__ == "__main__":
    main()
