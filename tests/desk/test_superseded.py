"""An earlier attempt that is judged after a later one of its turn takes nothing over from it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.desk.people import work_on
from tests.verdicts import an_attempt, decided_as, halted_by
from validation.desk.actions import claims, rulings
from validation.desk.actions.rulings import RulingText
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention, MemoryCandidate
from validation.response.actions.judging import rejudge_attempt

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOW = timezone.now()
LATER = NOW + timedelta(minutes=1)


def judged_again_as(decision: str, attempt: Attempt) -> Attempt:
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    return decided_as(decision, Attempt.objects.get(pk=attempt.pk))


def halted_before_another(decision: str) -> tuple[Attempt, Attempt]:
    """An attempt that failed when it was judged again, and a later one that had this decision before."""
    halted = halted_by("judge_refused")
    later = decided_as(decision, draft="a new draft")
    return judged_again_as("FAIL", halted), later


def open_work() -> list[Intervention]:
    return list(Intervention.objects.filter(state="open"))


def test_the_work_stays_with_the_newest_fail() -> None:
    _, later = halted_before_another("FAIL")
    assert [work.subject_id for work in open_work()] == [str(later.pk)]


def test_the_newest_fail_can_still_be_approved() -> None:
    _, later = halted_before_another("FAIL")
    rulings.rule(intervention_id=work_on(later).pk, ruling=Ruling.APPROVE, by="rita", now=NOW)
    rulings.finalize_due(now=LATER)
    assert Attempt.objects.select_related("turn").get(pk=later.pk).turn.last_route == "APPROVE"


@pytest.mark.parametrize("decision", ["APPROVE", "REVISE", "RETRY"])
def test_a_turn_that_went_on_gets_no_work(decision: str) -> None:
    halted_before_another(decision)
    assert open_work() == []


def test_the_memory_of_the_earlier_attempt_is_discarded() -> None:
    earlier, later = halted_before_another("FAIL")
    states = dict(MemoryCandidate.objects.values_list("attempt", "state"))
    assert (states[earlier.pk], states[later.pk]) == ("discarded", "staged")


def failed_beside_another() -> tuple[Attempt, Attempt]:
    """A failed attempt with open work, and a later one that was received before that and is still to be judged."""
    earlier, later = an_attempt(), an_attempt(draft="a new draft")
    return decided_as("FAIL", earlier), later


@pytest.mark.parametrize("decision", ["APPROVE", "REVISE", "RETRY"])
def test_the_work_on_a_fail_ends_when_the_turn_goes_on(decision: str) -> None:
    _, later = failed_beside_another()
    decided_as(decision, later)
    assert open_work() == []


def test_the_work_on_a_fail_is_replaced_by_that_on_a_later_halt() -> None:
    _, later = failed_beside_another()
    halted_by("judge_refused", later)
    assert [work.subject_id for work in open_work()] == [str(later.pk)]


def test_the_memory_of_a_fail_is_discarded_when_the_turn_goes_on() -> None:
    earlier, later = failed_beside_another()
    decided_as("APPROVE", later)
    states = dict(MemoryCandidate.objects.values_list("attempt", "state"))
    assert (states[earlier.pk], states[later.pk]) == ("discarded", "committed")


def test_a_later_fail_keeps_the_work_and_who_reviews_it() -> None:
    earlier, later = failed_beside_another()
    work = work_on(earlier)
    claims.claim(intervention_id=work.pk, by="rita", now=NOW)
    decided_as("FAIL", later)
    (kept,) = Intervention.objects.all()
    assert (kept.pk, kept.state, kept.claimed_by, kept.subject_id) == (work.pk, "claimed", "rita", str(later.pk))


@pytest.mark.parametrize("decision", ["APPROVE", "REVISE", "FAIL"])
def test_a_pending_approval_of_a_fail_still_commits_its_memory(decision: str) -> None:
    earlier, later = failed_beside_another()
    rulings.rule(intervention_id=work_on(earlier).pk, ruling=Ruling.APPROVE, by="rita", now=NOW)
    decided_as(decision, later)
    rulings.finalize_due(now=LATER)
    states = dict(MemoryCandidate.objects.values_list("attempt", "state"))
    assert states[earlier.pk] == ("discarded" if decision == "APPROVE" else "committed")


def test_work_whose_ruling_is_pending_stays_until_it_is_final() -> None:
    earlier, later = failed_beside_another()
    work = work_on(earlier)
    text = RulingText(message="Sorry.")
    rulings.rule(intervention_id=work.pk, ruling=Ruling.CONFIRM_FAIL, by="rita", now=NOW, text=text)
    decided_as("APPROVE", later)
    assert open_work() == [work]
    rulings.finalize_due(now=LATER)
    assert open_work() == []


def test_a_fail_that_is_judged_again_keeps_its_memory_until_then() -> None:
    earlier, later = failed_beside_another()
    rejudge_attempt(attempt=earlier, apply=True, by="ada", now=NOW)
    decided_as("REVISE", later)
    decided_as("APPROVE", Attempt.objects.get(pk=earlier.pk))
    states = dict(MemoryCandidate.objects.values_list("attempt", "state"))
    assert states[earlier.pk] == "committed"
    assert open_work() == []


def test_the_halt_of_an_earlier_fail_that_is_judged_again_takes_the_place_of_its_work() -> None:
    earlier, later = an_attempt(), an_attempt(draft="a new draft")
    rejudge_attempt(attempt=decided_as("FAIL", earlier), apply=True, by="ada", now=NOW)
    decided_as("REVISE", later)
    halted_by("judge_refused", Attempt.objects.get(pk=earlier.pk))
    assert [work.kind for work in open_work()] == ["halt"]


@pytest.mark.parametrize("decision", ["APPROVE", "REVISE"])
def test_the_work_of_an_undone_ruling_ends_where_the_turn_went_on(
    decision: str, django_capture_on_commit_callbacks: Any
) -> None:
    earlier, later = an_attempt(), an_attempt(draft="a new draft")
    work = work_on(decided_as("FAIL", earlier))
    rulings.rule(intervention_id=work.pk, ruling=Ruling.APPROVE, by="rita", now=NOW)
    decided_as(decision, later)
    with django_capture_on_commit_callbacks(execute=True):
        rulings.undo(by="rita", now=NOW, intervention_id=work.pk)
    assert open_work() == []
    assert MemoryCandidate.objects.get(attempt=earlier).state == "discarded"


def test_notes_wait_while_an_attempt_is_to_be_judged_again() -> None:
    attempt = decided_as("FAIL")
    work = work_on(attempt)
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    rulings.rule(intervention_id=work.pk, ruling=Ruling.DISMISS, by="rita", now=NOW)
    rulings.finalize_due(now=LATER)
    assert MemoryCandidate.objects.get().state == "staged"
