"""What the trees and the reader say together: two logistic sums.

Logistic regression on samples of xquad and clapnq and on the development cases (`evals/datasets`), each set with equal
weight, rounded; docs/model-card-retrieval.md says how well they do.
"""

from __future__ import annotations

import math

RELEVANT = (0.0, 0.55, 0.45)
ANSWERED = (0.8, 0.35, 0.5)
"""Constant, weight of the trees' relevance and of the reader's answer, both as log odds."""
_SURE = 0.001


def weigh(weights: tuple[float, float, float], relevance: float, answer: float) -> float:
    """A probability to four decimals, as thresholds read it."""
    constant, of_relevance, of_answer = weights
    odds = constant + of_relevance * log_odds(relevance) + of_answer * log_odds(answer)
    return round(1 / (1 + math.exp(-odds)), 4)


def log_odds(probability: float) -> float:
    bounded = min(max(probability, _SURE), 1 - _SURE)
    return math.log(bounded / (1 - bounded))
