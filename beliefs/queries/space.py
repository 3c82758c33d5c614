"""What one pipeline reads as matrices of one embedder."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from beliefs.domain.nearest import Space, Vectors, read_vectors
from beliefs.models import BeliefVectors, SourceVectors
from beliefs.queries.corpora import visible_beliefs, visible_sources


def read_space(*, pipeline: str, embedder: str) -> Space:
    """Sessions and beliefs each in order of their names."""
    runs = SourceVectors.objects.filter(embedder=embedder, passages__gt=0, source__in=visible_sources(pipeline))
    rows = BeliefVectors.objects.filter(embedder=embedder, belief__in=visible_beliefs(pipeline))
    sessions = runs.order_by("source__name").values_list("source__name", "passages", "data")
    beliefs = rows.order_by("belief__name").values_list("belief__name", "statement")
    names, lengths, passages = zip(*sessions, strict=True) if sessions else ((), (), ())
    stated, statements = zip(*beliefs, strict=True) if beliefs else ((), ())
    return Space(
        tuple(f"session-{name}" for name in names),
        np.array([*accumulate(lengths[:-1], initial=0)][: len(names)], dtype=np.int64),
        _matrix(passages, sum(lengths)),
        stated,
        _matrix(statements, len(stated)),
    )


def _matrix(parts: tuple[bytes, ...], rows: int) -> Vectors:
    return read_vectors(b"".join(parts), rows) if parts else np.zeros((0, 0), dtype=np.float32)
