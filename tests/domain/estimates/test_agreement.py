"""Agreement figures against hand-worked tables and against what must always hold."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.estimates.agreement import MeasuredValue, TwoByTwo, kappa, share, spearman

counts = st.integers(min_value=0, max_value=400)


def test_phi_of_a_worked_table():
    assert TwoByTwo(both=20, first_only=10, second_only=5, neither=65).phi.value == pytest.approx(0.6299, abs=1e-4)


def test_phi_of_facts_that_always_come_together_is_one():
    assert TwoByTwo(6, 0, 0, 6).phi.value == 1.0


def test_phi_is_undefined_when_a_fact_never_varies():
    assert TwoByTwo(0, 0, 7, 12).phi.value is None


def test_phi_of_three_observations_has_no_interval():
    figure = TwoByTwo(1, 1, 0, 1).phi
    assert (figure.low, figure.high, figure.n) == (None, None, 3)


@given(counts, counts, counts, counts)
def test_the_interval_of_phi_holds_its_value(both, first_only, second_only, neither):
    figure = TwoByTwo(both, first_only, second_only, neither).phi
    if figure.low is not None:
        assert -1.0 <= figure.low <= figure.value <= figure.high <= 1.0


def test_kappa_of_a_worked_example():
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert kappa(first, second).value == pytest.approx(0.4)


def test_kappa_is_undefined_when_both_raters_only_ever_say_one_word():
    assert kappa(["yes", "yes"], ["yes", "yes"]).value is None


@pytest.mark.parametrize("other", [["yes", "no"] * 20, ["no"] * 40])
def test_kappa_is_undefined_when_one_rater_only_ever_says_one_word(other):
    """It would be 0 whatever the other says."""
    assert kappa(["yes"] * 40, other) == kappa(other, ["yes"] * 40) == MeasuredValue(None, None, None, 40)


@pytest.mark.parametrize(("n", "same", "yes"), [(30, 0.97, 0.5), (100, 0.98, 0.5), (30, 0.95, 0.3)])
def test_the_interval_of_kappa_holds_where_raters_hardly_differ(n: int, same: float, yes: float) -> None:
    draw = Random(2)
    both = yes * same + (1 - yes) * (1 - same)
    chance = yes * both + (1 - yes) * (1 - both)
    true, held, worlds = (same - chance) / (1 - chance), 0, 0
    for _ in range(1_000):
        first = [draw.random() < yes for _ in range(n)]
        figure = kappa(first, [one if draw.random() < same else not one for one in first])
        if figure.low is not None and figure.high is not None:
            worlds += 1
            held += figure.low <= true <= figure.high
    assert held / worlds > 0.92


def test_perfect_agreement_in_few_items_is_not_certain() -> None:
    """No disagreement in 30 leaves up to one in nine."""
    found = kappa([True, False] * 15, [True, False] * 15)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.77, abs=0.01)


def test_raters_with_unequal_numbers_of_answers_are_refused():
    with pytest.raises(ValueError, match="got 1 and 2 answers"):
        kappa(["yes"], ["yes", "no"])


def test_spearman_sees_order_not_distance():
    assert spearman([1, 2, 3, 4, 5], [1, 4, 9, 16, 250]).value == pytest.approx(1.0)


def test_spearman_shares_ranks_between_ties():
    assert spearman([1, 2, 2, 3], [1, 2, 3, 4]).value == pytest.approx(0.9487, abs=1e-4)


def test_spearman_of_a_constant_side_is_undefined():
    assert spearman([1, 1, 1], [1, 2, 3]).value is None


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), max_size=40))
def test_spearman_stays_between_minus_one_and_one(pairs):
    value = spearman([x for x, _ in pairs], [y for _, y in pairs]).value
    assert value is None or -1.0 <= value <= 1.0


def test_the_wilson_interval_of_nine_in_ten():
    figure = share(9, 10)
    assert (figure.low, figure.high) == (pytest.approx(0.5958, abs=1e-4), pytest.approx(0.9821, abs=1e-4))


def test_a_share_of_nothing_is_not_applicable():
    assert share(0, 0).value is None
