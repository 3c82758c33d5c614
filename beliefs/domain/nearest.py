"""What lies near a statement: cosines of unit vectors, the best passage of each session counting."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs.domain.signals import CANDIDATES, SIMILAR, Result
from validation.domain.batches import batches

Vectors = npt.NDArray[np.floating[Any]]
Blob = bytes | memoryview


def read_vectors(data: Blob, rows: int | None = None) -> Vectors:
    """As `tobytes` of float32 stored them: one vector, or a matrix of so many `rows`."""
    vectors = np.frombuffer(data, dtype=np.float32)
    return vectors if rows is None else vectors.reshape(rows, -1)


TOP = 10
BLOCK = 128
"""Statements compared at a time; bounds the memory to BLOCK x passages floats."""

ROWS = 4096
"""Vectors widened at a time."""

DECIMALS = 4
"""Scores are rounded before anything is asked of them."""


@dataclass(frozen=True, slots=True)
class Space:
    """`passages` (P, D) lie in runs by document; `starts` (N,) is where the run of each of `documents` begins.
    `statements` (B, D) belong to `beliefs`."""

    documents: tuple[str, ...]
    starts: npt.NDArray[np.int64]
    passages: Vectors
    beliefs: tuple[str, ...]
    statements: Vectors

    def scores(self, queries: Vectors) -> tuple[Vectors, Vectors]:
        """Shapes (Q, N) and (Q, B), rounded."""
        return best_passages(queries, self.passages, self.starts), cosines(queries, self.statements)


def cosines(queries: Vectors, vectors: Vectors) -> Vectors:
    """Shape (Q, V), of unit vectors, rounded."""
    if not len(vectors):
        return np.zeros((len(queries), 0))
    return np.round(_products(queries, vectors), DECIMALS)


def best_passages(queries: Vectors, passages: Vectors, starts: npt.NDArray[np.int64]) -> Vectors:
    """Shape (Q, documents): the best passage of each document, whose run begins at its entry of `starts`. Rounded."""
    if not len(starts):
        return np.zeros((len(queries), 0))
    return np.round(np.maximum.reduceat(_products(queries, passages), starts, axis=1), DECIMALS)


def _products(queries: Vectors, vectors: Vectors) -> Vectors:
    """In double precision: in single, the last bits depend on how many statements share a block, and one score in a
    thousand would be rounded otherwise by an audit of one belief than by an audit of all."""
    wide = queries.astype(np.float64)
    parts = [wide @ vectors[at : at + ROWS].astype(np.float64).T for at in range(0, len(vectors), ROWS)]
    return np.concatenate(parts, axis=1)


@dataclass(frozen=True, slots=True)
class Query:
    """`negated` is None when the statement has no opposite by patterns."""

    belief: str
    statement: Vectors
    negated: Vectors | None


@dataclass(frozen=True, slots=True)
class Nearest:
    """What lies near the statement: `results` of sessions and beliefs, best first; `candidates` are (belief, score
    against the negation, score against the statement). None of both is the belief itself."""

    results: tuple[Result, ...] = ()
    candidates: tuple[tuple[str, float, float], ...] = ()
    available: bool = True


NOT_MEASURED = Nearest(available=False)


def find(space: Space, queries: Sequence[Query]) -> list[Nearest]:
    """For each query the ten best documents and beliefs, itself left out, and the candidates of a contradiction."""
    found: list[Nearest] = []
    for block in batches(queries, BLOCK):
        documents, along = space.scores(np.stack([query.statement for query in block]))
        against = _against(space, block)
        found += [
            Nearest(
                _results(space, query, documents[row], along[row]), _candidates(space, query, against, along[row], row)
            )
            for row, query in enumerate(block)
        ]
    return found


def _against(space: Space, block: Sequence[Query]) -> Vectors:
    rows = [query.negated if query.negated is not None else np.zeros_like(query.statement) for query in block]
    return cosines(np.stack(rows), space.statements)


def _results(space: Space, query: Query, documents: Vectors, along: Vectors) -> tuple[Result, ...]:
    near = [(float(documents[place]), space.documents[place]) for place in _best(documents, TOP)]
    near += [(float(along[place]), space.beliefs[place]) for place in _best(along, TOP + 1)]
    near = [(score, name) for score, name in near if name != query.belief]
    return tuple(Result(name, score) for score, name in sorted(near, key=lambda one: (-one[0], one[1]))[:TOP])


def _candidates(
    space: Space, query: Query, against: Vectors, along: Vectors, row: int
) -> tuple[tuple[str, float, float], ...]:
    if query.negated is None:
        return ()
    places = _best(against[row], CANDIDATES + 1)
    named = [(space.beliefs[place], float(against[row][place]), float(along[place])) for place in places]
    return tuple(one for one in named if one[0] != query.belief)


def _best(scores: Vectors, number: int) -> list[int]:
    """At least `number` places, with all that share the last one's score: which of them counts is for the caller to
    say, not for the order in which they lie."""
    if len(scores) <= number:
        return list(range(len(scores)))
    least = -np.partition(-scores, number - 1)[number - 1]
    return [int(place) for place in np.flatnonzero(scores >= least)]


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


def bereft(neighbours: Iterable[Neighbours], present: Collection[str]) -> set[str]:
    """Beliefs that rest on something that is no longer there."""
    return {one.belief for one in neighbours if any(name not in present for name in one.names())}


def touched(
    neighbours: Sequence[Neighbours], moved: Sequence[str], along: Vectors, against: Vectors, *, threshold: float
) -> set[str]:
    """Beliefs for which one of the `moved` came, went or scores otherwise. `along` and `against`, of the shape
    (neighbours, moved), are rounded scores against the statement and its negation, the latter 0 where there is none."""
    entries = np.array([one.entry(threshold) for one in neighbours])
    came = _newcomers([one.results for one in neighbours], neighbours, moved, along, entries)
    similar = np.full(len(neighbours), SIMILAR)
    came |= _newcomers([one.opposed for one in neighbours], neighbours, moved, against, similar)
    places = {name: place for place, name in enumerate(moved)}
    for row, one in enumerate(neighbours):
        if not places.keys().isdisjoint(one.names()):
            same = _unmoved(one.results, places, along[row]) and _unmoved(one.opposed, places, against[row])
            came |= set() if same else {one.belief}
    return came


def _newcomers(
    known: Sequence[Mapping[str, float]],
    neighbours: Sequence[Neighbours],
    moved: Sequence[str],
    scores: Vectors,
    entries: Vectors,
) -> set[str]:
    rows, columns = np.nonzero(scores >= entries[:, None])
    return {
        neighbours[row].belief
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        if moved[column] not in known[row] and moved[column] != neighbours[row].belief
    }


def _unmoved(known: Mapping[str, float], places: Mapping[str, int], scores: Vectors) -> bool:
    return all(score == float(scores[places[name]]) for name, score in known.items() if name in places)
