"""`python -m benchmarks.fuzz_retrieval`: ten thousand hostile retrievals, the same ones for the same seed.

None may raise, and every answer is held against what the gate promises. The test suite does this with a hundred and
fifty; this is for whoever changed how queries or chunks are read. Ends with 1 at the first input that breaks it.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

from hypothesis import HealthCheck, Phase, given, seed, settings

from retrieval.gate import validate_retrieval
from tests.retrieval.gate.hostile import queries, sets
from tests.retrieval.gate.promises import check_promises
from validation.embeddings.cache import CachedEmbedder, MemoryCache
from validation.embeddings.local import fast_embedder


def fuzz(number: int, start: int) -> Counter[str]:
    """How many answers there were of each quality. Raises whatever the gate raises, or AssertionError."""
    embedder = CachedEmbedder(fast_embedder(), MemoryCache())
    found: Counter[str] = Counter()

    @seed(start)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(query=queries, retrieved=sets)
    def judge(query: str, retrieved: list[object]) -> None:
        result = validate_retrieval(query, retrieved, embedder=embedder)
        check_promises(query, retrieved, result)
        found[str(result.retrieval_quality)] += 1
        found.update(code.code.value for code in result.findings)

    judge()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--number", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    began = time.perf_counter()
    found = fuzz(options.number, options.seed)
    took = time.perf_counter() - began
    judged = sum(found[quality] for quality in ("Good", "Partial", "Poor"))
    print(f"{judged} inputs of seed {options.seed}, no exception and no broken promise, {took:.0f} s")
    for name, count in found.most_common():
        print(f"  {name:22} {count}")


if __name__ == "__main__":
    main()
