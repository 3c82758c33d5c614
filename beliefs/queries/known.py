"""Reads what a pipeline's belief is assessed against: known ids, the graph, dates of last reference, and vectors."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import accumulate

import numpy as np
from django.db.models.functions import Substr

from beliefs.domain.belief import Belief
from beliefs.domain.corpus import Corpus, Kind
from beliefs.domain.graph import BeliefGraph, Edge, edge_of, edges_of
from beliefs.domain.nearest import Space, Vectors, read_vectors
from beliefs.gate import AssessmentContext
from beliefs.models import BeliefLink, BeliefVectors, SourceVectors
from beliefs.queries.corpora import visible_beliefs, visible_sources
from validation.models import Turn

TURN = "turn-"


def read_known(*, pipeline: str, incoming: Belief | None = None) -> AssessmentContext:
    """As stored, with `incoming` added or replacing the stored belief of its name."""
    names = dict(visible_beliefs(pipeline).values_list("name", "revised"))
    if incoming is not None:
        names[incoming.id] = incoming.revised
    corpus = Corpus(_ids(pipeline, names, incoming))
    edges = [edge for edge in _edges(pipeline, names) if incoming is None or edge[0] != incoming.id]
    edges += [(incoming.id, edge) for edge in edges_of(incoming, names.keys())] if incoming else []
    return AssessmentContext(corpus, BeliefGraph(edge for _, edge in edges), _last_referenced(pipeline, names, edges))


def _ids(pipeline: str, names: dict[str, date | None], incoming: Belief | None) -> Iterator[tuple[Kind, str]]:
    for name in names:
        yield Kind.BELIEF, name
    for kind, name in visible_sources(pipeline).values_list("kind", "name").iterator(chunk_size=5000):
        yield Kind(kind), name
    for turn_id in _cited_turns(pipeline, incoming):
        yield Kind.TURN, turn_id


def _cited_turns(pipeline: str, incoming: Belief | None) -> Iterator[str]:
    """Ids of turns that a link names, with or without the prefix. In a union, unlike in an OR, each part can use the
    index of turn ids."""
    links = BeliefLink.objects.filter(belief__in=visible_beliefs(pipeline))
    prefixed = links.filter(target__startswith=TURN).values(turn_id=Substr("target", len(TURN) + 1))
    sent = {link.target for link in incoming.links} if incoming else set()
    sent |= {target.removeprefix(TURN) for target in sent}
    turns = Turn.objects.filter(pipeline__name=pipeline).values_list("turn_id", flat=True)
    cited = [turns.filter(turn_id__in=ids) for ids in (links.values("target"), prefixed, sent)]
    yield from cited[0].union(*cited[1:])


def _edges(pipeline: str, names: dict[str, date | None]) -> Iterator[tuple[str, Edge]]:
    """(the belief whose file has the link, the edge)"""
    links = BeliefLink.objects.filter(belief__in=visible_beliefs(pipeline))
    rows = links.values_list("belief__name", "target", "section", "defeated")
    for belief, target, section, defeated in rows.iterator(chunk_size=5000):
        if target in names and target != belief:
            yield belief, edge_of(belief, target, section, defeated=defeated)


def _last_referenced(pipeline: str, names: dict[str, date | None], edges: list[tuple[str, Edge]]) -> dict[str, date]:
    """The latest of: a session that mentions the belief, a revision of a belief that links to it, its own revision."""
    latest = {name: revised for name, revised in names.items() if revised}
    sessions = visible_sources(pipeline).filter(kind=Kind.SESSION, dated__isnull=False).values_list("dated", "mentions")
    for dated, mentions in sessions.iterator(chunk_size=500):
        for name in mentions:
            if dated and name in names:
                latest[name] = max(latest.get(name, dated), dated)
    for file, edge in edges:
        revised, linked = names.get(file), edge.target if edge.source == file else edge.source
        if revised:
            latest[linked] = max(latest.get(linked, revised), revised)
    return latest


def read_space(*, pipeline: str, embedder: str) -> Space:
    """The vectors of one embedder as matrices, sessions and beliefs each ordered by name."""
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
