"""Attempts whose verdict a person must not see yet: those that they are asked to answer blind, or are answering."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from validation.domain.trust.audit import OpinionState
from validation.models import Attempt, Opinion


def blind_attempts(person: str) -> frozenset[UUID]:
    """One statement; empty for nearly everybody."""
    asked = Q(assigned_to=person) | Q(intervention__claimed_by=person)
    open_ones = Opinion.objects.filter(asked, state=OpinionState.OPEN, item__attempt__isnull=False)
    return frozenset(pk for pk in open_ones.values_list("item__attempt", flat=True) if pk)


def blind_item(person: str, *, attempt: UUID | None = None, turn: int | None = None) -> UUID | None:
    """The intervention where this person has to answer the attempt first, or one of the turn; None when they may see
    it."""
    hidden = blind_attempts(person)
    if not hidden:
        return None
    within = Attempt.objects.filter(pk__in=hidden)
    within = within.filter(turn=turn) if attempt is None else within.filter(pk=attempt)
    asked = Q(assigned_to=person) | Q(intervention__claimed_by=person)
    return (
        Opinion.objects.filter(asked, state=OpinionState.OPEN, item__attempt__in=within)
        .values_list("intervention_id", flat=True)
        .first()
    )
