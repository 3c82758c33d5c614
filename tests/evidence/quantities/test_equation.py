"""Sums that a response writes out are worked out again."""

from __future__ import annotations

import math

import pytest

from validation.evidence.quantities.equation import written_result
from validation.evidence.quantities.quantity import find_quantities


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("You paid 2 x 18.50 + 24.00 + 6.00 = 68.00 EUR", 67),
        ("2 x 18.50 plus shipping 6.00 = 43.00", 43),
        ("3 × 7.20 EUR plus 31.50 EUR minus a voucher of 5 EUR makes 48.10 EUR", 48.1),
        ("40 EUR and 12 EUR is 52 EUR", 52),
        ("3 hours × 35 EUR = 115 EUR", 105),
        ("5 kg × 14 EUR = 75 EUR", 70),
        ("8 weeks × 22 EUR = 186 EUR", 176),
        ("45 km × 0.20 EUR + 4 EUR = 14 EUR", 13),
        ("12 × 85 ct = 10.30 EUR", 10.2),
        ("12 × 85 = 1,030 ct", 10.2),
        ("12 kg × 5 mg = 65 mg", 0.06),
        ("3 h × 4 km = 14 km", 12_000),
        ("4 km/h × 3 h = 14 km", 12_000),
        ("2 × 45 min = 80 min", 5_400),
        ("4 days × 6 hours = 576 hours, at 30 EUR per hour", 86_400),
        ("15 minutes × 10 days = 3,600 hours", 9_000),
        ("10 days × 15 minutes = 150 hours", 9_000),
        ("12 × 2 hours × 3 days = 70 hours", 259_200),
        ("2 × 8 EUR = 16 EUR and 3 × 5 EUR = 31 EUR", 15),
        ("2 × 8 EUR = 16 EUR + 3 × 5 EUR = 30 EUR", 31),
        ("2 × 8 EUR = 16 EUR and 3 × 5 EUR makes 30 EUR", 31),
        ("2 × 8 EUR and 3 × 5 EUR = 30 EUR", 31),
    ],
)
def test_what_a_written_sum_comes_to(text: str, result: float) -> None:
    assert _result(text) == pytest.approx(result)


def _result(text: str) -> float | None:
    """Of the sum that the last figure in front of a comma closes."""
    figures = [one for one in find_quantities(text) if one.end <= len(text.partition(", at ")[0])]
    return written_result(text, figures, figures[-1])


@pytest.mark.parametrize(
    "text",
    [
        "The lamp costs 20 EUR",
        "It costs 20 EUR, the shade is 10 EUR",
        "10 / 4 = 2.5",
        "From 5 to 9 it is 12 EUR",
    ],
)
def test_what_is_no_sum(text: str) -> None:
    assert _result(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "90 minutes × 40 EUR = 60 EUR",
        "90 minutes × 40 EUR = 3,600 EUR",
        "750 g × 3 EUR = 2,250 EUR",
        "40 minutes × 60 km/h = 2,400 km",
        "800 g × 5 mg = 4,000 mg",
        "36 hours × 40 EUR = 60 EUR",
        "2 days × 20 EUR per hour = 960 EUR",
        "4 days × 6 hours × 30 EUR per hour = 17,280 EUR",
        "2 hours 30 minutes × 40 EUR = 110 EUR",
        "1:30 h × 40 EUR = 70 EUR",
        "2 h 30 min × 40 EUR per hour = 1,200 EUR",
    ],
)
def test_where_it_is_open_how_often_a_measure_counts(text: str) -> None:
    assert math.isnan(_result(text) or 0.0)
