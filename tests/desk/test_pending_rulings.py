"""A ruling that can still be undone, and a judging of the same attempt."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.desk.people import work_on
from tests.overlap import meet
from tests.verdicts import approves, claimed, decided_as, failed, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.rulings import RulingText
from validation.domain.errors import Conflict
from validation.domain.intervention import Ruling
from validation.models import Attempt, MemoryCandidate, RulingRecord
from validation.platform.work.locks import lock_turns_of
from validation.response.actions.judging import claim, rejudge_attempt

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(minutes=1)


def rule(attempt: Attempt) -> RulingRecord:
    text = RulingText(message="Sorry.")
    return rulings.rule(
        intervention_id=work_on(attempt).pk,
        ruling=Ruling.CONFIRM_FAIL,
        by="rita",
        now=NOW,
        text=text,
        subject_id=str(attempt.pk),
    )


def undo(attempt: Attempt) -> None:
    rulings.undo(by="rita", now=NOW, intervention_id=work_on(attempt).pk)


def rejudge(attempt: Attempt, *, apply: bool = False) -> None:
    rejudge_attempt(attempt=attempt, apply=apply, by="ada", now=NOW)


def outcome(attempt: Attempt) -> tuple[str, str]:
    """Its route, and the state of its memory."""
    route = Attempt.objects.get(pk=attempt.pk).route
    return route, MemoryCandidate.objects.get(attempt=attempt).state


def queued_again() -> Attempt:
    attempt = halted_by("judge_refused")
    rejudge(attempt)
    return attempt


def failed_to_be_replaced() -> Attempt:
    """Failed, with the order that the next judgement replaces its decision."""
    attempt = failed()
    rejudge(attempt, apply=True)
    return attempt


to_be_judged_again = pytest.mark.parametrize("prepare", [queued_again, failed_to_be_replaced])


def test_a_halted_attempt_under_a_pending_ruling_is_not_queued() -> None:
    attempt = halted_by("judge_refused")
    rule(attempt)
    with pytest.raises(Conflict) as raised:
        rejudge(attempt)
    assert raised.value.code == "already_ruled"


def test_a_decision_under_a_pending_ruling_is_not_replaced() -> None:
    attempt = failed()
    rule(attempt)
    with pytest.raises(Conflict) as raised:
        rejudge(attempt, apply=True)
    assert raised.value.code == "already_ruled"


def test_a_decision_under_a_pending_ruling_is_judged_for_comparison() -> None:
    attempt = failed()
    rule(attempt)
    rejudge(attempt)
    assert approves(claimed(attempt)) is not None


def test_a_halted_attempt_is_queued_after_the_undo() -> None:
    attempt = halted_by("judge_refused")
    rule(attempt)
    undo(attempt)
    rejudge(attempt)
    assert outcome(decided_as("APPROVE", attempt)) == ("APPROVE", "committed")


@to_be_judged_again
def test_no_worker_claims_an_attempt_under_a_pending_ruling(prepare: Callable[[], Attempt]) -> None:
    attempt = prepare()
    rule(attempt)
    assert claim(attempt_id=attempt.pk, now=NOW) is None


@to_be_judged_again
def test_a_worker_claims_it_after_the_undo(prepare: Callable[[], Attempt]) -> None:
    attempt = prepare()
    rule(attempt)
    undo(attempt)
    assert outcome(decided_as("APPROVE", attempt)) == ("APPROVE", "committed")


@to_be_judged_again
def test_what_is_judged_under_a_pending_ruling_is_not_recorded(prepare: Callable[[], Attempt]) -> None:
    attempt = prepare()
    before = outcome(attempt)
    taken = claimed(attempt)
    rule(attempt)
    assert approves(taken) is None
    assert outcome(attempt) == before


@to_be_judged_again
def test_the_ruling_decides_what_was_judged_meanwhile(prepare: Callable[[], Attempt]) -> None:
    attempt = prepare()
    taken = claimed(attempt)
    rule(attempt)
    approves(taken)
    rulings.finalize_due(now=LATER)
    assert outcome(attempt) == ("FAIL", "discarded")


@to_be_judged_again
def test_what_was_judged_meanwhile_is_judged_again_after_the_undo(prepare: Callable[[], Attempt]) -> None:
    attempt = prepare()
    taken = claimed(attempt)
    rule(attempt)
    approves(taken)
    undo(attempt)
    assert outcome(decided_as("APPROVE", attempt)) == ("APPROVE", "committed")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_ruling_made_while_the_judgement_is_recorded_wins() -> None:
    attempt = queued_again()
    taken = claimed(attempt)
    meet(holding=lambda: rule(attempt), other=lambda: approves(taken), then=lambda: None)
    rulings.finalize_due(now=LATER)
    assert outcome(attempt) == ("FAIL", "discarded")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_ruling_that_waits_for_a_judgement_is_refused() -> None:
    attempt = queued_again()
    taken = claimed(attempt)

    def rule_late() -> str:
        try:
            rule(attempt)
        except Conflict as refusal:
            return refusal.code
        return ""

    _, refused = meet(holding=lambda: approves(taken), other=rule_late, then=lambda: None)
    assert (refused, outcome(attempt)) == ("intervention_closed", ("APPROVE", "committed"))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_judgement_that_waits_for_the_ruling_to_become_final_changes_nothing() -> None:
    attempt = queued_again()
    taken = claimed(attempt)
    rule(attempt)
    finalize: Callable[[], object] = lambda: rulings.finalize_due(now=LATER)  # noqa: E731
    meet(holding=lambda: lock_turns_of([str(attempt.pk)]), other=lambda: approves(taken), then=finalize)
    assert outcome(attempt) == ("FAIL", "discarded")
