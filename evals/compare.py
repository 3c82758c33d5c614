"""Two judges or policies over one labelled set: how far they agree, what flips and which way, cost and latency.

Judges again off the request path and stores nothing. The prompt is the one of this version of the product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from time import perf_counter
from typing import Any

from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, grounding_items
from validation.domain.attempt import Submission
from validation.domain.estimates.agreement import kappa, share
from validation.domain.estimates.binomial import binomial_cdf
from validation.domain.estimates.percentile import percentile
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.judge.protocol import Asker
from validation.response.gate.gate import judge_response

_HALT = "HALT"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: a judge (None is the embedded one) with the policy it decides by."""

    name: str
    judge: Asker | None
    policy: ResponsePolicy


@dataclass(frozen=True, slots=True)
class Outcome:
    """`decision` is HALT where the judge could not judge. `right` is whether it approved what people would have
    approved, and nothing else. `cost` is None where no prices are set."""

    decision: str
    right: bool
    seconds: float
    tokens: int
    cost: Decimal | None


def compare(path: Path, first: Side, second: Side) -> dict[str, Any]:
    """Raises DatasetUnreadable."""
    items = list(grounding_items(path))
    ours, theirs = ([_outcome(item, side) for item in items] for side in (first, second))
    decisions = [one.decision for one in ours], [one.decision for one in theirs]
    same = share(sum(a == b for a, b in zip(*decisions, strict=True)), len(items))
    agreed = kappa(*decisions)
    return {
        "n": len(items),
        "agreement": {"value": same.value, "low": same.low, "high": same.high},
        "kappa": {"value": agreed.value, "low": agreed.low, "high": agreed.high},
        "sides": [_side(first.name, items, ours), _side(second.name, items, theirs)],
        "flips": _flips(ours, theirs),
        "better": _better(ours, theirs),
    }


def _outcome(item: GroundingItem, side: Side) -> Outcome:
    submission = Submission(turn_id=item.id, context_md=as_context(item), response_md=item.response)
    started = perf_counter()
    judged = judge_response(submission, policy=side.policy, asker=side.judge)
    seconds = perf_counter() - started
    decision = judged.decided.decision.value if judged.decided else _HALT
    record = judged.record
    return Outcome(
        decision=decision,
        right=(decision == Decision.APPROVE) == item.grounded,
        seconds=seconds,
        tokens=record.tokens_in + record.tokens_out,
        cost=record.cost.amount if record.cost else None,
    )


def _side(name: str, items: Sequence[GroundingItem], outcomes: Sequence[Outcome]) -> dict[str, Any]:
    pairs = list(zip(items, outcomes, strict=True))
    wrong = [one.decision == Decision.APPROVE for item, one in pairs if not item.grounded]
    needless = [one.decision != Decision.APPROVE for item, one in pairs if item.grounded]
    costs = [one.cost for one in outcomes if one.cost is not None]
    return {
        "name": name,
        "right": _measured(sum(one.right for one in outcomes), len(outcomes)),
        "false_approve": _measured(sum(wrong), len(wrong)),
        "false_hold": _measured(sum(needless), len(needless)),
        "halted": sum(one.decision == _HALT for one in outcomes),
        "seconds_p50": percentile([one.seconds for one in outcomes], 0.5),
        "seconds_p95": percentile([one.seconds for one in outcomes], 0.95),
        "tokens": sum(one.tokens for one in outcomes),
        "cost": str(sum(costs)) if costs else None,
    }


def _flips(ours: Iterable[Outcome], theirs: Iterable[Outcome]) -> list[dict[str, Any]]:
    """From one decision to the other, the most frequent first, and how many of them came right by it."""
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a.decision != b.decision]
    counted = Counter((a.decision, b.decision) for a, b in pairs)
    mended = Counter((a.decision, b.decision) for a, b in pairs if b.right and not a.right)
    broken = Counter((a.decision, b.decision) for a, b in pairs if a.right and not b.right)
    return [
        {"from": flip[0], "to": flip[1], "n": n, "mended": mended[flip], "broken": broken[flip]}
        for flip, n in counted.most_common()
    ]


def _better(ours: Iterable[Outcome], theirs: Iterable[Outcome]) -> dict[str, Any]:
    """Items on which only one side is right, with the exact two-sided sign test (McNemar 1947)."""
    pairs = list(zip(ours, theirs, strict=True))
    only_first = sum(a.right and not b.right for a, b in pairs)
    only_second = sum(b.right and not a.right for a, b in pairs)
    n = only_first + only_second
    p = min(1.0, 2 * binomial_cdf(min(only_first, only_second), n, 0.5)) if n else 1.0
    return {"only_first": only_first, "only_second": only_second, "p": p}


def _measured(hits: int, n: int) -> dict[str, Any]:
    found = share(hits, n)
    return {"value": found.value, "low": found.low, "high": found.high, "n": n}
