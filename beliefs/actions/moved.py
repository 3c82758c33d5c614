"""Finds the beliefs whose neighbours changed: vectors that are new (`fresh`) or deleted.

A vector of `common` is visible to every pipeline without a belief or session of the same id, so it stays fresh until
all pipelines were checked. A vector of a pipeline concerns only that pipeline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
from django.db import transaction

from beliefs.actions.dependents import keys_of, mark_stale
from beliefs.domain.corpus import COMMON
from beliefs.domain.nearest import (
    Blob,
    Vectors,
    best_passages,
    cosines,
    read_vectors,
    recall,
    with_changed_neighbours,
    with_lost_neighbours,
)
from beliefs.models import BeliefRecord, BeliefVectors, SourceVectors
from beliefs.queries.corpora import corpora_of, pipelines_with_beliefs, visible_beliefs, visible_sources
from validation.domain.batches import batches

_CHUNK = 500
Fresh = Mapping[int, str]
"""Hashes of the embedded texts, by key of the vectors."""


@transaction.atomic
def mark_neighbours(*, pipeline: str, embedder: str, threshold: float) -> None:
    """Marks beliefs as stale whose neighbours changed since their assessment: those of the pipeline, or of all
    pipelines if a vector of `common` is fresh."""
    corpora = corpora_of(pipeline)
    fresh = SourceVectors.objects.filter(source__pipeline__in=corpora, embedder=embedder, fresh=True)
    sources = dict(fresh.values_list("pk", "sha256"))
    concerned = BeliefVectors.objects.filter(belief__pipeline__in=corpora, embedder=embedder, fresh=True)
    statements = dict(concerned.values_list("pk", "sha256"))
    shared = fresh.filter(source__pipeline=COMMON).exists() or concerned.filter(belief__pipeline=COMMON).exists()
    changed: list[int] = []
    for one in pipelines_with_beliefs() if shared else (pipeline,):
        changed += keys_of(one, _changed(one, embedder, threshold, sources, statements))
    mark_stale(changed)
    _clear_fresh(SourceVectors, sources)
    _clear_fresh(BeliefVectors, statements)


def _changed(pipeline: str, embedder: str, threshold: float, sources: Fresh, statements: Fresh) -> set[str]:
    """Names of the pipeline's beliefs with a neighbour that was added, deleted or changed."""
    assessed = BeliefRecord.objects.filter(pipeline=pipeline, stale=False, vectors__embedder=embedder)
    neighbours = {name: recall(name, near) for name, near in assessed.values_list("name", "near")}
    if not neighbours:
        return set()
    changed = with_lost_neighbours(neighbours.values(), _present(pipeline, embedder))
    if not sources and not statements:
        return changed
    stored = assessed.values_list("name", "vectors__statement", "vectors__negated")
    rows = [row for row in stored if row[0] in neighbours]
    if rows:
        along, against = _matrices(rows)
        around = [neighbours[name] for name, *_ in rows]
        for names, sets in (*_moved_sessions(pipeline, list(sources)), *_moved_beliefs(pipeline, list(statements))):
            changed |= with_changed_neighbours(around, names, sets(along), sets(against), threshold=threshold)
    return changed


def _present(pipeline: str, embedder: str) -> set[str]:
    sessions = SourceVectors.objects.filter(embedder=embedder, passages__gt=0, source__in=visible_sources(pipeline))
    beliefs = BeliefVectors.objects.filter(embedder=embedder, belief__in=visible_beliefs(pipeline))
    names = sessions.values_list("source__name", flat=True)
    return {*(f"session-{name}" for name in names), *beliefs.values_list("belief__name", flat=True)}


def _matrices(rows: Sequence[tuple[str, Blob, Blob | None]]) -> tuple[Vectors, Vectors]:
    """Statements and negations; a missing negation is a row of zeros."""
    along = np.stack([read_vectors(statement) for _, statement, _ in rows])
    against = np.zeros_like(along)
    for row, (_, _, negated) in enumerate(rows):
        if negated is not None:
            against[row] = read_vectors(negated)
    return along, against


_Moved = tuple[list[str], Callable[[Vectors], Vectors]]
"""Names, and a function from queries to their scores, of shape (queries, names)."""


def _moved_sessions(pipeline: str, pks: Sequence[int]) -> Iterator[_Moved]:
    for chunk in batches(pks, 64):
        rows = SourceVectors.objects.filter(pk__in=chunk, passages__gt=0, source__in=visible_sources(pipeline))
        sessions = list(rows.values_list("source__name", "passages", "data"))
        if sessions:
            starts = np.cumsum([0, *(number for _, number, _ in sessions[:-1])], dtype=np.int64)
            runs = [read_vectors(data, number) for _, number, data in sessions]
            scores = partial(best_passages, passages=np.concatenate(runs), starts=starts)
            yield [f"session-{name}" for name, *_ in sessions], scores


def _moved_beliefs(pipeline: str, pks: Sequence[int]) -> Iterator[_Moved]:
    for chunk in batches(pks, 256):
        rows = BeliefVectors.objects.filter(pk__in=chunk, belief__in=visible_beliefs(pipeline))
        beliefs = list(rows.values_list("belief__name", "statement"))
        if beliefs:
            vectors = np.stack([read_vectors(statement) for _, statement in beliefs])
            yield [name for name, _ in beliefs], partial(cosines, vectors=vectors)


def _clear_fresh(model: type[SourceVectors] | type[BeliefVectors], seen: Fresh) -> None:
    """Marks these vectors as no longer fresh, unless they were embedded again since. Skips rows locked by another
    audit, which clears or replaces them itself."""
    for chunk in batches(list(seen), _CHUNK):
        free = model.objects.filter(pk__in=chunk).select_for_update(skip_locked=True).values_list("pk", "sha256")
        model.objects.filter(pk__in=[pk for pk, sha in free if sha == seen[pk]]).update(fresh=False)
