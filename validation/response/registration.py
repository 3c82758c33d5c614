"""Registers the response gate with the platform."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from validation.domain.attempt import RESPONSE, UNDECIDED, AttemptState, Route
from validation.judge.configured import llm_answers
from validation.models import Attempt, Opinion, Turn
from validation.platform.events.forget import forget_events
from validation.platform.gates import RegisteredGate
from validation.platform.processes import judging_queue
from validation.platform.retained import RowsByAge
from validation.platform.work.judge_calls import PRINCIPLES
from validation.platform.work.leased_work import WorkKind
from validation.platform.work.locks import lock_turns_of
from validation.response.actions import judging
from validation.response.queries.attempt_resource import attempt_resources
from validation.response.queries.attempts import approval_concerns_of, described
from validation.response.queries.tallies import ATTEMPTS, CHECKS, JUDGEMENTS, TURNS
from validation.response.tasks import judge_attempt


class Turns(RowsByAge):
    name = "turns"
    description = "Turns: their attempts, texts, verdicts, memory, principles and closed interventions"
    model = Turn
    time = "updated_at"
    gate = RESPONSE
    asked_by = (RESPONSE, PRINCIPLES)
    keyed = "attempt"

    def candidates(self, before: datetime) -> QuerySet[Any]:
        undecided = Attempt.objects.filter(turn=OuterRef("pk"), state__in=UNDECIDED)
        return super().candidates(before).filter(~Exists(undecided))

    def subjects(self, keys: Sequence[Any]) -> list[tuple[Any, str]]:
        """Attempts, and the audit opinions on them."""
        attempts = Attempt.objects.filter(turn__in=keys).values_list("turn", "pk")
        opinions = Opinion.objects.filter(item__attempt__turn__in=keys).values_list("item__attempt__turn", "pk")
        return [(turn, str(subject)) for turn, subject in [*attempts, *opinions]]

    def forget(self, keys: Sequence[Any]) -> None:
        forget_events("attempt", [subject for _, subject in self.subjects(keys)])
        super().forget(keys)


AUTOMATIC_TRIES = 3
"""After this many judgements a halted attempt is requeued only at a person's request."""

GATE = RegisteredGate(
    name=RESPONSE,
    order=40,
    subject_kind="attempt",
    halt_title="Judging halted",
    describe=described,
    approval_concerns=approval_concerns_of,
    has_drafts=True,
    work=WorkKind(
        gate=RESPONSE,
        model=Attempt,
        ready=judging.ready,
        queue=judging_queue,
        judge=judge_attempt,
        judge_answers=llm_answers,
        oldest="decided_at",
        seldom_judged=Q(judgement_number__lte=AUTOMATIC_TRIES),
        forgets={"route": "", "halt_cause": "", "decided_at": None},
        halted=Q(state=AttemptState.HALTED, route=Route.HALT),
        observed=Q(enforced=False),
        lock=lock_turns_of,
    ),
    tallies=(ATTEMPTS, JUDGEMENTS, CHECKS, TURNS),
    retained=(Turns(),),
    apis=tuple(f"validation.response.api.{name}" for name in ("batches", "stream", "attempts", "turns", "principles")),
    resources={"attempt": attempt_resources},
)
