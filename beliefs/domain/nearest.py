"""What lies near a statement: cosines of unit vectors, the best passage of each session counting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from beliefs.domain.contradictions import CANDIDATES
from beliefs.domain.signals import Result

Vectors = npt.NDArray[np.float32]
TOP = 10
BLOCK = 256
"""Statements compared at a time; bounds the memory to BLOCK x passages floats."""


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
        """Shapes (Q, N) and (Q, B)."""
        along = queries @ self.statements.T if len(self.beliefs) else np.zeros((len(queries), 0), np.float32)
        if not len(self.documents):
            return np.zeros((len(queries), 0), np.float32), along
        return np.maximum.reduceat(queries @ self.passages.T, self.starts, axis=1), along


@dataclass(frozen=True, slots=True)
class Query:
    """`negated` is None when the statement has no opposite by patterns."""

    belief: str
    statement: Vectors
    negated: Vectors | None


@dataclass(frozen=True, slots=True)
class Found:
    results: tuple[Result, ...]
    candidates: tuple[tuple[str, float, float], ...]


def find(space: Space, queries: Sequence[Query]) -> list[Found]:
    """For each query the ten best documents and beliefs, itself left out, and the candidates of a contradiction."""
    found: list[Found] = []
    for at in range(0, len(queries), BLOCK):
        block = queries[at : at + BLOCK]
        documents, along = space.scores(np.stack([query.statement for query in block]))
        against = _against(space, block)
        found += [
            Found(
                _results(space, query, documents[row], along[row]), _candidates(space, query, against, along[row], row)
            )
            for row, query in enumerate(block)
        ]
    return found


def _against(space: Space, block: Sequence[Query]) -> Vectors:
    rows = [query.negated if query.negated is not None else np.zeros_like(query.statement) for query in block]
    return np.stack(rows) @ space.statements.T if len(space.beliefs) else np.zeros((len(block), 0), np.float32)


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
    if len(scores) <= number:
        return list(range(len(scores)))
    return [int(place) for place in np.argpartition(-scores, number)[:number]]
