"""Runs one gate over one labelled data set. A gate joins by one line in GATES."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evals.gates import orchestration, query_analysis, response, retrieval
from evals.kinds import KindFigures
from evals.metrics import shown
from validation.judge.protocol import Asker


@dataclass(frozen=True, slots=True)
class Options:
    """`judge` is an LLM, None the embedded judge; `held_back` keeps to sources that no model was trained on."""

    judge: Asker | None = None
    held_back: bool = False


Sets = list[dict[str, Any]]
"""The `sets` of `run_evals --json`."""


def _response(data: Path, options: Options) -> Sets:
    return [
        {
            **_head(figures),
            "prevalence": figures.prevalence,
            "bands": [
                {
                    "low": band.low,
                    "high": band.high,
                    "n": band.n,
                    "predicted": band.predicted,
                    "grounded": band.observed,
                }
                for band in figures.bands
            ],
            "rules": [
                {**asdict(rule), "precision": rule.precision, "precision_low": rule.low} for rule in figures.rules
            ],
            "kinds": _kinds(figures.kinds),
        }
        for figures in response.measure(data, judge=options.judge, held_back=options.held_back)
    ]


def _retrieval(data: Path, options: Options) -> Sets:
    return [
        {
            **_head(figures),
            "targets": {name: target for name, target in retrieval.SPEC_TARGETS.items() if name in figures.metrics},
            "quality_table": figures.quality_table,
            "precision_recall_curve": figures.curve,
            "kinds": _kinds(figures.kinds),
        }
        for figures in retrieval.measure(data, judge=options.judge, held_back=options.held_back)
    ]


def _query_analysis(data: Path, options: Options) -> Sets:
    return query_analysis.measure(data, asker=options.judge)


def _orchestration(data: Path, _: Options) -> Sets:
    return orchestration.measure(data)


GATES: dict[str, Callable[[Path, Options], Sets]] = {
    "response": _response,
    "query_analysis": _query_analysis,
    "orchestration": _orchestration,
    "retrieval": _retrieval,
}


def run(gate: str, data: Path, options: Options) -> dict[str, Any]:
    """The report as JSON shows it. Raises DatasetUnreadable, and KeyError for a gate that does not exist."""
    name = "embedded" if options.judge is None else "vllm"
    return {"gate": gate, "judge": name, "sets": GATES[gate](data, options)}


def _head(figures: response.ResponseFigures | retrieval.RetrievalFigures) -> dict[str, Any]:
    return {
        "dataset": figures.dataset,
        "task": figures.task,
        "n": figures.n,
        "seconds_per_item": figures.seconds_per_item,
        "metrics": {name: shown(estimate) for name, estimate in figures.metrics.items()},
    }


def _kinds(kinds: Iterable[KindFigures]) -> Sets:
    return [{**asdict(kind), "share": kind.share} for kind in kinds]
