"""What a reader gets right of scenes and whole answers that it never saw: the only figures on evidence and answers in a
pipeline's style that no text of the training was written after."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.metrics import precision_recall_curve, roc_auc_score

from training.examples import Example, Label
from training.sources.answers import measured_answers
from training.sources.scenes import measured_examples
from training.worlds.answers import Case
from training.worlds.scenes import Scene
from validation.reader import Reader, SupportPair

Figures = dict[str, Any]
COLUMNS = ("n", "auroc", "margin", "three-way", "P(+) at .6", "P(+) at .8", "P(-) at .5")
_FEWEST = 8


def measure_scenes(reader: Reader, scenes: Sequence[Scene]) -> dict[str, Figures]:
    """The exported reader on every claim of some scenes: all together and by form."""
    return _measure(reader, [one for one in measured_examples(scenes) if one.label is not None])


def measure_answers(reader: Reader, cases: Sequence[Case]) -> dict[str, Figures]:
    """The same of every sentence of right answers and every one that was made wrong: all together and by task."""
    return _measure(reader, list(measured_answers(cases)))


def _measure(reader: Reader, claims: Sequence[Example]) -> dict[str, Figures]:
    scores = reader.score_support([SupportPair(one.text, one.window, one.question, one.heading) for one in claims])
    support = np.array([(one.supports, one.contradicts, one.neutral) for one in scores])
    by_form: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(claims):
        by_form["all"].append(number)
        by_form[one.kind].append(number)
    found = {}
    for form, numbers in sorted(by_form.items()):
        labels = np.array([min(int(claims[number].label or 0), Label.NEUTRAL) for number in numbers])
        if min((labels == Label.ENTAILED).sum(), (labels != Label.ENTAILED).sum()) >= _FEWEST:
            found[form] = support_figures(labels, support[numbers])
    return found


def support_figures(labels: np.ndarray, support: np.ndarray) -> Figures:
    """`labels`: of `Label`; `support` (claims, 3): probabilities."""
    good, refuted = labels == Label.ENTAILED, labels == Label.CONTRADICTED
    return {
        "n": len(labels),
        "auroc": round(float(roc_auc_score(good, support[:, 0])), 3),
        "margin": round(float(roc_auc_score(good, support[:, 0] - support[:, 1])), 3),
        "three-way": round(float((support.argmax(axis=1) == labels).mean()), 3),
        "P(+) at .6": precision_at(good, support[:, 0], 0.6),
        "P(+) at .8": precision_at(good, support[:, 0], 0.8),
        "P(-) at .5": precision_at(refuted, support[:, 1], 0.5),
    }


def precision_at(wanted: np.ndarray, scores: np.ndarray, recall: float) -> float:
    """The best precision that still finds so much."""
    precisions, recalls, _ = precision_recall_curve(wanted, scores)
    return round(float(precisions[recalls >= recall].max()), 3)
