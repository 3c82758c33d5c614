"""Judge against rulings, as it is remembered: nothing is read anew that did not change, everything that did."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.factories import NOON, attempt, decide, final_ruling, turn
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.insights.queries.calibration import Calibration, calibration
from validation.insights.queries.insights import InsightScope
from validation.models import Attempt

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruled() -> Attempt:
    """A FAIL of confidence 0.2 that was confirmed."""
    held = decide(attempt(turn("held")), Route.FAIL, confidence=0.2).attempt
    final_ruling(held, "confirm_fail")
    return held


def look(**wanted: Any) -> Calibration:
    return calibration(InsightScope(now=NOON, **wanted))


@pytest.mark.usefixtures("ruled")
def test_a_second_look_takes_one_statement(django_assert_num_queries: Any) -> None:
    first = look()
    with django_assert_num_queries(1):
        assert look() == first


def test_another_ruling_is_seen(ruled: Attempt) -> None:
    assert look().groups[0].decision.same.value == 1.0
    final_ruling(ruled, "approve", at=NOON + timedelta(minutes=5))
    assert look().groups[0].decision.same.value == 0.0


def test_another_judgement_is_seen(ruled: Attempt) -> None:
    assert look().bins[0].low == 0.2
    decide(ruled, Route.FAIL, confidence=0.7)
    assert look().bins[0].low == 0.7


def test_a_mark_is_of_the_judgement_that_the_reviewer_saw() -> None:
    held = decide(attempt(turn("marked")), Route.FAIL).attempt
    final_ruling(held, "confirm_fail", at=NOON + timedelta(minutes=5), wrong=[CheckName.CLAIMS_SUPPORTED])
    again = decide(held, Route.FAIL, failed=[CheckName.CLAIMS_SUPPORTED])
    again.made_at = NOON + timedelta(minutes=10)
    again.save()
    assert look().groups[0].checks.same.value == 1.0


def test_a_mark_on_a_later_judgement_is_of_that_one() -> None:
    held = decide(attempt(turn("marked")), Route.FAIL, failed=[CheckName.CLAIMS_SUPPORTED]).attempt
    again = decide(held, Route.FAIL)
    again.made_at = NOON + timedelta(minutes=5)
    again.save()
    final_ruling(held, "confirm_fail", at=NOON + timedelta(minutes=10), wrong=[CheckName.CLAIMS_SUPPORTED])
    same = look().groups[0].checks.same
    assert (same.value, same.n) == (0.8, 5)


def test_a_comparison_is_not_what_the_reviewer_saw() -> None:
    held = decide(attempt(turn("marked")), Route.FAIL).attempt
    beside = decide(held, Route.FAIL, failed=[CheckName.CLAIMS_SUPPORTED], comparison=True)
    Attempt.objects.update(judgement_number=1)
    assert beside.number == 2
    final_ruling(held, "confirm_fail", at=NOON + timedelta(minutes=5), wrong=[CheckName.CLAIMS_SUPPORTED])
    assert look().groups[0].checks.same.value == 0.8


def test_attempts_of_another_judge_are_left_out(ruled: Attempt) -> None:
    assert (look().n, look(judge="nobody").n) == (1, 0)


def test_what_must_not_be_known_yet_is_left_out(ruled: Attempt) -> None:
    assert (look().n, look(without=frozenset({ruled.pk})).n) == (1, 0)
