"""Attempts whose verdict a person must not see yet: those with an open audit that this person has not answered, because
anybody may become one of its answerers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet

from validation.domain.intervention import UNSETTLED, Kind
from validation.domain.trust.audit import OpinionState
from validation.models import Attempt, Opinion


@dataclass(frozen=True, slots=True)
class BlindWork:
    """`attempts` are those whose verdict the person must not see yet, `of_turns` all attempts of their turns, since a
    second attempt reveals that the first was not approved. `siblings` are those others of the turns that the person has
    answered nothing about. `later` are interventions hidden for the same reason until the person has answered an
    earlier attempt of the turn. Work that a pipeline waits for is never hidden."""

    attempts: frozenset[UUID] = frozenset()
    of_turns: frozenset[UUID] = frozenset()
    siblings: frozenset[UUID] = frozenset()
    later: frozenset[UUID] = frozenset()

    def withholds(self, attempt: UUID | None, *, awaited: bool) -> bool:
        """Whether the person must answer before seeing work on it; `awaited`: a pipeline waits for that work."""
        return attempt in self.attempts or (attempt in self.siblings and not awaited)


def blind_work(person: str) -> BlindWork:
    """One statement."""
    named = ("item__attempt", "item__attempt__turn", "item__attempt__number", "intervention", "intervention__kind")
    answered = Exists(Opinion.objects.filter(item__attempt=OuterRef("of_turn"), by=person))
    with_turns = _open_for(person).annotate(of_turn=F("item__attempt__turn__attempts"), answered=answered)
    rows = list(with_turns.values_list("of_turn", "answered", *named))
    first: dict[int, int] = {}
    for _, _, _, turn, number, _, _ in rows:
        first[turn] = min(number, first.get(turn, number))
    later = (pk for *_, turn, number, pk, kind in rows if number > first[turn] and kind != Kind.FAIL)
    attempts = frozenset(attempt for _, _, attempt, *_ in rows)
    return BlindWork(
        attempts=attempts,
        of_turns=frozenset(of_turn for of_turn, *_ in rows),
        siblings=frozenset(of_turn for of_turn, answered, *_ in rows if not answered) - attempts,
        later=frozenset(later),
    )


def blind_attempts(person: str) -> frozenset[UUID]:
    """One statement."""
    return blind_work(person).attempts


def turns_of(attempts: Collection[UUID]) -> QuerySet[Attempt, Any]:
    """Their turns. A list leaves out whole turns: that there is a second attempt tells something of the first."""
    return Attempt.objects.filter(pk__in=attempts).values("turn")


def is_asked_about(attempt: UUID) -> bool:
    """Whether somebody may still have to answer this attempt, or another of its turn, blind."""
    waiting = Opinion.objects.filter(state=OpinionState.OPEN, intervention__state__in=UNSETTLED)
    return waiting.filter(item__attempt__turn__attempts=attempt).exists()


def blind_item(
    person: str, *, attempt: UUID | None, turn: int | None = None, hidden: frozenset[UUID] | None = None
) -> UUID | None:
    """The intervention in which this person must answer on the turn (or the turn of the attempt) first, because a
    second attempt reveals that the first was not approved. None if they may see it. Pass `hidden` if loaded."""
    hidden = blind_attempts(person) if hidden is None else hidden
    if not hidden:
        return None
    within = Attempt.objects.filter(pk__in=hidden)
    within = within.filter(turn=turn) if attempt is None else within.filter(turn__attempts=attempt)
    first = _open_for(person).filter(item__attempt__in=within).order_by("item__attempt__number", "asked_at")
    return first.values_list("intervention_id", flat=True).first()


def blind_question(person: str, intervention: UUID) -> UUID | None:
    """The opinion that this person must give before an intervention shows its verdict; None if there is none, or it is
    somebody else's."""
    return _open_for(person).filter(intervention=intervention).values_list("pk", flat=True).first()


def _open_for(person: str) -> QuerySet[Opinion]:
    """Opinions of open audits that this person has not answered. Assignments are only proposals and anybody may give a
    later answer, so nobody may read the verdict before."""
    answered = Exists(Opinion.objects.filter(item=OuterRef("item"), by=person))
    waiting = Opinion.objects.filter(state=OpinionState.OPEN, intervention__state__in=UNSETTLED)
    return waiting.filter(~answered, item__attempt__isnull=False)
