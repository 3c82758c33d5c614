"""Who has to be assessed again: only the beliefs for which something that an assessment reads is another now.

A belief depends on its own words (marked when they are stored), on where its links lead and what its quotes are looked
up in, on who supports, cites or attacks it, on when it was last spoken of, and on its neighbours and their scores. Each
of these was kept by its last assessment and is compared here, so nothing has to be marked when a source comes or goes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from django.db import transaction

from beliefs.domain.corpus import Resolution
from beliefs.domain.nearest import Vectors, best_passages, cosines
from beliefs.domain.neighbours import bereft, recall, touched
from beliefs.models import BeliefLink, BeliefRecord, BeliefVectors, SourceVectors
from beliefs.queries.known import Known
from beliefs.queries.texts import StoredTexts

_CHUNK = 500
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Inputs:
    """What of an assessment does not stand in the belief's file or links; one string to compare, at most 130 long."""

    held: Known
    texts: StoredTexts

    def of(self, belief: str, *, unverified: bool) -> str:
        """A quote that was not found where it is cited was looked for in every session, so all of them count."""
        graph = self.held.graph
        told = (
            graph.supporting(belief),
            graph.attacks(belief),
            graph.attacked_by(belief),
            graph.attack_ring(belief),
            self.held.last_referenced.get(belief),
        )
        own = hashlib.sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()
        return f"{own}:{self.texts.sessions_sha256}" if unverified else own


def mark_dependents(inputs: Inputs) -> None:
    """Marks beliefs whose links, texts or place in the graph changed."""
    rows = BeliefRecord.objects.filter(stale=False).values_list("name", "inputs", "unverified_quotes")
    changed = {
        name for name, before, quotes in rows.iterator(_CHUNK) if before != inputs.of(name, unverified=quotes > 0)
    }
    _mark(changed | set(_led_elsewhere(inputs)))


def _led_elsewhere(inputs: Inputs) -> Iterator[str]:
    links = BeliefLink.objects.filter(belief__stale=False).values_list(
        "belief__name", "target", "kind", "found_kind", "found_name", "why", "text_sha256"
    )
    known: dict[str, Resolution] = {}
    for belief, target, *before, text in links.iterator(chunk_size=5000):
        found = known.get(target) or known.setdefault(target, inputs.held.corpus.resolve(target))
        if before != list(as_stored(found)) or (text and text != inputs.texts.sha256_of(found)):
            yield belief


def as_stored(found: Resolution) -> tuple[str, str, str, str]:
    """kind, found_kind, found_name, why: as a link keeps them."""
    return found.kind.value, found.found_kind, found.found_id, found.why[:700]


@transaction.atomic
def mark_neighbours(*, embedder: str, threshold: float) -> None:
    """Marks beliefs whose neighbours changed since their assessment: vectors that are fresh, and vectors that went."""
    assessed = BeliefRecord.objects.filter(stale=False, vectors__embedder=embedder)
    held = {name: recall(name, near) for name, near in assessed.values_list("name", "near")}
    changed = bereft(held.values(), _present(embedder)) if held else set()
    sources, statements = _fresh(SourceVectors, embedder), _fresh(BeliefVectors, embedder)
    if held and (sources or statements):
        rows = assessed.values_list("name", "vectors__statement", "vectors__negated")
        if told := [row for row in rows if row[0] in held]:
            along, against = _matrices(told)
            around = [held[name] for name, *_ in told]
            for names, sets in (*_moved_sessions(list(sources)), *_moved_beliefs(list(statements))):
                changed |= touched(around, names, sets(along), sets(against), threshold=threshold)
    _mark(changed)
    _settle(SourceVectors, sources)
    _settle(BeliefVectors, statements)


def _fresh(model: type[SourceVectors] | type[BeliefVectors], embedder: str) -> dict[int, str]:
    """Hashes of what was embedded, by key."""
    return dict(model.objects.filter(embedder=embedder, fresh=True).values_list("pk", "sha256"))


def _present(embedder: str) -> set[str]:
    sessions = SourceVectors.objects.filter(embedder=embedder, passages__gt=0).values_list("source__name", flat=True)
    beliefs = BeliefVectors.objects.filter(embedder=embedder).values_list("belief__name", flat=True)
    return {*(f"session-{name}" for name in sessions), *beliefs}


def _matrices(told: Sequence[tuple[str, bytes, bytes | None]]) -> tuple[Vectors, Vectors]:
    """Statements and negations, zeros where there is none."""
    along = np.stack([np.frombuffer(statement, dtype=np.float32) for _, statement, _ in told])
    against = np.zeros_like(along)
    for row, (_, _, negated) in enumerate(told):
        if negated is not None:
            against[row] = np.frombuffer(negated, dtype=np.float32)
    return along, against


_Moved = tuple[list[str], Callable[[Vectors], Vectors]]
"""Names, and their scores (queries, names) for any queries."""


def _moved_sessions(pks: Sequence[int]) -> Iterator[_Moved]:
    for chunk in _chunks(pks, 64):
        rows = SourceVectors.objects.filter(pk__in=chunk, passages__gt=0)
        told = list(rows.values_list("source__name", "passages", "data"))
        if told:
            starts = np.cumsum([0, *(number for _, number, _ in told[:-1])], dtype=np.int64)
            runs = [np.frombuffer(data, dtype=np.float32).reshape(number, -1) for _, number, data in told]
            scores = partial(best_passages, passages=np.concatenate(runs), starts=starts)
            yield [f"session-{name}" for name, *_ in told], scores


def _moved_beliefs(pks: Sequence[int]) -> Iterator[_Moved]:
    for chunk in _chunks(pks, 256):
        told = list(BeliefVectors.objects.filter(pk__in=chunk).values_list("belief__name", "statement"))
        if told:
            vectors = np.stack([np.frombuffer(statement, dtype=np.float32) for _, statement in told])
            yield [name for name, _ in told], partial(cosines, vectors=vectors)


def _settle(model: type[SourceVectors] | type[BeliefVectors], seen: Mapping[int, str]) -> None:
    """What was embedded anew since it was seen stays fresh. A row that another audit holds is passed over: it is being
    settled there, or replaced."""
    for chunk in _chunks(list(seen), _CHUNK):
        free = model.objects.filter(pk__in=chunk).select_for_update(skip_locked=True).values_list("pk", "sha256")
        model.objects.filter(pk__in=[pk for pk, sha in free if sha == seen[pk]]).update(fresh=False)


@transaction.atomic
def _mark(names: Iterable[str]) -> None:
    """Locks in the order of keys, as every audit does, so that no two wait for each other."""
    pks: list[int] = []
    for chunk in _chunks(sorted(names), _CHUNK):
        pks += BeliefRecord.objects.filter(name__in=chunk, stale=False).values_list("pk", flat=True)
    for some in _chunks(sorted(pks), _CHUNK):
        held = BeliefRecord.objects.filter(pk__in=some).order_by("pk").select_for_update().values_list("pk", flat=True)
        BeliefRecord.objects.filter(pk__in=list(held), stale=False).update(stale=True)


def _chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[at : at + size] for at in range(0, len(items), size))
