"""Answers of people who err, corrected by what gold items say of them."""

from __future__ import annotations

import pytest

from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.reviewer_error import GoldCounts, corrected_share, tolerated_among_answers

GOLD = GoldCounts(wrong=100, caught=90, right=200, passed=196)


def answers(wrong: int, n: int) -> tuple[list[bool], list[float]]:
    return [True] * wrong + [False] * (n - wrong), [0.02] * n


def width(figure: MeasuredValue | None) -> float:
    assert figure is not None
    return (figure.high or 0.0) - (figure.low or 0.0)


def test_the_true_share_is_that_of_rogan_and_gladen() -> None:
    figure = corrected_share(*answers(60, 1000), GOLD)
    assert figure is not None
    assert figure.value == pytest.approx((0.06 + 0.98 - 1) / (0.9 + 0.98 - 1))
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low < figure.value < figure.high


def test_reviewers_who_never_err_change_little() -> None:
    figure = corrected_share(*answers(60, 1000), GoldCounts(5000, 5000, 5000, 5000))
    assert figure is not None
    assert figure.value == pytest.approx(0.06)
    assert (figure.low, figure.high) == (pytest.approx(0.047, abs=2e-3), pytest.approx(0.077, abs=2e-3))


def test_uncertain_reviewers_make_a_wider_interval() -> None:
    few, many = (corrected_share(*answers(60, 1000), GoldCounts(n, n * 9 // 10, n, n * 98 // 100)) for n in (50, 5000))
    assert width(few) > 1.5 * width(many)


@pytest.mark.parametrize("gold", [GoldCounts(10, 10, 200, 200), GoldCounts(200, 100, 200, 110), GoldCounts(0, 0, 0, 0)])
def test_too_little_gold_or_reviewers_who_guess_correct_nothing(gold: GoldCounts) -> None:
    assert corrected_share(*answers(60, 1000), gold) is None


def test_what_may_be_called_wrong_shrinks_by_what_reviewers_miss() -> None:
    assert 0.02 * 0.8 < tolerated_among_answers(0.02, GOLD, 0.025) < 0.02 * 0.9
