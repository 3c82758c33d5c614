"""Attempts whose verdict a person must not see yet: those with an open audit that this person has not answered, for
everyone may be the one who answers it, first, second or last."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from validation.domain.intervention import UNSETTLED
from validation.domain.trust.audit import OpinionState
from validation.models import Attempt, Opinion


def blind_attempts(person: str) -> frozenset[UUID]:
    """One statement."""
    return frozenset(pk for pk in _open_for(person).values_list("item__attempt", flat=True) if pk)


def blind_item(person: str, *, attempt: UUID | None = None, turn: int | None = None) -> UUID | None:
    """The intervention where this person has to answer the turn, or the turn of the attempt, first: that there is a
    second attempt tells that the first was not approved. None when they may see it."""
    hidden = blind_attempts(person)
    if not hidden:
        return None
    within = Attempt.objects.filter(pk__in=hidden)
    within = within.filter(turn=turn) if attempt is None else within.filter(turn__attempts=attempt)
    return _open_for(person).filter(item__attempt__in=within).values_list("intervention_id", flat=True).first()


def blind_question(person: str, intervention: UUID) -> UUID | None:
    """What this person has to answer before an intervention shows its verdict; None when it is another's, or nothing
    is asked."""
    return _open_for(person).filter(intervention=intervention).values_list("pk", flat=True).first()


def _open_for(person: str) -> QuerySet[Opinion]:
    """Of every open audit, unless this person has answered it. An assignment is a proposal and later answers are
    anybody's, so whoever reads the verdict first could not give one any more."""
    answered = Exists(Opinion.objects.filter(item=OuterRef("item"), by=person))
    waiting = Opinion.objects.filter(state=OpinionState.OPEN, intervention__state__in=UNSETTLED)
    return waiting.filter(~answered, item__attempt__isnull=False)
