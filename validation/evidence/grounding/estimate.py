"""The one entry: passages and claim spans in, probabilities and reasons out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from validation.evidence.grounding.aggregate import aggregate
from validation.evidence.grounding.index import Evidence, index
from validation.evidence.grounding.measure import measure
from validation.evidence.grounding.model import Model, load
from validation.evidence.grounding.reasons import reasons
from validation.evidence.grounding.result import ClaimGrounding, Grounding
from validation.evidence.grounding.signals.row import Signals, row
from validation.evidence.grounding.text.citations import uncited
from validation.evidence.grounding.text.words import tokens
from validation.evidence.grounding.trust import out_of_domain
from validation.evidence.tagger import Tagger, published_tagger

_TELLING = 0.95
"""Claims above this chance of being supported need no reasons."""


def estimate(
    *,
    query: str,
    passages: Sequence[str],
    response_md: str,
    claims: Sequence[tuple[int, int]],
    model: Model | None = None,
    tagger: Tagger | None = None,
) -> Grounding:
    """Judges every claim `response_md[start:end]` against the passages. Linear in the evidence.

    A response with a claim under the claim threshold stays under the approve threshold, and so does one of low trust
    whose claims are not all covered. `model` and `tagger` are the published ones unless others are given.
    """
    if not claims:
        return Grounding((), None)
    model = model or load()
    evidence = index(passages)
    found = measure(
        query=query,
        evidence=evidence,
        response_md=response_md,
        claims=claims,
        vocabulary=model.vocabulary,
        tagger=tagger or published_tagger(),
    )
    judged, whole = _scored(model, evidence, found)
    text = uncited(response_md)
    doubt = out_of_domain(
        query=query,
        passages=passages,
        said=[token for start, end in claims for token in tokens(text[start:end])],
        evidence=evidence,
        vocabulary=model.vocabulary,
    )
    return Grounding(judged, _capped(model, judged, whole, doubtful=doubt is not None), doubt)


def _scored(model: Model, evidence: Evidence, found: list[Signals]) -> tuple[tuple[ClaimGrounding, ...], float]:
    rows: NDArray[np.float64] = np.array([row(one) for one in found])
    invented = model.claims.probability(rows)
    whole = model.responses.probability(aggregate(invented, rows)[None, :])[0]
    judged = tuple(
        _claim(1.0 - model.claim_calibration(score), one, model, evidence)
        for score, one in zip(invented.tolist(), found, strict=True)
    )
    return judged, 1.0 - model.response_calibration(float(whole))


def _claim(supported: float, found: Signals, model: Model, evidence: Evidence) -> ClaimGrounding:
    best = found.coverage.best
    return ClaimGrounding(
        probability=supported,
        supported=supported >= model.thresholds.claim,
        reasons=reasons(found) if supported < _TELLING else (),
        best=None if best is None else evidence.owner[best],
    )


def _capped(model: Model, judged: tuple[ClaimGrounding, ...], whole: float, *, doubtful: bool) -> float:
    limits = model.thresholds
    needed = limits.covered if doubtful else limits.claim
    worst = min(claim.probability for claim in judged)
    return min(whole, limits.ceiling) if worst < needed or whole < limits.edge else whole
