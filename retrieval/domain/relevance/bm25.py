"""BM25 (Robertson and Zaragoza, 2009) of one passage, as a share of what the query could reach at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

K1 = 1.2
B = 0.75
USUAL_LENGTH = 80
"""Terms; fixed, so that a passage's score does not depend on the other passages of its set."""


def bm25(weights: Mapping[str, float], counts: Counter[str]) -> float:
    """0.0-1.0; `weights` maps the query's terms to their weight, `counts` the passage's to how often they stand."""
    total = sum(weights.values())
    if not total:
        return 0.0
    damping = K1 * (1 - B + B * counts.total() / USUAL_LENGTH)
    reached = sum(weight * counts[term] / (counts[term] + damping) for term, weight in weights.items() if counts[term])
    return reached / total
