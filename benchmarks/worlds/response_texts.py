"""The response gate in-process, for `make bench`: CPU time by stage, the model alone, and how it grows with its input.

CPU time of this process, so that other work on the machine disturbs as little as it can.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from benchmarks.measure import percentile, timed
from validation.context_md.parser import parse
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import collect
from validation.evidence.detectors.figures import check_figures
from validation.evidence.grounding import estimate
from validation.evidence.grounding.index import index as of_passages
from validation.evidence.tagger import Tagger, Tags, published_tagger
from validation.evidence.text.blocks import scan
from validation.evidence.text.claims import claims_of
from validation.response.gate.gate import judge_response

ROUNDS = 60
_NAMES = (
    "amber",
    "birch",
    "cedar",
    "dawn",
    "ember",
    "frost",
    "grove",
    "heath",
    "iris",
    "jade",
    "karst",
    "maple",
    "north",
    "ocean",
    "pearl",
    "quartz",
)


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of CPU."""

    name: str
    median: float
    p95: float


def pages(number: int, seed: int = 3) -> str:
    """About 3 kB a page of prose with figures."""
    draw = random.Random(seed)
    return "\n\n".join(f"### Page {page}\n\n{' '.join(_sentence(draw) for _ in range(30))}" for page in range(number))


def _sentence(draw: random.Random) -> str:
    name, place, other = (draw.choice(_NAMES) for _ in range(3))
    return (
        f"The {name} {other} lamp of {place.title()} gives {draw.randint(100, 900)} lumens and costs "
        f"{draw.randint(10, 99)} EUR in {draw.randint(2, 9)} shops near the {other}."
    )


def rows(number: int, seed: int = 1) -> str:
    draw = random.Random(seed)
    lines = (
        f"| {draw.choice(_NAMES).title()} {place} | {draw.randint(10, 99)}.90 EUR | {draw.randint(50, 900)} g |"
        for place in range(number)
    )
    return "| lamp | price | weight |\n|---|---|---|\n" + "\n".join(lines)


def figures(kilobytes: int, seed: int = 2) -> str:
    draw = random.Random(seed)
    return " ".join(f"{draw.randint(1, 99999)} g, {draw.randint(1, 99)}.50 EUR." for _ in range(kilobytes * 45))


def context(evidence: str) -> str:
    return f"## 0. User Query\nWhich lamps cost under 60 EUR?\n\n## 4. Tool Results\n{evidence}\n"


def response(seed: int) -> str:
    """Eight sentences of the page of this seed: about the size of a public question-answering item."""
    return ". ".join(pages(1, seed=seed).split("\n\n")[1].split(". ")[:8]) + "."


RESPONSE = response(9)
"""Beside other pages: most of its figures stand nowhere."""


def costs() -> Iterator[Cost]:
    """The stages of one judging, then the whole of it."""
    evidence = context(pages(1))
    document = parse(evidence)
    collected = collect(document)
    index = EvidenceIndex(collected)
    blocks = scan(RESPONSE)
    spans = claims_of(RESPONSE, blocks)
    factual = [(span.start, span.end) for span in spans if span.factual]
    index_of_model = of_passages(collected.passages)
    number = count(1_000)
    stages: dict[str, Callable[[], Any]] = {
        "context": lambda: parse(evidence),
        "items": lambda: collect(document),
        "index": lambda: EvidenceIndex(collected),
        "claims": lambda: claims_of(RESPONSE, scan(RESPONSE)),
        "figures": lambda: check_figures(RESPONSE, blocks, spans, index),
        "tagger, new evidence": lambda: published_tagger().tags(
            query=f"{next(number)}", texts=index_of_model.texts, response_md=RESPONSE
        ),
        "tagger, known evidence": lambda: published_tagger().tags(
            query=collected.query, texts=index_of_model.texts, response_md=RESPONSE
        ),
        "model without its tagger": lambda: estimate(
            query=collected.query, passages=collected.passages, response_md=RESPONSE, claims=factual, tagger=_Silent()
        ),
        "model with its tagger": lambda: estimate(
            query=collected.query, passages=collected.passages, response_md=RESPONSE, claims=factual
        ),
        "whole gate, new evidence": lambda: _judge_page(next(number)),
        "whole gate, one sentence new": lambda: _judge_page(3, f" Lamp {next(number)} came first."),
    }
    for name, work in stages.items():
        yield _cost(name, work)


def _judge_page(seed: int, more: str = "") -> None:
    """Eight sentences beside the page that they stand in, and `more`."""
    submission = Submission("bench", context(pages(1, seed=seed)), response(seed) + more)
    judge_response(submission, policy=ResponsePolicy())


class _Silent(Tagger):
    """Says nothing of any token."""

    def __init__(self) -> None:
        self._tags = Tags(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), 0)

    def tags(self, *, query: str, texts: Sequence[str], response_md: str) -> Tags:
        return self._tags


def _cost(name: str, work: Callable[[], Any]) -> Cost:
    work()
    took = [timed(work)[1] for _ in range(ROUNDS)]
    return Cost(name, statistics.median(took), percentile(took, 0.95))


SERIES: dict[str, tuple[tuple[int, ...], Callable[[int], tuple[str, str]]]] = {
    "pages of evidence": ((1, 10, 50, 100), lambda n: (context(pages(n)), RESPONSE)),
    "rows in the context": ((100, 1_000, 10_000), lambda n: (context(rows(n)), RESPONSE)),
    "rows in the response": ((100, 1_000, 10_000), lambda n: (context(rows(40)), rows(n, seed=5))),
    "kB of figures in the context": ((10, 100, 1_000), lambda n: (context(figures(n)), RESPONSE)),
    "kB of figures in the response": ((10, 100, 1_000), lambda n: (context(rows(40)), figures(n))),
    "kB of one figure on both sides": ((10, 100), lambda n: (context("12/7 " * (n * 200)), "12/7 " * (n * 200))),
}


def growth() -> Iterator[tuple[str, dict[int, float]]]:
    """Milliseconds of CPU by size; a response beyond the limit is examined up to it."""
    for name, (sizes, made) in SERIES.items():
        took = {}
        for size in sizes:
            evidence, response = made(size)
            submission = Submission("bench", evidence, response)
            _, took[size] = timed(lambda: judge_response(submission, policy=ResponsePolicy()))  # noqa: B023
        yield name, took


def show() -> None:
    print("response gate, CPU ms      median      p95")
    for cost in costs():
        print(f"  {cost.name:24} {cost.median:8.2f} {cost.p95:8.2f}")
    print("response gate, CPU s by size")
    for name, took in growth():
        print(f"  {name:30} " + "  ".join(f"{size:,}: {ms / 1000:.2f}" for size, ms in took.items()))
