"""Measures each part of the embedded judge separately: `python -m evals.ablation FILE [FILE ...]`.

Compares facts, the grounding model, the reader and the whole gate on the same responses. A single part approves a
response if all its claims pass; its AUROC ranks responses by their weakest claim.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evals import metrics
from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, grounding_items
from evals.gates.response import outcome_of
from evals.kinds import CONTRADICTIONS
from validation.context_md.parser import parse
from validation.evidence.examination import examine
from validation.evidence.facts.outcome import SupportState
from validation.evidence.grounding import estimate
from validation.evidence.reading.support import read_claims
from validation.evidence.text.limit import part_to_check
from validation.reader import published_reader

APPROVE = 0.8
_STATE = {SupportState.SUPPORTED: 1.0, SupportState.UNKNOWN: 0.5, SupportState.CONTRADICTED: 0.0}
PARTS = ("facts alone", "grounding alone", "reader alone", "all")


@dataclass(frozen=True, slots=True)
class ScoredResponse:
    """Whether each of PARTS approves a response, and the score it ranks it by."""

    approved: tuple[bool, ...]
    rank: tuple[float, ...]


def score(item: GroundingItem) -> ScoredResponse:
    examined = examine(parse(as_context(item)), part_to_check(item.response))
    evidence = examined.index.evidence
    factual = [claim for claim in examined.spans if claim.factual]
    grounding = estimate(
        query=evidence.query,
        passages=evidence.passages,
        response_md=examined.text,
        claims=[(claim.start, claim.end) for claim in factual],
    ).response
    facts = min((_STATE[examined.outcomes[claim.id].known] for claim in factual), default=1.0)
    grounded = 1.0 if grounding is None else grounding
    reader = published_reader(threads=1)
    readings = read_claims(examined.lines, factual, evidence.query, reader)
    read = min((readings[one.id].score.supports if one.id in readings else 0.0 for one in factual), default=1.0)
    gate = outcome_of(item)
    return ScoredResponse(
        (facts == 1.0, grounded >= APPROVE, read >= APPROVE, gate.approved), (facts, grounded, read, gate.grounded)
    )


def table(items: Sequence[GroundingItem]) -> list[str]:
    scored = [score(item) for item in items]
    good = np.array([item.grounded for item in items])
    turned = np.array([item.kind in CONTRADICTIONS for item in items]) & ~good
    lines = [f"{'':16} good approved   wrong approved   contradictions   AUROC"]
    for place, name in enumerate(PARTS):
        approved = np.array([one.approved[place] for one in scored])
        rank = np.array([one.rank[place] for one in scored])
        shares = [_share(approved[chosen]) for chosen in (good, ~good, turned)]
        lines.append(f"{name:16} {shares[0]:15} {shares[1]:16} {shares[2]:16} {metrics.auroc(~good, -rank):.3f}")
    return lines


def _share(approved: np.ndarray[tuple[int], np.dtype[np.bool]]) -> str:
    if not len(approved):
        return "-"
    return f"{int(approved.sum())} of {len(approved)} ({approved.mean():.2f})"


def main() -> None:
    for name in sys.argv[1:]:
        sys.stdout.write("\n".join([name, *table(list(grounding_items(Path(name))))]) + "\n")


if __name__ == "__main__":
    main()
