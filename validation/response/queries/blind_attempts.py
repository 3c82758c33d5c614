"""Attempts whose verdict a person must not see yet: those that they are asked to answer blind or are answering, and
those that somebody has answered, for everyone who may give the next answer."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from validation.domain.trust.audit import OpinionState
from validation.models import Attempt, Opinion


def blind_attempts(person: str) -> frozenset[UUID]:
    """One statement; empty for nearly everybody."""
    return frozenset(pk for pk in _open_for(person).values_list("item__attempt", flat=True) if pk)


def blind_item(person: str, *, attempt: UUID | None = None, turn: int | None = None) -> UUID | None:
    """The intervention where this person has to answer the attempt first, or one of the turn; None when they may see
    it."""
    hidden = blind_attempts(person)
    if not hidden:
        return None
    within = Attempt.objects.filter(pk__in=hidden)
    within = within.filter(turn=turn) if attempt is None else within.filter(pk=attempt)
    return _open_for(person).filter(item__attempt__in=within).values_list("intervention_id", flat=True).first()


def _open_for(person: str) -> QuerySet[Opinion]:
    """An assignment is a proposal, so the second answer and the third may be anybody's who has not given one."""
    answers = Opinion.objects.filter(item=OuterRef("item"), state=OpinionState.ANSWERED)
    asked = Q(assigned_to=person) | Q(intervention__claimed_by=person)
    may_be_asked = Exists(answers) & ~Exists(answers.filter(by=person))
    return Opinion.objects.filter(asked | may_be_asked, state=OpinionState.OPEN, item__attempt__isnull=False)
