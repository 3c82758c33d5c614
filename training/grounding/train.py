"""Trains the grounding model: `python -m training.grounding.train DATA_FOLDER [--out FOLDER] [--card FILE]`.

DATA_FOLDER holds the `grounding` data sets. One source in six is held back and never trained on; the figures printed at
the end are measured on it with the written files, through the very function the gate calls. The same data give the
same bytes.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np

from evals.datasets_io import GroundingItem, grounding_items
from evals.held_back import ragtruth_items
from training.grounding.calibration import platt, supported, thresholds
from training.grounding.card import write_card
from training.grounding.counts import by_source, count, vocabulary
from training.grounding.figures import Figures, figures_of, ranking_of
from training.grounding.files import check_equal, flat_arrays, write
from training.grounding.measured import measured
from training.grounding.stages import response_rows, train
from validation.evidence.grounding.model import FOLDER, load

TRANSFER = "wice_dev"
APART = "summedits"
CARD = Path("docs/model-card-grounding.md")
TRAINED = "2026-11-28"
_say = partial(print, flush=True)


def main() -> None:
    options = _options()
    held_back, known = (ragtruth_items(options.data, held_back=held_back) for held_back in (True, False))
    known += grounding_items(options.data / f"{TRANSFER}.jsonl.gz")
    unseen = fit(known, options.out)
    _say(f"{len(known)} responses trained on, {len(held_back)} held back")
    tables = {"held back": figures_of(held_back, options.out), "unseen folds": unseen, **_apart(options)}
    _print(tables)
    write_card(options.card, trained=TRAINED, known=known, tables=tables, folder=options.out)


def fit(known: list[GroundingItem], out: Path) -> Figures:
    """Writes the model files into `out`, checks that they give what the trainer gives, and returns how well each
    training source was told by the folds that did not know it."""
    sources = by_source(known)
    counts = count(sources)
    found = measured(sources, counts)
    _say(f"{len(sources)} sources, {len(found.rows)} claims")
    claims, responses = train(found, _say)
    calibration = {
        "claims": platt(claims.out_of_fold, found.invented),
        "responses": platt(responses.out_of_fold, found.response_invented),
    }
    told = supported(responses.out_of_fold, calibration["responses"])
    limits = thresholds(supported(claims.out_of_fold, calibration["claims"]), told, found)
    trees = flat_arrays(claims, "claims") | flat_arrays(responses, "responses")
    write(out, trees=trees, vocabulary=vocabulary(counts), calibration=calibration, limits=limits)
    sample = found.rows[:2000]
    model = load(out)
    check_equal(model.claims.probability(sample), claims.probability(sample), "claims")
    table = response_rows(claims.out_of_fold, found)[:2000]
    check_equal(model.responses.probability(table), responses.probability(table), "responses")
    return ranking_of(found.response_invented == 1, told, found.task)


def _apart(options: argparse.Namespace) -> dict[str, Figures]:
    path = options.data / f"{APART}.jsonl.gz"
    return {APART: figures_of(list(grounding_items(path)), options.out)} if path.exists() else {}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train the grounding model.")
    parser.add_argument("data", type=Path, help="folder with the grounding data sets")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder for the model files")
    parser.add_argument("--card", type=Path, default=CARD, help="file for the model card")
    return parser.parse_args()


def _print(tables: dict[str, Figures]) -> None:
    for title, figures in tables.items():
        for task, values in figures.items():
            told = "  ".join(f"{name} {one.value:.3f} [{one.low:.3f}-{one.high:.3f}]" for name, one in values.items())
            _say(f"{title} / {task}: {told}")


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
