"""Prints the memory of a process that judges responses and does nothing else. `benchmarks.gates` runs it as a process
of its own, since memory once taken shows in everything measured after it."""

from __future__ import annotations

import config  # noqa: F401 - its threads share one arena, as in the product
from benchmarks.measure import memory_mb
from benchmarks.worlds import response_texts as bench_response
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.evidence.grounding.model import load
from validation.evidence.tagger import published_tagger
from validation.response.gate.gate import judge_response

EVIDENCES = 40


def main() -> None:
    load()
    counts = memory_mb()
    published_tagger()
    loaded = memory_mb()
    for seed in range(EVIDENCES):
        evidence = bench_response.context(bench_response.pages(1, seed=seed))
        judge_response(Submission("bench", evidence, bench_response.RESPONSE), policy=ResponsePolicy())
    print(
        f"response gate, resident    {counts:.0f} MB with the counts, {loaded:.0f} MB with the tagger, "
        f"{memory_mb():.0f} MB after {EVIDENCES} judgings on new evidence"
    )


if __name__ == "__main__":
    main()
