"""Agreement beyond chance against published examples."""

from __future__ import annotations

import pytest

from validation.domain.estimates.agreement import kappa
from validation.domain.estimates.raters import krippendorff_alpha, weighted_kappa

FOUR_OBSERVERS = ["111", "2223", "3333", "3333", "2222", "1234", "4444", "1121", "2222", "555", "11", "3"]
"""Krippendorff 2011, section C: twelve units, four observers, some silent."""


def test_alpha_of_four_observers_is_the_published_one() -> None:
    assert krippendorff_alpha(FOUR_OBSERVERS, [1.0] * 12).value == pytest.approx(0.743, abs=5e-4)


def test_alpha_of_two_observers_is_the_published_one() -> None:
    """Krippendorff 2011, section A: ten units, two observers, yes or no."""
    first, second = "0100000010", "1110010000"
    pairs = list(zip(first, second, strict=True))
    assert krippendorff_alpha(pairs, [1.0] * 10).value == pytest.approx(0.095, abs=5e-4)


def test_items_rated_once_say_nothing() -> None:
    assert krippendorff_alpha(["1", "2"], [1.0, 1.0]).n == 0


def test_kappa_of_equal_weights_is_cohens() -> None:
    first, second = "y" * 25 + "n" * 25, "y" * 20 + "n" * 5 + "y" * 10 + "n" * 15
    figure = weighted_kappa(first, second, [0.5] * 50)
    assert figure.value == pytest.approx(0.4)
    unweighted = kappa(first, second)
    assert (figure.low, figure.high) == (
        pytest.approx(unweighted.low, abs=0.05), pytest.approx(unweighted.high, abs=0.05),
    )  # fmt: skip


def test_a_rare_kind_counts_by_its_weight() -> None:
    """Two items that agree and stand for ten each, ten that disagree and stand for themselves: as if 30 were rated."""
    light = weighted_kappa("ab" + "a" * 10, "ab" + "b" * 10, [0.1, 0.1] + [1.0] * 10)
    whole = kappa("a" * 10 + "b" * 10 + "a" * 10, "a" * 10 + "b" * 10 + "b" * 10)
    assert light.value == pytest.approx(whole.value)


def test_raters_who_only_ever_say_one_word_have_no_kappa() -> None:
    assert weighted_kappa("aaaa", "aaaa", [1.0] * 4).value is None


def test_unequal_numbers_of_answers_are_refused() -> None:
    with pytest.raises(ValueError, match="got 1 and 2 answers"):
        weighted_kappa("a", "ab", [1.0])


def test_one_rater_who_always_says_the_same_leaves_no_kappa() -> None:
    """It would be 0 with an interval of no width, whatever the other says."""
    found = weighted_kappa([True] * 40, [True] * 37 + [False] * 3, [0.5] * 40)
    assert (found.value, found.low, found.n) == (None, None, 40)


@pytest.mark.parametrize("measure", ["kappa", "alpha"])
def test_who_never_differed_in_forty_items_may_differ_in_others(measure: str) -> None:
    """0 of 40 is up to 8.8 % (Clopper and Pearson), of the 50 % that chance alone would differ in."""
    said, equal = "a" * 20 + "b" * 20, [0.5] * 40
    twice = [(one, one) for one in said]
    found = weighted_kappa(said, said, equal) if measure == "kappa" else krippendorff_alpha(twice, equal)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(1 - 0.0881 / 0.5, abs=2e-3)


def test_unequal_weights_leave_less_certainty_that_nobody_differs() -> None:
    said = "a" * 20 + "b" * 20
    even, uneven = (weighted_kappa(said, said, drawn) for drawn in ([0.5] * 40, [0.05, 0.5] * 20))
    assert (uneven.low or 0) < (even.low or 0)
