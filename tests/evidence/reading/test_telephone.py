"""Telephone numbers and codes keep their zeros and the order of their digits."""

from __future__ import annotations

import pytest

from validation.evidence.reading.canonical import canonical


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Call 055 731 90 04.", "Call 0557319004."),
        ("Call 055 7319004 now.", "Call 0557319004 now."),
        ("Tel. (055) 731 90 04, at any time", "Tel. 0557319004, at any time"),
        ("Call 0511/22 30 or 0511-22-31.", "Call 05112230 or 05112231."),
        ("Hotline 0800 330 0 220", "Hotline 08003300220"),
        ("The code is 0042.", "The code is 0042."),
    ],
)
def test_a_number_that_counts_nothing_keeps_its_digits(text: str, form: str) -> None:
    assert canonical(text) == form


@pytest.mark.parametrize(
    "text",
    [
        "Lockers 004 117 223 are free.",
        "Buses at 0815 0845 0915 leave here.",
        "Open 0800-1700.",
        "Article 00451 120 EUR",
        "Part 0045 12 kg",
        "It was 0.045 12 times.",
        "On 2026-03-01 it rained.",
        "Flight 007 2026",
    ],
)
def test_other_digits_beside_each_other_stay_apart(text: str) -> None:
    digits = [word for word in canonical(text).split() if word.strip(".").isdigit()]
    assert all(len(one.strip(".")) < 7 for one in digits)
