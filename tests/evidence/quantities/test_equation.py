"""Sums that a response writes out are worked out again."""

from __future__ import annotations

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
        ("90 minutes × 40 EUR per hour = 70 EUR", 60),
        ("12 × 85 ct = 10.30 EUR", 10.2),
        ("12 × 85 = 1,030 ct", 10.2),
        ("12 kg × 5 mg = 65 mg", 0.06),
        ("3 h × 4 km = 14 km", 12_000),
        ("4 km/h × 3 h = 14 km", 12_000),
        ("2 × 45 min = 80 min", 5_400),
    ],
)
def test_what_a_written_sum_comes_to(text: str, result: float) -> None:
    figures = find_quantities(text)
    assert written_result(text, figures, figures[-1]) == pytest.approx(result)


@pytest.mark.parametrize(
    "text",
    [
        "The lamp costs 20 EUR",
        "It costs 20 EUR, the shade is 10 EUR",
        "10 / 4 = 2.5",
        "From 5 to 9 it is 12 EUR",
        "90 minutes × 40 EUR = 60 EUR",
        "2 hours 30 minutes × 40 EUR = 110 EUR",
        "1:30 h × 40 EUR = 70 EUR",
    ],
)
def test_what_is_no_sum(text: str) -> None:
    figures = find_quantities(text)
    assert written_result(text, figures, figures[-1]) is None
