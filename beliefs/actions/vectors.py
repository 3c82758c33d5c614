"""Embedding what is new: passages of sessions, statements of beliefs and their negations.

A row is `fresh` until `actions.dependents` has looked who rests on it; a run that is killed in between loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import QuerySet

from beliefs.domain.corpus import Kind
from beliefs.domain.parse import text_hash
from beliefs.domain.quotes import passages_of
from beliefs.domain.signals import negated
from beliefs.models import BeliefRecord, BeliefVectors, Source, SourceVectors
from beliefs.queries.corpora import visible_beliefs, visible_sources
from validation.embeddings.protocol import Embedder

SESSIONS = 64
STATEMENTS = 256
Progress = Callable[[str, int, int], None]


def embed_missing(
    *, pipeline: str, embedder: Embedder, progress: Progress | None = None, most: int | None = None
) -> None:
    """Brings every vector that the pipeline sees up to date, or of sessions and of statements the first `most`. Raises
    EmbeddingFailed; what was embedded before that stays."""
    _sources(pipeline, embedder, progress, most)
    _beliefs(pipeline, embedder, progress, most)


def _sources(pipeline: str, embedder: Embedder, progress: Progress | None, most: int | None) -> None:
    current = dict(SourceVectors.objects.filter(embedder=embedder.name).values_list("source_id", "sha256"))
    rows = visible_sources(pipeline).filter(kind=Kind.SESSION).order_by("name").values_list("pk", "sha256")
    missing = [pk for pk, sha in rows if current.get(pk) != sha][:most]
    for at in range(0, len(missing), SESSIONS):
        _embed_sources(Source.objects.in_bulk(missing[at : at + SESSIONS]).values(), embedder)
        _tell(progress, "sessions embedded", min(at + SESSIONS, len(missing)), len(missing))


def _embed_sources(sources: Collection[Source], embedder: Embedder) -> None:
    cut = [passages_of(source.text) for source in sources]
    vectors = embedder.embed([passage for passages in cut for passage in passages]).astype(np.float32)
    ends = np.cumsum([len(passages) for passages in cut])
    fresh = [
        SourceVectors(
            source=source,
            embedder=embedder.name,
            sha256=source.sha256,
            passages=len(passages),
            data=vectors[end - len(passages) : end].tobytes(),
        )
        for source, passages, end in zip(sources, cut, ends, strict=True)
    ]
    with transaction.atomic():
        held = _held(Source.objects.filter(pk__in=[row.source_id for row in fresh]))
        SourceVectors.objects.bulk_create(
            [row for row in fresh if row.source_id in held],
            update_conflicts=True,
            unique_fields=["source"],
            update_fields=["embedder", "sha256", "passages", "data", "fresh"],
        )


def _beliefs(pipeline: str, embedder: Embedder, progress: Progress | None, most: int | None) -> None:
    held = dict(BeliefVectors.objects.filter(embedder=embedder.name).values_list("belief_id", "sha256"))
    rows = visible_beliefs(pipeline).order_by("name").values_list("pk", "statement")
    missing = [(pk, statement) for pk, statement in rows if held.get(pk) != text_hash(statement)][:most]
    for at in range(0, len(missing), STATEMENTS):
        _embed_beliefs(missing[at : at + STATEMENTS], embedder)
        _tell(progress, "statements embedded", min(at + STATEMENTS, len(missing)), len(missing))


def _embed_beliefs(batch: Sequence[tuple[int, str]], embedder: Embedder) -> None:
    opposites = {pk: opposite for pk, statement in batch if (opposite := negated(statement)) is not None}
    vectors = embedder.embed([*(statement for _, statement in batch), *opposites.values()]).astype(np.float32)
    against = dict(zip(opposites, vectors[len(batch) :], strict=True))
    fresh = [
        BeliefVectors(
            belief_id=pk,
            embedder=embedder.name,
            sha256=text_hash(statement),
            statement=vector.tobytes(),
            negated=against[pk].tobytes() if pk in against else None,
        )
        for (pk, statement), vector in zip(batch, vectors, strict=False)
    ]
    with transaction.atomic():
        held = _held(BeliefRecord.objects.filter(pk__in=[row.belief_id for row in fresh]))
        BeliefVectors.objects.bulk_create(
            [row for row in fresh if row.belief_id in held],
            update_conflicts=True,
            unique_fields=["belief"],
            update_fields=["embedder", "sha256", "statement", "negated", "fresh"],
        )


def _held(rows: QuerySet[Any]) -> set[int]:
    """Locked until the transaction ends. What was taken away while it was embedded is not among them, and what another
    audit embedded meanwhile is replaced by the same."""
    return set(rows.order_by("pk").select_for_update().values_list("pk", flat=True))


def _tell(progress: Progress | None, what: str, done: int, total: int) -> None:
    if progress is not None:
        progress(what, done, total)
