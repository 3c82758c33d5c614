"""Weighted shares: what they estimate, and that their intervals are honest where answers are few."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validation.domain.estimates.shares import clopper_pearson, effective_size, hajek_share

answers = st.lists(st.tuples(st.booleans(), st.sampled_from([0.02, 0.1, 0.5, 1.0])), min_size=1, max_size=80)


def test_an_answer_counts_as_many_as_it_was_drawn_from() -> None:
    """One wrong of two drawn at 10 %, none of ten drawn at 100 %: 10 of 30."""
    assert hajek_share([True, False] + [False] * 10, [0.1, 0.1] + [1.0] * 10).value == pytest.approx(10 / 30)


def test_equal_probabilities_have_the_exact_interval() -> None:
    assert hajek_share([True] * 3 + [False] * 247, [0.02] * 250) == clopper_pearson(3, 250)


def test_none_wrong_is_not_certainly_none() -> None:
    figure = hajek_share([False] * 40, [0.02] * 20 + [0.04] * 20)
    assert figure.value == figure.low == 0.0
    assert figure.high is not None
    assert 0.08 < figure.high < 0.11


@settings(max_examples=60, deadline=None)
@given(answers)
def test_the_interval_holds_the_share(given_answers: list[tuple[bool, float]]) -> None:
    figure = hajek_share([one for one, _ in given_answers], [one for _, one in given_answers])
    assert None not in (figure.low, figure.value, figure.high)
    assert 0.0 <= figure.low <= figure.value + 1e-12  # type: ignore[operator]
    assert figure.value - 1e-12 <= figure.high <= 1.0  # type: ignore[operator]


@settings(max_examples=30, deadline=None)
@given(answers, st.floats(0.05, 1.0))
def test_only_the_ratio_of_probabilities_matters(given_answers: list[tuple[bool, float]], factor: float) -> None:
    flags = [one for one, _ in given_answers]
    whole = hajek_share(flags, [one for _, one in given_answers])
    assert hajek_share(flags, [one * factor for _, one in given_answers]).value == pytest.approx(whole.value)


def test_the_same_answers_give_the_same_interval() -> None:
    draw = np.random.default_rng(1)
    flags, drawn = draw.random(400) < 0.2, draw.choice([0.02, 0.1], 400)
    assert hajek_share(flags, drawn) == hajek_share(flags[::-1], drawn[::-1])


@pytest.mark.parametrize("drawn", [[0.1] * 200 + [0.02] * 20, [0.02] * 20 + [0.1] * 200])
def test_one_more_wrong_never_lowers_the_upper_bound(drawn: list[float]) -> None:
    bounds = [hajek_share([at < hits for at in range(220)], drawn).high or 0.0 for hits in range(40)]
    assert bounds == sorted(bounds)


def test_the_interval_holds_where_few_answers_stand_for_most() -> None:
    """2,000 audited at 10 %, 1,000 at 2 %: about twenty answers stand for a third of all, and two of them are wrong."""
    held, worlds = 0, 1_000
    for seed in range(worlds):
        draw = np.random.default_rng(seed)
        wrong = draw.binomial([2_000, 1_000], [0.01, 0.1])
        hits, others = (draw.binomial(n, [0.1, 0.02]) for n in (wrong, [2_000, 1_000] - wrong))
        flags = np.repeat([True, True, False, False], [*hits, *others])
        figure = hajek_share(flags, np.repeat([0.1, 0.02, 0.1, 0.02], [*hits, *others]))
        held += (figure.low or 0.0) <= wrong.sum() / 3_000 <= (figure.high or 0.0)
    assert held / worlds > 0.92


def test_unequal_weights_cost_effective_size() -> None:
    flags = np.array([True, False] * 50)
    assert effective_size(flags, np.ones(100)) == pytest.approx(100)
    assert effective_size(flags, np.array([1.0, 1.0] * 25 + [10.0, 10.0] * 25)) < 65


@pytest.mark.parametrize("probability", [0.0, -0.1, 1.1])
def test_what_could_not_be_drawn_is_refused(probability: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        hajek_share([True], [probability])
