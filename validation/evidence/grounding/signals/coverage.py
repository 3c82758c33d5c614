"""How much of what a claim says the evidence says too, as a whole and within its best few neighbouring units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.text.words import Kind
from validation.evidence.language.stems import FIGURE_WEIGHT, Vocabulary

T = TypeVar("T")
WIDTHS = (1, 2, 3)
_PREFIX = 5


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares are 0.0-1.0, weights are IDF. `new` are the stems no evidence holds with their weights; `unlike` the
    weight of the rarest of them whose first letters no evidence holds either; `windows[k]` the weighted share
    covered by the best k + 1 neighbouring units, `best` the first unit of the best three (None: nothing covered) and
    `missing_near` the weight of the rarest stem that these three do not hold."""

    stems: int
    share: float
    weighted: float
    windows: tuple[float, float, float]
    pairs: float
    longest_new_run: int
    new: tuple[tuple[str, float], ...]
    unlike: float
    missing_near: float
    best: int | None
    anchors: dict[str, float]
    threes: float


def coverage(said: list[tuple[Kind, str]], evidence: Evidence, vocabulary: Vocabulary) -> Coverage:
    """`said` is the content of the claim, in its order."""
    stems = [norm for _, norm in said]
    weights = [vocabulary.weight(norm) if kind is Kind.WORD else FIGURE_WEIGHT for kind, norm in said]
    whole = sum(weights)
    held = [evidence.holds(norm) for _, norm in said]
    distinct = {norm: weight for (_, norm), weight in zip(said, weights, strict=True)}
    found = _windows(distinct, evidence)
    near = evidence.near(found.best, WIDTHS[-1]) if found.best is not None else frozenset()
    new = {norm: distinct[norm] for (_, norm), known in zip(said, held, strict=True) if not known}
    return Coverage(
        stems=len(said),
        share=sum(held) / len(said) if said else 1.0,
        weighted=sum(weight for weight, known in zip(weights, held, strict=True) if known) / whole if whole else 1.0,
        windows=found.shares,
        pairs=_held(pairwise(stems), evidence.pairs),
        longest_new_run=_longest_run(held),
        new=tuple(new.items()),
        unlike=max((weight for norm, weight in new.items() if norm[:_PREFIX] not in evidence.prefixes), default=0.0),
        missing_near=max((weight for norm, weight in distinct.items() if norm not in near), default=0.0),
        best=found.best,
        anchors=found.anchors,
        threes=_held(zip(stems, stems[1:], stems[2:], strict=False), evidence.threes),
    )


@dataclass(frozen=True, slots=True)
class _Windows:
    shares: tuple[float, float, float]
    best: int | None
    anchors: dict[str, float]


def _windows(weights: dict[str, float], evidence: Evidence) -> _Windows:
    found = {stem: weight for stem, weight in weights.items() if stem in evidence.postings}
    if not found:
        return _Windows((0.0, 0.0, 0.0) if weights else (1.0, 1.0, 1.0), None, {})
    one = _holding(found, evidence)
    two = one[:, :-1] | one[:, 1:]
    three = two[:, :-1] | one[:, 2:]
    weight = np.array(list(found.values())) / sum(weights.values())
    scores = weight @ three
    around = np.where(three, scores, 0.0).max(axis=1)
    best = int(scores.argmax())
    shares = (float((weight @ one).max()), float((weight @ two).max()), float(scores[best]))
    return _Windows(shares, best, dict(zip(found, around.tolist(), strict=True)))


def _holding(stems: dict[str, float], evidence: Evidence) -> np.ndarray[tuple[int, int], np.dtype[np.bool]]:
    """(stems, units + 2) which unit holds which stem; two empty units close the last windows."""
    postings = [evidence.postings[stem] for stem in stems]
    holds = np.zeros((len(postings), len(evidence.units) + len(WIDTHS) - 1), dtype=bool)
    holds[np.repeat(np.arange(len(postings)), [len(posting) for posting in postings]), np.concatenate(postings)] = True
    return holds


def _held(runs: Iterable[T], known: frozenset[T]) -> float:
    """The share of neighbouring stems that are neighbours in the evidence too."""
    found = [run in known for run in runs]
    return sum(found) / len(found) if found else 1.0


def _longest_run(held: list[bool]) -> int:
    longest = run = 0
    for known in held:
        run = 0 if known else run + 1
        longest = max(longest, run)
    return longest
