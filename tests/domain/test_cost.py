"""What a call costs in money."""

from __future__ import annotations

from decimal import Decimal

import pytest

from validation.domain.operations.cost import Cost, Prices, shown, total

PRICES = Prices(Decimal("0.15"), Decimal("0.60"), "EUR")


def test_each_way_has_its_price() -> None:
    assert PRICES.cost_of(tokens_in=2_000_000, tokens_out=1_000_000) == Cost(Decimal("0.90"), "EUR")


def test_one_token_of_a_cheap_model_is_not_lost() -> None:
    assert PRICES.cost_of(tokens_in=1, tokens_out=0) == Cost(Decimal("0.00000015"), "EUR")


def test_a_call_whose_tokens_nobody_told_has_no_known_cost() -> None:
    assert PRICES.cost_of(tokens_in=0, tokens_out=0) is None


def test_calls_without_a_known_cost_add_nothing() -> None:
    assert total([None, Cost(Decimal(1), "EUR"), Cost(Decimal(2), "EUR")]) == Cost(Decimal(3), "EUR")


def test_no_known_cost_at_all_is_no_sum() -> None:
    assert total([None, None]) is None


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0", "0.00"),
        ("12.346", "12.35"),
        ("1", "1.00"),
        ("0.5", "0.50"),
        ("0.00420", "0.0042"),
        ("0.00000015", "0.00000015"),
    ],
)
def test_small_amounts_keep_two_figures(amount: str, words: str) -> None:
    assert shown(Decimal(amount)) == words
