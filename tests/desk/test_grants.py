"""The one further attempt that a reviewer's REVISE or RETRY allows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.desk.people import work_on
from tests.verdicts import an_attempt, decided_as, failed, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.rulings import RulingText
from validation.domain.errors import Conflict
from validation.domain.intervention import Ruling
from validation.models import Attempt

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOW = timezone.now()


def send_back(attempt: Attempt) -> None:
    text = RulingText(hints="Use the listed price.")
    rulings.rule(intervention_id=work_on(attempt).pk, ruling=Ruling.REVISE, by="rita", now=NOW, text=text)
    rulings.finalize_due(now=NOW + timedelta(minutes=1))


@pytest.fixture
def granted() -> Attempt:
    """The attempt that a reviewer allowed, still undecided."""
    send_back(failed())
    return an_attempt(draft="draft 2")


def test_the_first_attempt_uses_the_grant(granted: Attempt) -> None:
    assert granted.granted


def test_a_second_one_at_once_is_refused(granted: Attempt) -> None:
    with pytest.raises(Conflict, match="still being judged") as raised:
        an_attempt(draft="draft 3")
    assert raised.value.code == "turn_closed"


def test_the_same_draft_at_once_is_the_same_attempt(granted: Attempt) -> None:
    assert an_attempt(draft="draft 2").pk == granted.pk


def test_a_revision_of_the_granted_attempt_is_taken(granted: Attempt) -> None:
    decided_as("REVISE", granted)
    assert an_attempt(draft="draft 3").number == 3


def test_one_attempt_replaces_a_granted_one_that_halted(granted: Attempt) -> None:
    halted_by("judge_refused", granted)
    assert an_attempt(draft="draft 3").granted
    with pytest.raises(Conflict, match="still being judged"):
        an_attempt(draft="draft 4")


def test_attempts_that_need_no_grant_are_taken_at_once() -> None:
    decided_as("REVISE")
    assert [an_attempt(draft=draft).number for draft in ("draft 2", "draft 3")] == [2, 3]
