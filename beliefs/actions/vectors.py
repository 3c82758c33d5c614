"""Embedding what is new: passages of sessions, statements of beliefs and their negations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from beliefs.domain.contradictions import negated
from beliefs.domain.corpus import Kind
from beliefs.domain.nearest import Vectors
from beliefs.domain.passages import passages_of
from beliefs.models import BeliefRecord, BeliefVectors, Source, SourceVectors
from validation.embeddings.protocol import Embedder

BATCH = 64
Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Moved:
    """Vectors that came or went: whatever lies near one of them has to be assessed again."""

    rows: list[Vectors] = field(default_factory=list)
    embedded: int = 0

    def add(self, *vectors: Vectors) -> None:
        self.rows += [rows.reshape(-1, rows.shape[-1]) for rows in vectors if rows.size]

    @property
    def matrix(self) -> Vectors | None:
        return np.concatenate(self.rows) if self.rows else None


def embed_missing(*, embedder: Embedder, progress: Progress | None = None) -> Moved:
    """Brings every vector up to date. Raises EmbeddingFailed; what was embedded before that stays."""
    moved = Moved()
    _sources(embedder, moved, progress)
    _beliefs(embedder, moved, progress)
    return moved


def _sources(embedder: Embedder, moved: Moved, progress: Progress | None) -> None:
    current = dict(SourceVectors.objects.filter(embedder=embedder.name).values_list("source_id", "sha256"))
    rows = Source.objects.filter(kind=Kind.SESSION).order_by("name").values_list("pk", "sha256")
    missing = [pk for pk, sha in rows if current.get(pk) != sha]
    for at in range(0, len(missing), BATCH):
        for source in Source.objects.filter(pk__in=missing[at : at + BATCH]).order_by("name"):
            _embed_source(source, embedder, moved)
        _tell(progress, "sessions embedded", min(at + BATCH, len(missing)), len(missing))


def _embed_source(source: Source, embedder: Embedder, moved: Moved) -> None:
    passages = passages_of(source.text)
    fresh = embedder.embed(passages)
    old = SourceVectors.objects.filter(source=source, embedder=embedder.name).first()
    if old is not None and old.passages:
        moved.add(np.frombuffer(old.data, dtype=np.float32).reshape(old.passages, -1))
    moved.add(fresh)
    moved.embedded += len(passages)
    SourceVectors.objects.update_or_create(
        source=source,
        defaults={
            "embedder": embedder.name,
            "sha256": source.sha256,
            "passages": len(passages),
            "data": fresh.astype(np.float32).tobytes(),
        },
    )


def _beliefs(embedder: Embedder, moved: Moved, progress: Progress | None) -> None:
    vectors = BeliefVectors.objects.filter(embedder=embedder.name)
    held = dict(vectors.values_list("belief_id", "statement_text"))
    rows = BeliefRecord.objects.order_by("name").values_list("pk", "statement")
    missing = [(pk, statement) for pk, statement in rows if held.get(pk) != statement]
    for at in range(0, len(missing), BATCH * 4):
        _embed_beliefs(missing[at : at + BATCH * 4], embedder, moved)
        _tell(progress, "statements embedded", min(at + BATCH * 4, len(missing)), len(missing))


def _embed_beliefs(batch: Sequence[tuple[int, str]], embedder: Embedder, moved: Moved) -> None:
    opposites = {pk: opposite for pk, statement in batch if (opposite := negated(statement)) is not None}
    fresh = embedder.embed([statement for _, statement in batch])
    against = dict(zip(opposites, embedder.embed(list(opposites.values())), strict=True))
    old = BeliefVectors.objects.filter(belief_id__in=[pk for pk, _ in batch])
    for row in old:
        if row.embedder == embedder.name:
            moved.add(np.frombuffer(row.statement, dtype=np.float32))
    moved.add(fresh)
    moved.embedded += len(batch) + len(opposites)
    old.delete()
    BeliefVectors.objects.bulk_create(
        BeliefVectors(
            belief_id=pk,
            embedder=embedder.name,
            statement_text=statement,
            statement=vector.astype(np.float32).tobytes(),
            negated=against[pk].astype(np.float32).tobytes() if pk in against else None,
        )
        for (pk, statement), vector in zip(batch, fresh, strict=True)
    )


def _tell(progress: Progress | None, what: str, done: int, total: int) -> None:
    if progress is not None:
        progress(what, done, total)
