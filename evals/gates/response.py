"""Evaluates the response gate end to end: from context.md and response to decision, probability and disputed claims.

"Positive" is a response that is not supported by its evidence. A response is flagged if its probability of being
grounded is below one half, and approved by the gate's decision; the rest is for a revision or a reviewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evals import metrics
from evals.as_turn import add_distractors, as_context
from evals.datasets_io import GroundingItem, by_dataset, grounding_items
from evals.held_back import is_held_back
from evals.kinds import kind_figures
from evals.metrics import Estimate, estimated, measured_set
from evals.rules import rule_figures
from validation.domain.attempt import Submission
from validation.domain.claim import ClaimState
from validation.domain.finding import Finding
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.judge.protocol import LlmClient
from validation.response.gate.gate import judge_response

ALL = "all"
BANDS = (0.0, 0.3, 0.5, 0.8, 1.0)
_HALTED = 0.5
_FLAGGED = 0.5
_DISPUTED = (ClaimState.UNSUPPORTED, ClaimState.CONTRADICTED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The gate's result on a response. `grounded` is its probability of being supported, 0.0-1.0; `spans` are disputed;
    a halt counts as neither flagged nor approved."""

    approved: bool
    grounded: float
    spans: tuple[tuple[int, int], ...]
    findings: tuple[Finding, ...] = ()
    seconds: float = 0.0


def measure(
    path: Path, *, judge: LlmClient | None = None, held_back: bool = False, among: int = 0
) -> list[dict[str, Any]]:
    """One entry per data set in the file and, if it has several tasks, one per task. `held_back` selects sources that
    the grounding model was not trained on; `among` is the number of characters up to which evidence is extended with
    passages of other items. Raises DatasetUnreadable."""
    items = [item for item in grounding_items(path) if not held_back or is_held_back(item.passages)]
    items = list(add_distractors(items, among))
    pairs = [(item, outcome_of(item, judge=judge)) for item in items]
    return [found for part in by_dataset(pairs, lambda pair: pair[0].dataset) for found in _by_task(part)]


def _by_task(pairs: Sequence[tuple[GroundingItem, Outcome]]) -> list[dict[str, Any]]:
    tasks = sorted({item.task for item, _ in pairs})
    parts = [(task, [pair for pair in pairs if pair[0].task == task]) for task in tasks]
    return [figures(task, part) for task, part in [(ALL, pairs), *(parts if len(parts) > 1 else ())]]


def outcome_of(item: GroundingItem, *, judge: LlmClient | None = None) -> Outcome:
    submission = Submission(item.id, as_context(item), item.response, query=item.user_query)
    started = perf_counter()
    judged = judge_response(submission, policy=ResponsePolicy(), llm_client=judge)
    seconds = perf_counter() - started
    disputed = tuple((claim.start, claim.end) for claim in judged.report.claims if claim.state in _DISPUTED)
    if judged.decided is None:
        return Outcome(False, _HALTED, disputed, judged.report.findings, seconds)
    chance = judged.decided.confidence if judge else judged.report.grounded
    return Outcome(
        approved=judged.decided.decision is Decision.APPROVE,
        grounded=1.0 if chance is None else chance,
        spans=disputed,
        findings=judged.report.findings,
        seconds=seconds,
    )


def figures(task: str, pairs: Sequence[tuple[GroundingItem, Outcome]]) -> dict[str, Any]:
    """`bands` are the shares of grounded responses by confidence band, `rules` the precision of each rule, `kinds` the
    mistakes by kind (for the whole set only)."""
    truth = np.array([not item.grounded for item, _ in pairs])
    chance = np.array([outcome.grounded for _, outcome in pairs])
    rules = rule_figures((item, outcome.findings) for item, outcome in pairs)
    kinds = kind_figures((i.kind, i.grounded, o.approved) for i, o in pairs) if task == ALL else ()
    return {
        **measured_set(
            pairs[0][0].dataset,
            task,
            len(pairs),
            seconds_per_item=float(np.mean([outcome.seconds for _, outcome in pairs])),
            figures={**_by_response(pairs, truth, chance), "span_f1": _span_f1(pairs)},
        ),
        "prevalence": float(truth.mean()),
        "bands": [asdict(band) for band in metrics.reliability(~truth, chance, BANDS)],
        "rules": [{**asdict(rule), "precision": rule.precision, "precision_low": rule.low} for rule in rules],
        "kinds": [{**asdict(kind), "share": kind.share} for kind in kinds],
    }


def _by_response(
    pairs: Iterable[tuple[GroundingItem, Outcome]], truth: metrics.Flags, chance: metrics.Floats
) -> dict[str, Estimate | None]:
    outcomes = [outcome for _, outcome in pairs]
    flagged = chance < _FLAGGED
    approved = np.array([outcome.approved for outcome in outcomes])
    measures: dict[str, Callable[[NDArray[np.int64]], float]] = {
        "balanced_accuracy": lambda at: metrics.balanced_accuracy(truth[at], flagged[at]),
        "precision": lambda at: metrics.precision(truth[at], flagged[at]),
        "recall": lambda at: metrics.recall(truth[at], flagged[at]),
        "f1": lambda at: metrics.f1(truth[at], flagged[at]),
        "auroc": lambda at: metrics.auroc(truth[at], -chance[at]),
        "false_approve_rate": lambda at: metrics.recall(truth[at], approved[at]),
        "approve_purity": lambda at: metrics.precision(~truth[at], approved[at]),
        "approve_share": lambda at: metrics.share(approved[at]),
        "ece": lambda at: metrics.calibration_error(~truth[at], chance[at]),
    }
    return {name: estimated(each, len(outcomes)) for name, each in measures.items()}


def _span_f1(pairs: Sequence[tuple[GroundingItem, Outcome]]) -> Estimate | None:
    """F1 over characters; None if no response of the set has annotated spans."""
    counts = [
        metrics.overlap(item.spans, outcome.spans, len(item.response))
        for item, outcome in pairs
        if item.spans is not None
    ]
    if not counts:
        return None
    table = np.array(counts)
    return estimated(lambda at: metrics.span_f1(table[at]), len(table))
