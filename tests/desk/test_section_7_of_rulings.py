"""The blocks of section 7 that a ruling adds, and those that it leaves as they were."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.desk.people import work_on
from tests.verdicts import decided_as, failed, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.rulings import RulingText
from validation.domain.intervention import Ruling
from validation.models import Attempt
from validation.response.queries.context_document import context_with_blocks

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOW = timezone.now()


def sent_back(attempt: Attempt, *, minutes: int = 1) -> None:
    """Ruled REVISE; later rulings take more `minutes`."""
    at = NOW + timedelta(minutes=minutes)
    text = RulingText(hints="Use the listed price.")
    work = work_on(attempt).pk
    rulings.rule(intervention_id=work, ruling=Ruling.REVISE, by="rita", now=at, text=text, subject_id=str(attempt.pk))
    rulings.finalize_due(now=at + timedelta(seconds=30))


def failed_by_the_limit() -> Attempt:
    return [decided_as("REVISE", draft=f"draft {number}") for number in range(3)][-1]


def loops(attempt: Attempt) -> list[str]:
    return re.findall(r"(?m)^- (re[a-z]+_\d+):", context_with_blocks(attempt))


def test_a_ruling_leaves_the_block_of_the_judgement_as_it_was() -> None:
    attempt = failed_by_the_limit()
    before = context_with_blocks(attempt)
    sent_back(attempt)
    assert context_with_blocks(attempt).startswith(before)


def test_the_next_attempt_repeats_no_block_of_the_context_it_was_given() -> None:
    attempt = failed_by_the_limit()
    before = context_with_blocks(attempt)
    sent_back(attempt)
    following = decided_as("APPROVE", draft="draft 4")
    following.text.context_md = before
    following.text.save()
    assert context_with_blocks(following).count("(Attempt 3)") == 2


def test_revisions_that_reviewers_order_are_numbered_on() -> None:
    sent_back(failed_by_the_limit())
    attempt = decided_as("REVISE", draft="draft 4")
    sent_back(attempt, minutes=2)
    assert loops(attempt) == ["revise_1", "revise_2", "revise_3", "revise_4"]


def test_a_judged_revision_is_numbered_after_one_that_a_reviewer_ordered() -> None:
    sent_back(failed())
    assert loops(decided_as("REVISE", draft="draft 2", now=NOW + timedelta(minutes=2))) == ["revise_1", "revise_2"]


def test_a_revision_keeps_its_number_when_an_earlier_attempt_is_ruled_on() -> None:
    earlier = halted_by("judge_refused")
    later = decided_as("REVISE", draft="draft 2", now=NOW)
    sent_back(earlier)
    assert loops(later) == ["revise_1", "revise_1"]
