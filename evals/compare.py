"""Compares two judges, prompts or policies on one labelled set: agreement, flips, cost and latency.

Runs the judges itself and stores nothing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, grounding_items
from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.domain.trust.comparison import HALT, ComparedCase, Outcome, SideFigures, compare_cases
from validation.judge.prompt import Prompt
from validation.judge.protocol import LlmClient
from validation.response.gate.gate import judge_response
from validation.response.gate.rubric import PROMPT


@dataclass(frozen=True, slots=True)
class Side:
    """A judge (None for the embedded one) with its policy and, for an LLM, its prompt."""

    name: str
    judge: LlmClient | None
    policy: ResponsePolicy
    prompt: Prompt = PROMPT


def compare(path: Path, first: Side, second: Side) -> dict[str, Any]:
    """The report as plain data. Raises DatasetUnreadable."""
    report = compare_cases(
        [ComparedCase(item.grounded, _outcome(item, first), _outcome(item, second)) for item in grounding_items(path)]
    )
    return {
        "n": report.n,
        "agreement": asdict(report.agreement),
        "kappa": asdict(report.kappa),
        "sides": [_side(first.name, report.first), _side(second.name, report.second)],
        "flips": [
            {"from": flip.before, "to": flip.after, "n": flip.n, "mended": flip.mended, "broken": flip.broken}
            for flip in report.flips
        ],
        "better": {"only_first": report.only_first, "only_second": report.only_second, "p": report.p},
    }


def _outcome(item: GroundingItem, side: Side) -> Outcome:
    submission = Submission(item.id, as_context(item), item.response, query=item.user_query)
    started = perf_counter()
    judged = judge_response(submission, policy=side.policy, llm_client=side.judge, prompt=side.prompt)
    record = judged.record
    return Outcome(
        decision=judged.decided.decision.value if judged.decided else HALT,
        seconds=perf_counter() - started,
        tokens=record.tokens_in + record.tokens_out,
        cost=record.cost,
    )


def _side(name: str, side: SideFigures) -> dict[str, Any]:
    figures = asdict(side) | {"name": name, "cost": None if side.cost is None else str(side.cost.amount)}
    del figures["kappa"]  # needs decisions by people, which labelled sets lack
    return figures
