"""Finds the beliefs to assess again: those for which an input of the assessment has changed.

The inputs are the belief's own text (marked when it is stored), the targets of its links and the texts its quotes are
looked up in, the beliefs that support, cite or attack it, when it was last referenced, and its neighbours with their
scores. Each assessment stores its inputs; they are compared here and in `moved`, so adding or deleting a source needs
to mark nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import transaction

from beliefs.domain.corpus import Resolution
from beliefs.domain.parse import text_hash
from beliefs.gate import AssessmentContext
from beliefs.models import BeliefLink, BeliefRecord
from beliefs.queries.texts import StoredTexts
from validation.domain.batches import batches

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Inputs:
    """Inputs of an assessment that are not in the belief's file or links, for the beliefs of one pipeline."""

    pipeline: str
    known: AssessmentContext
    texts: StoredTexts

    def of(self, belief: str, *, unverified: bool) -> str:
        """The inputs as one string to compare, of at most 130 characters. A quote that was not found in its source was
        searched in every session, so then they all count."""
        graph = self.known.graph
        position = (
            graph.supporting(belief),
            graph.attacks(belief),
            graph.attacked_by(belief),
            graph.attack_ring(belief),
            self.known.last_referenced.get(belief),
        )
        own = text_hash(repr(position))
        return f"{own}:{self.texts.sessions_sha256}" if unverified else own


def mark_dependents(inputs: Inputs) -> None:
    """Marks beliefs as stale whose links, texts or position in the graph changed."""
    own = BeliefRecord.objects.filter(pipeline=inputs.pipeline, stale=False)
    rows = own.values_list("name", "inputs", "unverified_quotes")
    changed = {
        name for name, before, quotes in rows.iterator(_CHUNK) if before != inputs.of(name, unverified=quotes > 0)
    }
    mark_stale(keys_of(inputs.pipeline, changed | set(_with_changed_links(inputs))))


def _with_changed_links(inputs: Inputs) -> Iterator[str]:
    links = BeliefLink.objects.filter(belief__pipeline=inputs.pipeline, belief__stale=False).values_list(
        "belief__name", "target", "kind", "found_kind", "found_name", "why", "text_sha256"
    )
    known: dict[str, Resolution] = {}
    for belief, target, *before, text in links.iterator(chunk_size=5000):
        found = known.get(target) or known.setdefault(target, inputs.known.corpus.resolve(target))
        if before != list(as_stored(found)) or (text and text != inputs.texts.sha256_of(found)):
            yield belief


def as_stored(found: Resolution) -> tuple[str, str, str, str]:
    """kind, found_kind, found_name and why, as stored with a link."""
    return found.kind.value, found.found_kind, found.found_id, found.why[:700]


def keys_of(pipeline: str, names: Iterable[str]) -> list[int]:
    pks: list[int] = []
    for chunk in batches(sorted(names), _CHUNK):
        rows = BeliefRecord.objects.filter(pipeline=pipeline, name__in=chunk, stale=False)
        pks += rows.values_list("pk", flat=True)
    return pks


@transaction.atomic
def mark_stale(pks: Iterable[int]) -> None:
    """Locks in order of keys, as every audit does, to avoid deadlocks."""
    for some in batches(sorted(pks), _CHUNK):
        rows = BeliefRecord.objects.filter(pk__in=some).order_by("pk").select_for_update()
        BeliefRecord.objects.filter(pk__in=list(rows.values_list("pk", flat=True)), stale=False).update(stale=True)
