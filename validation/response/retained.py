"""Turns as something to be forgotten after a time (`validation.domain.operations.retention`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from validation.domain.attempt import RESPONSE, UNDECIDED
from validation.models import Attempt, IdempotencyRecord, Opinion, Turn
from validation.platform.retention.retained import RowsByAge, forget_events
from validation.platform.work.judge_calls import PRINCIPLES


class Turns(RowsByAge):
    name = "turns"
    told = "Turns: their attempts, texts, verdicts, memory, principles and closed interventions"
    model = Turn
    time = "updated_at"
    gate = RESPONSE
    asked_by = (RESPONSE, PRINCIPLES)

    def candidates(self, before: datetime) -> QuerySet[Any]:
        undecided = Attempt.objects.filter(turn=OuterRef("pk"), state__in=[state.value for state in UNDECIDED])
        return super().candidates(before).filter(~Exists(undecided))

    def subjects(self, keys: Sequence[Any]) -> list[tuple[Any, str]]:
        """Attempts, and the opinions that people are asked for on them."""
        attempts = Attempt.objects.filter(turn__in=keys).values_list("turn", "pk")
        opinions = Opinion.objects.filter(item__attempt__turn__in=keys).values_list("item__attempt__turn", "pk")
        return [(turn, str(subject)) for turn, subject in [*attempts, *opinions]]

    def forget(self, keys: Sequence[Any]) -> None:
        attempts = [subject for _, subject in self.subjects(keys)]
        forget_events("attempt", attempts)
        IdempotencyRecord.objects.filter(resource="attempt", resource_id__in=attempts).delete()
        super().forget(keys)
