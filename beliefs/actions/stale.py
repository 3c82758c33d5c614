"""Who has to be assessed again after a change: only what depends on it.

A belief depends on its own words, on what its links lead to, on who links to it, on the sessions that speak of it, and
on everything that lies near its statement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from django.db.models import Q

from beliefs.actions.vectors import Moved
from beliefs.domain.contradictions import SIMILAR
from beliefs.domain.corpus import Kind
from beliefs.models import BeliefLink, BeliefRecord, BeliefVectors
from validation.domain.policy import BeliefPolicy

MARGIN = 1e-4
"""Cosines of one pair may differ by rounding between two matrix products."""

_CHUNK = 500


def mark_beliefs(names: Collection[str]) -> None:
    """Beliefs that were added, changed or are about to go: they, who links to them, whom they link to."""
    _mark(names)
    for chunk in _chunks(names):
        _mark(BeliefLink.objects.filter(target__in=chunk).values_list("belief__name", flat=True))
        _mark(BeliefLink.objects.filter(belief__name__in=chunk).values_list("target", flat=True))


def mark_sources(*, kind: str, names: Collection[str], mentions: Iterable[str] = ()) -> None:
    """Sources that were added, changed or went. A new id can heal any broken link, and a path can make another one
    ambiguous; a session can hold a quote that was not found."""
    if not names:
        return
    affected = (
        Q(links__found_name="") | Q(links__found_kind=Kind.PATH) if kind == Kind.PATH else Q(links__found_name="")
    )
    if kind == Kind.SESSION:
        affected |= Q(unverified_quotes__gt=0)
    BeliefRecord.objects.filter(pk__in=BeliefRecord.objects.filter(affected).values("pk")).update(stale=True)
    for chunk in _chunks(names):
        found = BeliefLink.objects.filter(found_kind=kind, found_name__in=chunk)
        _mark(found.values_list("belief__name", flat=True))
    _mark(set(mentions))


def mark_near(*, moved: Moved, embedder: str, policy: BeliefPolicy) -> None:
    """Beliefs whose neighbourhood a moved vector lies in, before or after."""
    matrix = moved.matrix
    if matrix is None:
        return
    rows = list(BeliefVectors.objects.filter(embedder=embedder).values_list("belief__name", "statement", "negated"))
    near = [name for name, statement, _ in rows if _reaches(statement, matrix, policy.medium_evidence)]
    near += [name for name, _, against in rows if against is not None and _reaches(against, matrix, SIMILAR)]
    _mark(near)


def _reaches(data: bytes, matrix: np.ndarray, least: float) -> bool:
    return bool((matrix @ np.frombuffer(data, dtype=np.float32)).max() >= least - MARGIN)


def _mark(names: Iterable[str]) -> None:
    for chunk in _chunks(set(names)):
        BeliefRecord.objects.filter(name__in=chunk, stale=False).update(stale=True)


def _chunks(names: Collection[str]) -> Iterable[list[str]]:
    ordered = sorted(names)
    return (ordered[at : at + _CHUNK] for at in range(0, len(ordered), _CHUNK))
