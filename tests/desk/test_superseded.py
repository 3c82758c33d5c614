"""An earlier attempt that is judged after a later one of its turn takes nothing over from it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.desk.people import work_on
from tests.verdicts import an_attempt, decided_as, halted_by
from validation.desk.actions import rulings
from validation.domain.intervention import Ruling
from validation.models import Attempt, Intervention, MemoryCandidate
from validation.response.actions.judging import rejudge_attempt

pytestmark = pytest.mark.django_db
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


def test_work_on_an_earlier_fail_ends_when_it_fails_again_after_a_later_approval() -> None:
    earlier, later = an_attempt(), an_attempt(draft="a new draft")
    decided_as("FAIL", earlier)
    decided_as("APPROVE", later)
    assert [work.subject_id for work in open_work()] == [str(earlier.pk)]
    judged_again_as("FAIL", earlier)
    assert open_work() == []
