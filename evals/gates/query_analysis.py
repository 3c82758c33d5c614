"""Evaluates whether the query-analysis gate asks exactly when needed; with rules alone, or with a judge.

Each item becomes a QueryAnalysis as in API.md: resolved_query is the query, mode chat, resolution not_needed, history
the item's context. Live data is flagged, so that only clarity is measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from evals.datasets_io import by_dataset, read_items
from evals.metrics import measured_set
from validation.domain.estimates.agreement import share
from validation.judge.protocol import LlmClient
from validation.query_analysis.gate.gate import ask_about_ambiguity, validate_analysis
from validation.query_analysis.gate.result import Status


@dataclass(frozen=True, slots=True)
class ScoredQuery:
    """A query: whether it needs clarification, and whether the gate asked; `halted` ones count as not asked."""

    dataset: str
    needed: bool
    asked: bool
    halted: bool


def measure(data: Path, *, llm_client: LlmClient | None = None) -> list[dict[str, Any]]:
    """One entry per data set in the file, in the format of `run_evals --json`. Raises DatasetUnreadable."""
    started = perf_counter()
    scored = list(read_items(data, partial(_score, llm_client=llm_client)))
    seconds = (perf_counter() - started) / max(1, len(scored))
    return [_entry(items, seconds) for items in by_dataset(scored, lambda item: item.dataset)]


def as_analysis(query: str, context: str) -> dict[str, Any]:
    return {
        "resolved_query": query,
        "user_purpose": "answer_question",
        "data_requirements": {"needs_live_data": True},
        "mode": "chat",
        "reference_resolution": {"status": "not_needed", "original_references": [], "resolved_to": None},
        "history": context,
    }


def _score(row: dict[str, Any], *, llm_client: LlmClient | None) -> ScoredQuery:
    query, needed, dataset = row["query"], bool(row["needs_clarification"]), row["dataset"]
    analysis = as_analysis(query, row.get("context") or "")
    result = validate_analysis(query, analysis)
    if llm_client is not None:
        result = ask_about_ambiguity(query, analysis, result, llm_client=llm_client).result
    asked = result.validation is not None and result.validation.status is Status.CLARIFY
    return ScoredQuery(dataset, needed, asked, result.halt is not None)


def _entry(items: list[ScoredQuery], seconds: float) -> dict[str, Any]:
    needed = [item for item in items if item.needed]
    asked = [item for item in items if item.asked]
    clear = [item for item in items if not item.needed]
    figures = {
        "clarify_precision": share(sum(item.needed for item in asked), len(asked)),
        "clarify_recall": share(sum(item.asked for item in needed), len(needed)),
        "over_clarification": share(sum(item.asked for item in clear), len(clear)),
    }
    return {
        **measured_set(items[0].dataset, "all", len(items), seconds_per_item=seconds, figures=figures),
        "prevalence": len(needed) / len(items),
        "halted": sum(item.halted for item in items),
    }
