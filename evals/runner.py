"""Runs one gate on one labelled data set. Add a gate by a line in GATES."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.gates import orchestration, query_analysis, response, retrieval
from validation.judge.protocol import LlmClient


@dataclass(frozen=True, slots=True)
class Options:
    """`judge` is an LLM, or None for the embedded judge; `held_back` selects sources that no model was trained on;
    `among` is the least number of characters of evidence, reached by adding passages of other items."""

    judge: LlmClient | None = None
    held_back: bool = False
    among: int = 0


GATES: dict[str, Callable[[Path, Options], list[dict[str, Any]]]] = {
    "response": lambda data, options: response.measure(
        data, judge=options.judge, held_back=options.held_back, among=options.among
    ),
    "query_analysis": lambda data, options: query_analysis.measure(data, llm_client=options.judge),
    "orchestration": lambda data, _: orchestration.measure(data),
    "retrieval": lambda data, options: retrieval.measure(data, judge=options.judge, held_back=options.held_back),
}
"""Each returns the `sets` of `run_evals --json`."""


def run(gate: str, data: Path, options: Options) -> dict[str, Any]:
    """The report for JSON. Raises DatasetUnreadable, and KeyError for an unknown gate."""
    name = "embedded" if options.judge is None else "vllm"
    return {"gate": gate, "judge": name, "sets": GATES[gate](data, options)}
