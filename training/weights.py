"""Fits `validation.evidence.reading.probability`: python -m training.weights [--scenes FOLDER] [--cases FILE].

Scenes that the reader never learned from (half of them to fit, half to measure), whole answers that it never learned
from, and the development cases count alike, whatever their number, and in each the same share of sentences is taken to
be supported.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evals.as_turn import as_context
from evals.datasets_io import grounding_items
from evals.scenes import cases_of, half_of
from training.claims import CASES
from training.examples import Span
from training.worlds.answers import Case, read_answers
from training.worlds.scenes import FOLDER, read_scenes
from validation.context_md.parser import parse
from validation.evidence.examination import examine
from validation.evidence.reading.probability import signals
from validation.evidence.reading.response import read_response
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.text.limit import part_to_check

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression

SUPPORTED = 0.65
"""Where one wrong response in ten is approved of the seven development sets, about as many as by version 28."""


class Row(NamedTuple):
    signals: tuple[float, ...]
    supported: bool


def scene_rows(folder: Path, half: str) -> Iterator[Row]:
    scenes = (scene for scene in read_scenes(folder) if half_of(scene) == half and scene.is_measured)
    claims = (case for scene in scenes for case in cases_of(scene) if not case.is_answer)
    for case in claims:
        yield from (Row(found, case.sign == "+") for _, found in _signals(case.context_md, case.response))


def answer_rows(cases: Iterable[Case]) -> Iterator[Row]:
    """Every sentence of right answers, and of wrong ones the sentences that are."""
    for case in cases:
        for answer in case.answers:
            yield from (Row(found, True) for _, found in _signals(case.context_md, answer.text))
            for edit in answer.edits:
                told = _signals(case.context_md, edit.text)
                yield from (Row(found, False) for span, found in told if _touches(span, edit.places))


def case_rows(path: Path) -> Iterator[Row]:
    """Of responses whose wrong places are marked, or that have none."""
    for item in grounding_items(path):
        if item.grounded or item.spans:
            for span, found in _signals(as_context(item), item.response):
                yield Row(found, item.grounded or not _touches(span, item.spans or ()))


def _touches(claim: ClaimSpan, places: Iterable[Span]) -> bool:
    return any(start < claim.end and end > claim.start for start, end in places)


def _signals(context_md: str, response_md: str) -> Iterator[tuple[ClaimSpan, tuple[float, ...]]]:
    """Of the claims that are read."""
    examined = examine(parse(context_md), part_to_check(response_md))
    readings = read_response(examined.spans, examined.lines, examined.against, examined.index, examined.derived_facts)
    for span in examined.spans:
        if span.id in readings:
            codes = {finding.code for finding in examined.against[span.id]}
            yield span, signals(examined.outcomes[span.id], readings[span.id], codes)


def fit(*sets: Sequence[Row]) -> LogisticRegression:
    # Imported where it is used: it takes seconds, and whoever only reads rows needs none of it.
    from sklearn.linear_model import LogisticRegression

    given = np.array([row.signals for rows in sets for row in rows])
    truth = np.array([row.supported for rows in sets for row in rows])
    return LogisticRegression(C=10.0, max_iter=1000).fit(given, truth, np.concatenate([_weigh(rows) for rows in sets]))


def _weigh(rows: Sequence[Row]) -> list[float]:
    right = sum(row.supported for row in rows)
    share = 1000 * SUPPORTED / right, 1000 * (1 - SUPPORTED) / (len(rows) - right)
    return [share[0] if row.supported else share[1] for row in rows]


def main() -> None:
    from sklearn.metrics import roc_auc_score

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, default=FOLDER)
    parser.add_argument("--cases", type=Path, default=CASES)
    given = parser.parse_args()
    answers = (case for case in read_answers() if case.is_measured)
    model = fit(list(scene_rows(given.scenes, "seen")), list(answer_rows(answers)), list(case_rows(given.cases)))
    other = list(scene_rows(given.scenes, "unseen"))
    chance = model.predict_proba(np.array([row.signals for row in other]))[:, 1]
    auroc = roc_auc_score([row.supported for row in other], chance)
    print(f"BASE = {model.intercept_[0]:.2f}, FACTORS = {[round(float(one), 2) for one in model.coef_[0]]}")
    print(f"AUROC of {len(other)} other sentences: {auroc:.3f}")


if __name__ == "__main__":
    main()
