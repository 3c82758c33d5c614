"""Lessons: drawn once, from a revision that succeeded, and found again by a like query."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.texts import GOOD, WRONG_PRICE
from tests.verdicts import a_pipeline, decided_as
from validation.actions.learning import learn_from
from validation.models import Attempt, ImprovementPrinciple
from validation.queries.principles import fitting

pytestmark = pytest.mark.django_db


def revised_and_approved() -> Attempt:
    decided_as("REVISE", draft=WRONG_PRICE)
    return decided_as("APPROVE", draft=GOOD)


def test_a_revision_that_succeeded_teaches_something() -> None:
    learned = learn_from(attempt_id=revised_and_approved().pk, now=timezone.now())
    assert learned is not None
    assert learned.description


def test_a_lesson_is_drawn_once() -> None:
    approved = revised_and_approved()
    for _ in range(2):
        learn_from(attempt_id=approved.pk, now=timezone.now())
    assert ImprovementPrinciple.objects.count() == 1


def test_an_approval_at_once_teaches_nothing() -> None:
    assert learn_from(attempt_id=decided_as("APPROVE").pk, now=timezone.now()) is None


@pytest.mark.parametrize(("query", "found"), [("which kettle is quiet?", 1), ("opening hours of a museum", 0)])
def test_a_lesson_is_found_by_a_like_query(query: str, found: int) -> None:
    learn_from(attempt_id=revised_and_approved().pk, now=timezone.now())
    assert len(fitting(pipeline=a_pipeline(), query=query)) == found
