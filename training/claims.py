"""The exported reader through the product's own windows: claims of the development cases, and of RAGTruth sources that
nothing was trained on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import roc_auc_score

from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, grounding_items
from evals.held_back import RAGTRUTH, is_held_back
from validation.context_md.parser import parse
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.evidence_lines import EvidenceLines
from validation.evidence.reading.support import ClaimReading, read_claims
from validation.evidence.text.claims import split_claims
from validation.reader import Reader

CASES = Path("evals/datasets/response_development.jsonl")
EVERY = 7
SHARED = 0.6
"""From this share of its words on, a window counts as found."""
_FEWEST = 4
Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReadClaim:
    case: str
    kind: str
    is_good: bool
    reading: ClaimReading

    @property
    def margin(self) -> float:
        """Supported less contradicted, -1 to 1."""
        return self.reading.score.supports - self.reading.score.contradicts


def read_items(items: Iterable[GroundingItem], reader: Reader) -> Iterator[ReadClaim]:
    """Items whose wrong places nobody marked are left out."""
    for item in items:
        if item.spans is None and not item.grounded:
            continue
        claims = split_claims(item.response)
        document = parse(as_context(item))
        lines = EvidenceLines(document.text, read_evidence(document))
        found = read_claims(lines, claims, item.query, reader)
        for claim in claims:
            if claim.id in found:
                wrong = any(start < claim.end and end > claim.start for start, end in item.spans or ())
                yield ReadClaim(item.id, item.kind or item.task, not wrong, found[claim.id])


def measure_cases(reader: Reader, path: Path) -> Figures:
    claims = list(read_items(grounding_items(path), reader))
    return claim_figures(claims) | {"kinds": kind_figures(claims)}


def measure_held_back(reader: Reader, folder: Path) -> dict[str, Figures]:
    """By task: every seventh response of the sources that are held back."""
    found = {}
    for name in RAGTRUTH:
        items = [item for item in grounding_items(folder / f"{name}.jsonl.gz") if is_held_back(item.passages)]
        found[name] = claim_figures(list(read_items(items[::EVERY], reader)))
    return found


def claim_figures(claims: list[ReadClaim]) -> Figures:
    """AUROC of the margin and of the riskiest word: all claims, those whose window was found, whole responses by their
    weakest claim."""
    near = [claim for claim in claims if claim.reading.window.shared >= SHARED]
    responses: dict[str, list[ReadClaim]] = defaultdict(list)
    for claim in claims:
        responses[claim.case].append(claim)
    whole = [all(claim.is_good for claim in several) for several in responses.values()]
    weakest = [min(claim.margin for claim in several) for several in responses.values()]
    return {
        "claims": len(claims),
        "bad": sum(not claim.is_good for claim in claims),
        "margin": auroc([claim.is_good for claim in claims], [claim.margin for claim in claims]),
        "words": auroc([claim.is_good for claim in claims], [-claim.reading.score.highest_risk for claim in claims]),
        "near": len(near),
        "margin of near": auroc([claim.is_good for claim in near], [claim.margin for claim in near]),
        "responses": len(whole),
        "weakest": auroc(whole, weakest),
    }


def kind_figures(claims: list[ReadClaim]) -> dict[str, Figures]:
    """For each kind of wrong claim, how well its margin is told from that of all good ones."""
    good = [claim.margin for claim in claims if claim.is_good]
    found: dict[str, list[float]] = defaultdict(list)
    for claim in claims:
        if not claim.is_good:
            found[claim.kind].append(claim.margin)
    return {
        kind: {"n": len(bad), "auroc": auroc([True] * len(good) + [False] * len(bad), good + bad)}
        for kind, bad in sorted(found.items())
        if len(bad) >= _FEWEST
    }


def auroc(labels: Sequence[bool], scores: Sequence[float] | np.ndarray, fewest: int = _FEWEST) -> float | None:
    """None with fewer of one kind."""
    if sum(labels) < fewest or len(labels) - sum(labels) < fewest:
        return None
    return round(float(roc_auc_score(labels, scores)), 3)
