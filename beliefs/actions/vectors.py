"""Embeds what is new: passages of sessions, statements of beliefs and their negations.

A row stays `fresh` until `actions.moved` has marked the beliefs near it, so a run that is killed in between loses
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from django.db import transaction
from django.db.models import Model, QuerySet

from beliefs.domain.corpus import Kind
from beliefs.domain.parse import text_hash
from beliefs.domain.quotes import passages_of
from beliefs.domain.signals import negated
from beliefs.models import BeliefRecord, BeliefVectors, Source, SourceVectors
from beliefs.queries.corpora import visible_beliefs, visible_sources
from validation.domain.batches import batches
from validation.embeddings.protocol import Embedder

SESSIONS = 64
STATEMENTS = 256
Item = TypeVar("Item")
Progress = Callable[[str, int, int], None]


def embed_missing(
    *, pipeline: str, embedder: Embedder, progress: Progress | None = None, most: int | None = None
) -> None:
    """Updates the vectors visible to the pipeline, or at most the first `most` sessions and statements. Raises
    EmbeddingFailed; vectors embedded before that are kept."""
    kept = dict(SourceVectors.objects.filter(embedder=embedder.name).values_list("source_id", "sha256"))
    sessions = visible_sources(pipeline).filter(kind=Kind.SESSION).order_by("name").values_list("pk", "sha256")
    missing = [pk for pk, sha in sessions if kept.get(pk) != sha][:most]
    for some in with_progress(missing, SESSIONS, "sessions embedded", progress):
        _embed_sources(Source.objects.in_bulk(some).values(), embedder)
    known = dict(BeliefVectors.objects.filter(embedder=embedder.name).values_list("belief_id", "sha256"))
    beliefs = visible_beliefs(pipeline).order_by("name").values_list("pk", "statement")
    behind = [(pk, statement) for pk, statement in beliefs if known.get(pk) != text_hash(statement)][:most]
    for statements in with_progress(behind, STATEMENTS, "statements embedded", progress):
        _embed_beliefs(statements, embedder)


def with_progress(items: Sequence[Item], size: int, what: str, progress: Progress | None) -> Iterator[Sequence[Item]]:
    """Yields batches, and reports after each how many items are done."""
    done = 0
    for some in batches(items, size):
        yield some
        done += len(some)
        if progress is not None:
            progress(what, done, len(items))


def _embed_sources(sources: Collection[Source], embedder: Embedder) -> None:
    cut = [passages_of(source.text) for source in sources]
    vectors = embedder.embed([passage for passages in cut for passage in passages]).astype(np.float32)
    ends = np.cumsum([len(passages) for passages in cut])
    fresh = {
        source.pk: SourceVectors(
            source=source,
            embedder=embedder.name,
            sha256=source.sha256,
            passages=len(passages),
            data=vectors[end - len(passages) : end].tobytes(),
        )
        for source, passages, end in zip(sources, cut, ends, strict=True)
    }
    _put(SourceVectors, fresh, Source.objects.all(), "source", "passages", "data")


def _embed_beliefs(batch: Sequence[tuple[int, str]], embedder: Embedder) -> None:
    opposites = {pk: opposite for pk, statement in batch if (opposite := negated(statement)) is not None}
    vectors = embedder.embed([*(statement for _, statement in batch), *opposites.values()]).astype(np.float32)
    against = dict(zip(opposites, vectors[len(batch) :], strict=True))
    fresh = {
        pk: BeliefVectors(
            belief_id=pk,
            embedder=embedder.name,
            sha256=text_hash(statement),
            statement=vector.tobytes(),
            negated=against[pk].tobytes() if pk in against else None,
        )
        for (pk, statement), vector in zip(batch, vectors, strict=False)
    }
    _put(BeliefVectors, fresh, BeliefRecord.objects.all(), "belief", "statement", "negated")


@transaction.atomic
def _put(model: type[Model], fresh: Mapping[int, Model], owners: QuerySet[Any], owner: str, *fields: str) -> None:
    """Stores `fresh` vectors by owner, under a lock on the owners. Skips owners that were deleted in the meantime; a
    concurrent audit stores the same vectors."""
    locked = owners.filter(pk__in=fresh).order_by("pk").select_for_update().values_list("pk", flat=True)
    model._default_manager.bulk_create(
        [fresh[pk] for pk in locked],
        update_conflicts=True,
        unique_fields=[owner],
        update_fields=["embedder", "sha256", "fresh", *fields],
    )
