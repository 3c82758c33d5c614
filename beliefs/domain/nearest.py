"""Nearest neighbours of a statement: cosines of unit vectors; a session scores as its best passage."""

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
    """Reads float32 bytes: one vector, or a matrix with `rows` rows."""
    vectors = np.frombuffer(data, dtype=np.float32)
    return vectors if rows is None else vectors.reshape(rows, -1)


TOP = 10
BLOCK = 128
"""Statements per block; limits memory to BLOCK x passages floats."""

ROWS = 4096
"""Vectors converted to double precision at a time."""

DECIMALS = 4
"""Scores are rounded before they are compared."""


@dataclass(frozen=True, slots=True)
class Space:
    """`passages` (P, D) are grouped by document; `starts` (N,) are the first rows of each of `documents`. `statements`
    (B, D) belong to `beliefs`."""

    documents: tuple[str, ...]
    starts: npt.NDArray[np.int64]
    passages: Vectors
    beliefs: tuple[str, ...]
    statements: Vectors

    def scores(self, queries: Vectors) -> tuple[Vectors, Vectors]:
        """Rounded scores of shapes (Q, N) and (Q, B)."""
        return best_passages(queries, self.passages, self.starts), cosines(queries, self.statements)


def cosines(queries: Vectors, vectors: Vectors) -> Vectors:
    """Rounded cosines of unit vectors, of shape (Q, V)."""
    if not len(vectors):
        return np.zeros((len(queries), 0))
    return np.round(_products(queries, vectors), DECIMALS)


def best_passages(queries: Vectors, passages: Vectors, starts: npt.NDArray[np.int64]) -> Vectors:
    """The best passage of each document, of shape (Q, documents), rounded. `starts` are the documents' first rows."""
    if not len(starts):
        return np.zeros((len(queries), 0))
    return np.round(np.maximum.reduceat(_products(queries, passages), starts, axis=1), DECIMALS)


def _products(queries: Vectors, vectors: Vectors) -> Vectors:
    """In double precision: in single precision the last bits depend on the block size, and one score in a thousand
    would round differently in an audit of one belief than in an audit of all."""
    wide = queries.astype(np.float64)
    parts = [wide @ vectors[at : at + ROWS].astype(np.float64).T for at in range(0, len(vectors), ROWS)]
    return np.concatenate(parts, axis=1)


@dataclass(frozen=True, slots=True)
class Query:
    """Vectors of shape (D,). `negated` is None if no pattern negates the statement."""

    belief: str
    statement: Vectors
    negated: Vectors | None


@dataclass(frozen=True, slots=True)
class Nearest:
    """`results` are near sessions and beliefs, best first; `candidates` are (belief, score against the negation, score
    against the statement). The belief itself is in neither."""

    results: tuple[Result, ...] = ()
    candidates: tuple[tuple[str, float, float], ...] = ()
    available: bool = True


NOT_MEASURED = Nearest(available=False)


def find(space: Space, queries: Sequence[Query]) -> list[Nearest]:
    """For each query the ten best documents and beliefs except itself, and the candidates for a contradiction."""
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
    """The positions of the best `number` scores, with all ties of the last one, so that the result does not depend on
    their order."""
    if len(scores) <= number:
        return list(range(len(scores)))
    least = -np.partition(-scores, number - 1)[number - 1]
    return [int(place) for place in np.flatnonzero(scores >= least)]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The neighbours of `belief` at its last assessment, as scores by name. `results` are above the threshold, at most
    ten; `opposed` are close to the negation."""

    belief: str
    results: Mapping[str, float]
    opposed: Mapping[str, float]

    def names(self) -> set[str]:
        return {*self.results, *self.opposed}

    def entry(self, threshold: float) -> float:
        """The least score that a new neighbour needs to enter the results; a tie may enter."""
        return min(self.results.values()) if len(self.results) >= TOP else np.nextafter(threshold, 1.0)


def remember(
    results: Sequence[Result], candidates: Sequence[tuple[str, float, float]], *, threshold: float
) -> dict[str, Any]:
    """Neighbours as plain data, for `recall`."""
    near = {result.doc: result.score for result in results if result.score > threshold}
    return {"results": near, "opposed": {name: against for name, against, _ in candidates if against >= SIMILAR}}


def recall(belief: str, stored: Mapping[str, Any]) -> Neighbours:
    return Neighbours(belief, stored.get("results", {}), stored.get("opposed", {}))


def with_lost_neighbours(neighbours: Iterable[Neighbours], present: Collection[str]) -> set[str]:
    """Beliefs with a neighbour that no longer exists."""
    return {one.belief for one in neighbours if any(name not in present for name in one.names())}


def with_changed_neighbours(
    neighbours: Sequence[Neighbours], moved: Sequence[str], along: Vectors, against: Vectors, *, threshold: float
) -> set[str]:
    """Beliefs for which one of `moved` is a new neighbour, or one with another score. `along` and `against`, of shape
    (neighbours, moved), are rounded scores against the statement and its negation (0 without one)."""
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
