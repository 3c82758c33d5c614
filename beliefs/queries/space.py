"""What one pipeline reads as matrices of one embedder, kept in this process by content: only what changed is read
again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from beliefs.domain.nearest import Space, Vectors, read_vectors
from beliefs.models import BeliefVectors, SourceVectors
from beliefs.queries.corpora import visible_beliefs, visible_sources
from validation.domain.batches import batches

_CHUNK = 500
_KEPT = 4
"""Pipelines whose matrices this process keeps, the last ones asked for."""

Named = tuple[tuple[str, str], ...]
"""(name, sha256) in order of names."""


@dataclass(frozen=True, slots=True)
class _Kept:
    embedder: str
    sources: Named
    beliefs: Named
    space: Space


class _Memory:
    """By pipeline, replaced as a whole."""

    kept: Mapping[str, _Kept] = {}


_memory = _Memory()


def read_space(*, pipeline: str, embedder: str) -> Space:
    """Sessions and beliefs each in order of their names. Threads may ask at once; at worst both read."""
    runs = SourceVectors.objects.filter(embedder=embedder, passages__gt=0, source__in=visible_sources(pipeline))
    statements = BeliefVectors.objects.filter(embedder=embedder, belief__in=visible_beliefs(pipeline))
    sources: Named = tuple(runs.order_by("source__name").values_list("source__name", "sha256"))
    beliefs: Named = tuple(statements.order_by("belief__name").values_list("belief__name", "sha256"))
    memory = {name: one for name, one in _memory.kept.items() if one.embedder == embedder}
    kept = memory.pop(pipeline, None)
    if kept is None or (kept.sources, kept.beliefs) != (sources, beliefs):
        kept = _read(sources, beliefs, embedder, *_by_content([*memory.values(), *([kept] if kept else [])]))
    _memory.kept = dict([*memory.items(), (pipeline, kept)][-_KEPT:])
    return kept.space


def _by_content(memory: Iterable[_Kept]) -> tuple[dict[str, Vectors], dict[str, Vectors]]:
    """Passages and statements by the hash of what was embedded."""
    passages: dict[str, Vectors] = {}
    statements: dict[str, Vectors] = {}
    for kept in memory:
        runs = np.split(kept.space.passages, kept.space.starts[1:]) if kept.sources else []
        passages |= {sha: run for (_, sha), run in zip(kept.sources, runs, strict=True)}
        statements |= {sha: row for (_, sha), row in zip(kept.beliefs, kept.space.statements, strict=True)}
    return passages, statements


def _read(
    sources: Named, beliefs: Named, embedder: str, passages: dict[str, Vectors], statements: dict[str, Vectors]
) -> _Kept:
    for chunk in batches(sorted({sha for _, sha in sources} - passages.keys()), _CHUNK):
        rows = SourceVectors.objects.filter(embedder=embedder, sha256__in=chunk)
        for sha, number, data in rows.values_list("sha256", "passages", "data"):
            passages[sha] = read_vectors(data, number)
    for chunk in batches(sorted({sha for _, sha in beliefs} - statements.keys()), _CHUNK):
        found = BeliefVectors.objects.filter(embedder=embedder, sha256__in=chunk).values_list("sha256", "statement")
        statements |= {sha: read_vectors(data) for sha, data in found}
    # What was replaced between the two reads is left out; the next call finds it.
    sources = tuple(one for one in sources if one[1] in passages)
    beliefs = tuple(one for one in beliefs if one[1] in statements)
    runs = [passages[sha] for _, sha in sources]
    lengths = [len(run) for run in runs]
    space = Space(
        tuple(f"session-{name}" for name, _ in sources),
        np.cumsum([0, *lengths[:-1]], dtype=np.int64)[: len(runs)],
        _matrix(runs),
        tuple(name for name, _ in beliefs),
        _matrix([statements[sha][None] for _, sha in beliefs]),
    )
    return _Kept(embedder, sources, beliefs, space)


def _matrix(parts: Sequence[Vectors]) -> Vectors:
    return np.concatenate(parts) if parts else np.zeros((0, 0), dtype=np.float32)
