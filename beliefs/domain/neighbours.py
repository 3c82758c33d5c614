"""Which assessments a vector that moved would change: those whose neighbours, or their scores, are other ones now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from beliefs.domain.contradictions import SIMILAR
from beliefs.domain.nearest import TOP, Vectors
from beliefs.domain.signals import Result


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What was found near the statement of `belief` when it was assessed: scores by name. `results` lie above the
    threshold, at most ten; `opposed` are close to the negation."""

    belief: str
    results: Mapping[str, float]
    opposed: Mapping[str, float]

    def names(self) -> set[str]:
        return {*self.results, *self.opposed}

    def entry(self, threshold: float) -> float:
        """The score that a newcomer must at least have to be among the results; a tie may go either way."""
        return min(self.results.values()) if len(self.results) >= TOP else np.nextafter(threshold, 1.0)


def remember(
    results: Sequence[Result], candidates: Sequence[tuple[str, float, float]], *, threshold: float
) -> dict[str, Any]:
    """Plain data; `recall` reads it."""
    near = {result.doc: result.score for result in results if result.score > threshold}
    return {"results": near, "opposed": {name: against for name, against, _ in candidates if against >= SIMILAR}}


def recall(belief: str, stored: Mapping[str, Any]) -> Neighbours:
    return Neighbours(belief, stored.get("results", {}), stored.get("opposed", {}))


def bereft(held: Iterable[Neighbours], present: Collection[str]) -> set[str]:
    """Beliefs that rest on something that is no longer there."""
    return {one.belief for one in held if any(name not in present for name in one.names())}


def touched(
    held: Sequence[Neighbours], moved: Sequence[str], along: Vectors, against: Vectors, *, threshold: float
) -> set[str]:
    """Beliefs for which one of the `moved` came, went or scores otherwise. `along` and `against` (held, moved) are
    rounded scores against the statement and against its negation, the latter 0 where there is none."""
    entries = np.array([one.entry(threshold) for one in held])
    came = _newcomers([one.results for one in held], held, moved, along, entries)
    came |= _newcomers([one.opposed for one in held], held, moved, against, np.full(len(held), SIMILAR))
    places = {name: place for place, name in enumerate(moved)}
    for row, one in enumerate(held):
        if not places.keys().isdisjoint(one.names()):
            same = _unmoved(one.results, places, along[row]) and _unmoved(one.opposed, places, against[row])
            came |= set() if same else {one.belief}
    return came


def _newcomers(
    known: Sequence[Mapping[str, float]],
    held: Sequence[Neighbours],
    moved: Sequence[str],
    scores: Vectors,
    entries: Vectors,
) -> set[str]:
    rows, columns = np.nonzero(scores >= entries[:, None])
    return {
        held[row].belief
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        if moved[column] not in known[row] and moved[column] != held[row].belief
    }


def _unmoved(known: Mapping[str, float], places: Mapping[str, int], scores: Vectors) -> bool:
    return all(score == float(scores[places[name]]) for name, score in known.items() if name in places)
