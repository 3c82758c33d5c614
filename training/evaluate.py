"""Measures a checkpoint: python -m training.evaluate DATA_FOLDER [--checkpoints FOLDER] [--report FILE]."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch

from training.batches import UNKNOWN, Encoder
from training.claims import CASES, auroc, measure_cases, measure_held_back
from training.examples import Example, Label
from training.net import read_checkpoint
from training.scene_figures import measure_answers, measure_scenes, precision_at
from training.scoring import Scores, score
from training.sources.drawn import drawn_sources
from training.sources.published import read_published, split
from training.worlds.answers import read_answers
from training.worlds.scenes import read_scenes
from validation.reader import published_reader
from validation.reader.artifact import read_tokenizer

Figures = dict[str, Any]
_FEWEST = 8
RULE_MADE = ("worlds", "statements", "states", "edits", "edited_claims", "notes", "rules", "events")

ANSWERS_EVERY = 4
"""Whole answers that are measured, of those held out: each is 36 claims, and there are five hundred."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--checkpoints", type=Path, default=Path("../reader_checkpoints"))
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--each", type=int, default=120, help="examples of each published source")
    parser.add_argument("--drawn", type=int, default=120, help="groups of each source drawn by rules")
    given = parser.parse_args()
    figures = measure_checkpoint(given.data, given.checkpoints, given.cases, each=given.each, drawn=given.drawn)
    text = json.dumps(figures, indent=1)
    if given.report:
        given.report.write_text(text + "\n", "utf-8")
    print(text)


def measure_checkpoint(
    data: Path, checkpoints: Path, cases: Path = CASES, each: int = 120, drawn: int = 120
) -> Figures:
    """`each`: examples of each published source; `drawn`: groups of each source drawn by rules. Cases and held-back
    sources are read by the published artifact, which must have been exported from the checkpoint."""
    torch.set_num_threads(1)
    model, progress = read_checkpoint(checkpoints)
    encoder = Encoder(read_tokenizer())
    figures: Figures = {"progress": progress}
    _, measured = split(read_published(data, checkpoints / "read"))
    examples = _some(measured, each) + _drawn(measured, drawn)
    figures |= measure(examples, score(model, encoder, examples))
    reader = published_reader(threads=1)
    figures["scenes"] = measure_scenes(reader, [scene for scene in read_scenes() if scene.is_measured])
    answers = [case for case in read_answers() if case.is_measured]
    figures["answers"] = measure_answers(reader, answers[::ANSWERS_EVERY])
    figures["cases"] = measure_cases(reader, cases)
    figures["held_back"] = measure_held_back(reader, data / "grounding")
    return figures


def _some(measured: dict[str, list[list[Example]]], each: int) -> list[Example]:
    found = []
    for name in sorted(measured):
        examples = [one for group in measured[name] for one in group]
        Random(name).shuffle(examples)
        found += examples[:each]
    return found


def _drawn(measured: dict[str, list[list[Example]]], groups: int) -> list[Example]:
    sources = drawn_sources(measured, "measured")
    return [one for name in sorted(sources) for number in range(groups) for one in sources[name].group(number)]


def measure(examples: Sequence[Example], scores: Scores) -> Figures:
    by_source: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(examples):
        by_source[one.source].append(number)
    figures: Figures = {"support": {}, "made_up": {}, "answerable": {}, "kinds": {}}
    for name, numbers in by_source.items():
        asked = [number for number in numbers if examples[number].answerable is not None]
        if asked:
            figures["answerable"][name] = answer_figures(
                [bool(examples[number].answerable) for number in asked], scores.answerable[asked]
            )
        judged = [number for number in numbers if examples[number].label is not None]
        if judged:
            good = [examples[number].label is Label.ENTAILED for number in judged]
            figures["support"][name] = {"n": len(judged), "auroc": auroc(good, scores.support[judged, 0], _FEWEST)}
        marked = [number for number in numbers if scores.made_up[number] != UNKNOWN]
        if marked:
            bad = [bool(scores.made_up[number]) for number in marked]
            figures["made_up"][name] = {"n": len(marked), "auroc": auroc(bad, scores.risk[marked], _FEWEST)}
    figures["kinds"] = kind_figures(examples, scores)
    asked = [number for number, one in enumerate(examples) if one.source == "ask_squad2_train"]
    figures["squad_like"] = answer_figures(
        [bool(examples[number].answerable) for number in asked], scores.answerable[asked]
    )
    return figures


def kind_figures(examples: Sequence[Example], scores: Scores) -> Figures:
    """Share of each kind of claim drawn by rules that is decided rightly at one half."""
    right: dict[str, list[bool]] = defaultdict(list)
    for number, one in enumerate(examples):
        if one.source in RULE_MADE and one.label is not None:
            good = one.label is Label.ENTAILED
            right[f"{'good' if good else 'bad'} {one.kind}"].append((scores.support[number, 0] >= 0.5) == good)
    return {
        kind: {"n": len(all_of), "right": round(float(np.mean(all_of)), 3)} for kind, all_of in sorted(right.items())
    }


def answer_figures(answerable: Sequence[bool], scores: np.ndarray) -> Figures:
    at = precision_at(np.array(answerable), scores, 0.6)
    return {"n": len(answerable), "auroc": auroc(answerable, scores, _FEWEST), "precision at recall .60": at}


if __name__ == "__main__":
    main()
