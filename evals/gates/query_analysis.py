"""Does the query-analysis gate ask when it must, and only then? Measured for the rules alone, or with a judge.

An item becomes a QueryAnalysis as API.md fixes it: resolved_query is the query, mode chat, resolution not_needed, the
item's context as its history. Live data is flagged, so that only the question of clarity is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any

from evals.datasets_io import DatasetUnreadable, rows
from evals.metrics import measured_set
from validation.domain.estimates.agreement import share
from validation.judge.protocol import Asker
from validation.query_analysis.gate.gate import ask_about_ambiguity, validate_analysis
from validation.query_analysis.gate.result import Status


@dataclass(frozen=True, slots=True)
class Scored:
    """One query: whether it needs clarification, and whether the gate asked; `halted` ones count as not asked."""

    dataset: str
    needed: bool
    asked: bool
    halted: bool


def measure(data: Path, *, asker: Asker | None = None) -> list[dict[str, Any]]:
    """One entry per data set in the file, in the shape of `run_evals --json`. Raises DatasetUnreadable."""
    started = perf_counter()
    scored = sorted(_scored(data, asker), key=lambda item: item.dataset)
    seconds = (perf_counter() - started) / max(1, len(scored))
    return [_entry(name, list(items), seconds) for name, items in groupby(scored, key=lambda item: item.dataset)]


def as_analysis(query: str, context: str) -> dict[str, Any]:
    return {
        "resolved_query": query,
        "user_purpose": "answer_question",
        "data_requirements": {"needs_live_data": True},
        "mode": "chat",
        "reference_resolution": {"status": "not_needed", "original_references": [], "resolved_to": None},
        "history": context,
    }


def _scored(data: Path, asker: Asker | None) -> Iterator[Scored]:
    for number, row in enumerate(rows(data), 1):
        try:
            query, needed = row["query"], bool(row["needs_clarification"])
            context, dataset = row.get("context") or "", row["dataset"]
        except KeyError as error:
            raise DatasetUnreadable(f"{data}, item {number}: field {error} is missing") from error
        analysis = as_analysis(query, context)
        result = validate_analysis(query, analysis, earlier_retries=0)
        if asker is not None:
            result = ask_about_ambiguity(query, analysis, result, asker=asker).result
        asked = result.validation is not None and result.validation.status is Status.CLARIFY
        yield Scored(dataset, needed, asked, result.halt is not None)


def _entry(dataset: str, items: list[Scored], seconds: float) -> dict[str, Any]:
    needed = [item for item in items if item.needed]
    asked = [item for item in items if item.asked]
    clear = [item for item in items if not item.needed]
    figures = {
        "clarify_precision": share(sum(item.needed for item in asked), len(asked)),
        "clarify_recall": share(sum(item.asked for item in needed), len(needed)),
        "over_clarification": share(sum(item.asked for item in clear), len(clear)),
    }
    return {
        **measured_set(dataset, "all", len(items), seconds_per_item=seconds, figures=figures),
        "prevalence": len(needed) / len(items),
        "halted": sum(item.halted for item in items),
    }
