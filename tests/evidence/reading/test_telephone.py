"""Telephone numbers and codes keep their zeros and the order of their digits."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.reading.canonical import canonical
from validation.evidence.reading.telephone import join_telephone_numbers


@pytest.mark.parametrize(
    ("text", "window", "form"),
    [
        ("Call 055 731 90 04.", "Clinic: 055/7319004", "0557319004"),
        ("Call 055 7319004 now.", "Clinic: 055 731 90 04, daily", "0557319004"),
        ("Tel. (055) 731 90 04, at any time", "Tel. 055 / 7319004", "0557319004"),
        ("Call 0511/22 30.", "Call 0511-2230 or 0511-2231.", "05112230"),
        ("Call 0557319004.", "Clinic 055 731 90 04", "0557319004"),
        ("Call 0151 23456789.", "Mobile 0151 2345 6789", "015123456789"),
        ("Call 020 7946 0018.", "Office: +44 20 7946 0018.", "02079460018"),
        ("Call 020 7946 0018.", "Office: +44 (0)20 7946 0018.", "02079460018"),
        ("Call +44 20 7946 0018.", "Office: +44 20 79460018.", "+442079460018"),
    ],
)
def test_a_number_that_both_hold_is_one_number(text: str, window: str, form: str) -> None:
    assert all(form in joined for joined in join_telephone_numbers(text, window))


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("Article 0045 in size 38 has 1200 pieces.", "0045 38 1200"),
        ("Call 0800 555 1234.", "0800 555 1234 24 hours a day"),
        ("Call 055 731 90 40.", "Clinic 055 731 90 04"),
        ("Call +49 20 7946 0018.", "Office +44 20 7946 0018, home 020 7946 0018"),
        ("Call +44 20 7946 0018.", "Office 020 7946 0018"),
        ("Article 00451 120 EUR", "Article 00451 120 EUR"),
        ("Flight 007 2026", "Flight 007 2026"),
        ("It was 0.045 12 times.", "It was 0.045 12 times."),
        ("On 2026-03-01 it rained.", "On 2026-03-01 it rained."),
    ],
)
def test_other_digits_beside_each_other_stay_apart(text: str, window: str) -> None:
    assert join_telephone_numbers(text, window) == (text, window)


@pytest.mark.parametrize(
    "text", ["Lockers 004 117 223 are free.", "Buses at 0815 0845 0915 leave here.", "Part 0045 12 kg"]
)
def test_digits_of_one_text_are_not_joined(text: str) -> None:
    digits = [word for word in canonical(text).split() if word.strip(".").isdigit()]
    assert all(len(one.strip(".")) < 7 for one in digits)


@pytest.mark.parametrize(
    ("query", "evidence", "response_md", "is_right"),
    [
        ("What is the number?", "Clinic: 055 / 731 90 04.", "The number of the clinic is 055 731 90 04.", True),
        ("What is the hotline?", "Hotline 0800 123 45 67. Fax 0800 123 45 76.", "The hotline is 0800 1234576.", False),
        ("Which code?", "0471 opens the safe in room 471.", "471 opens the safe.", False),
        ("What is the code?", "Code of the lock: 007. Room 7 is on the left.", "The code of the lock is 7.", False),
    ],
)
def test_the_reader_takes_the_same_number_for_the_same(
    query: str, evidence: str, response_md: str, is_right: bool
) -> None:
    report = check_response(with_evidence(evidence, query=query), response_md)
    assert ((report.grounded or 0) > 0.8) is is_right
