"""A ruling and a judge at once: what a person has decided stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.verdicts import approves, claimed, decided_as, failed, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.expiry import expire_due
from validation.desk.actions.rejudging import rejudge_group
from validation.desk.actions.rulings import RulingText
from validation.domain.errors import Conflict
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention, Occurrence
from validation.models.response.attempt import Rejudge
from validation.response.actions import memory
from validation.response.actions.judging import claim, rejudge_attempt

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(minutes=1)


def the_work() -> Intervention:
    return Intervention.objects.get(state="open")


def rule(attempt: Attempt, ruling: Ruling = Ruling.CONFIRM_FAIL) -> None:
    rulings.rule(
        intervention_id=the_work().pk,
        ruling=ruling,
        by="rita",
        now=NOW,
        text=RulingText(message="Sorry."),
        subject_id=str(attempt.pk),
    )


def told(attempt: Attempt) -> tuple[str, str, str]:
    now = Attempt.objects.select_related("turn").get(pk=attempt.pk)
    return (now.state, now.route, now.turn.last_route)


def test_a_ruling_on_what_waits_to_be_judged_again_takes_it_off_the_queue() -> None:
    attempt = halted_by("judge_refused")
    rejudge_group(intervention_id=the_work().pk, by="rita", now=NOW)
    rule(attempt)
    rulings.finalize_due(now=LATER)
    assert claim(attempt_id=attempt.pk, now=LATER) is None
    assert told(attempt) == ("halted", "FAIL", "FAIL")


def test_what_a_judge_says_after_a_ruling_changes_nothing() -> None:
    attempt = halted_by("judge_refused")
    rejudge_group(intervention_id=the_work().pk, by="rita", now=NOW)
    taken = claimed(attempt)
    rule(attempt)
    rulings.finalize_due(now=LATER)
    assert approves(taken) is None
    assert told(attempt) == ("halted", "FAIL", "FAIL")


def test_a_ruling_keeps_out_the_judgement_that_was_to_take_over() -> None:
    attempt = failed()
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    taken = claimed(attempt)
    rule(attempt)
    rulings.finalize_due(now=LATER)
    assert approves(taken) is None
    assert Attempt.objects.get().rejudge == Rejudge.NO


def test_a_ruling_leaves_a_comparison_to_its_judge() -> None:
    attempt = failed()
    rejudge_attempt(attempt=attempt, apply=False, by="rita", now=NOW)
    taken = claimed(attempt)
    rule(attempt)
    rulings.finalize_due(now=LATER)
    assert approves(taken) is not None
    assert told(attempt) == ("decided", "FAIL", "FAIL")


def test_the_cause_of_the_halt_is_told_again() -> None:
    attempt = halted_by("judge_refused")
    rejudge_group(intervention_id=the_work().pk, by="rita", now=NOW)
    rule(attempt, Ruling.APPROVE)
    rulings.finalize_due(now=LATER)
    assert Attempt.objects.get().halt_cause == "judge_refused"


def test_a_halt_that_was_ruled_on_is_not_judged_again() -> None:
    attempt = halted_by("judge_refused")
    rule(attempt)
    rulings.finalize_due(now=LATER)
    with pytest.raises(Conflict, match="stands"):
        rejudge_attempt(attempt=attempt, apply=False, by="ada", now=LATER)


def test_a_group_that_expires_fails_nothing_that_was_ruled_on_elsewhere() -> None:
    attempt = halted_by("judge_refused")
    rule(attempt, Ruling.APPROVE)
    rulings.finalize_due(now=LATER)
    halted_by("judge_timeout", turn_id="turn_2")
    Occurrence.objects.create(intervention=the_work(), subject_id=str(attempt.pk), at=NOW)
    Intervention.objects.update(on_expiry="fail")
    expire_due(now=NOW + timedelta(days=30))
    assert told(attempt) == ("halted", "APPROVE", "APPROVE")


def test_a_halt_of_another_cause_is_waited_for_in_its_own_group_alone() -> None:
    attempt = halted_by("judge_timeout")
    rejudge_attempt(attempt=attempt, apply=False, by="ada", now=NOW)
    halted_by("judge_refused", attempt)
    assert the_work().cause == "judge_refused"


def test_a_halt_of_the_same_cause_stays_in_its_group() -> None:
    attempt = halted_by("judge_timeout")
    rejudge_attempt(attempt=attempt, apply=False, by="ada", now=NOW)
    halted_by("judge_timeout", attempt)
    assert the_work().count == 1


def test_the_halt_of_an_attempt_takes_the_place_of_its_fail() -> None:
    attempt = decided_as("FAIL")
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    halted_by("judge_timeout", attempt)
    assert list(Intervention.objects.filter(state="open").values_list("kind", flat=True)) == ["halt"]


def test_a_ruling_on_the_halt_of_an_attempt_that_failed_before_takes_it_off_the_queue() -> None:
    attempt = failed()
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    halted_by("judge_refused", attempt)
    work = Intervention.objects.get(state="open")
    rejudge_attempt(attempt=attempt, apply=False, by="ada", now=NOW)
    rulings.rule(intervention_id=work.pk, ruling=Ruling.APPROVE, by="rita", now=NOW)
    rulings.finalize_due(now=LATER)
    assert told(attempt) == ("halted", "APPROVE", "APPROVE")


@pytest.mark.parametrize("on_expiry", ["hold", "fail"])
def test_what_cannot_be_carried_out_keeps_nothing_else_from_being_carried_out(
    on_expiry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaking, _ = failed("turn_1"), failed("turn_2")
    follow = memory.follow_route

    def break_for_one(*, attempt: Attempt, **fields: object) -> None:
        if attempt.pk == breaking.pk:
            raise ValueError("no such thing")
        follow(attempt=attempt, **fields)  # type: ignore[arg-type]

    monkeypatch.setattr(memory, "follow_route", break_for_one)
    Intervention.objects.update(on_expiry=on_expiry, due_at=LATER)
    if on_expiry == "hold":
        for work in Intervention.objects.all():
            rulings.rule(intervention_id=work.pk, ruling=Ruling.APPROVE, by="rita", now=NOW)
        rulings.finalize_due(now=LATER)
    else:
        expire_due(now=LATER)
    assert the_work().subject_id == str(breaking.pk)
