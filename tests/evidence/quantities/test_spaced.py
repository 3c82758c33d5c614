"""Digits grouped by blanks are one number; a number that names a thing is none of its digits."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.quantities.signs import minus_before


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("It gives 1 450 lumens.", (1450,)),
        ("The mast is 12 450 m high.", (12450,)),
        ("It costs 1 450,50 EUR or EUR 1 450.50.", (1450.5, 1450.5)),
        ("2 300 450 people came.", (2300450,)),
        ("It gives 1\u2007450 lumens, 1\u2009450 or 1\u205f450.", (1450, 1450, 1450)),
        ("It gives 1  450 lumens.", (1450,)),
        ("It gives 1\n450 lumens.", (1450,)),
        ("| 1 450 | 78 |", (1450, 78)),
        ("Route 1 450 m ahead is closed.", (1, 450)),
        ("Take the Lumo 1 450 m further.", (1, 450)),
        ("Platform 2 300 m away", (2, 300)),
        ("1 400 g tin of tomatoes", (1, 400)),
        ("2 400g tins and 1 250 ml small bottle", (2, 400, 1, 250)),
        ("1. 450 g flour\n2. 300 g sugar", (450, 300)),
        ("120 450 78", (120, 450, 78)),
        ("3-5 450 g each", (3, 5, 450)),
        ("Call 030 123 456 or 1 800 555 0199.", (30, 123, 456, 1, 800, 555, 199)),
        ("In 2026 450 people came.", (2026, 450)),
        ("1 4500 and 12 45", (1, 4500, 12, 45)),
    ],
)
def test_the_numbers_of_a_text(text: str, values: tuple[float, ...]) -> None:
    found = [q.raw[0] if q.raw else float(q.dates[0][0] or 0) for q in find_quantities(text)]
    assert found == list(values)


@pytest.mark.parametrize(
    ("said", "held"),
    [("1 450", "1,450"), ("1,450", "1 450"), ("1450", "1 450"), ("1 450", "1 450"), ("1 450", "1\u202f450")],
)
def test_a_grouped_number_is_held_in_any_spelling(said: str, held: str) -> None:
    report = check_response(with_evidence(f"The Lumo H4 gives {held} lumens."), f"The Lumo H4 gives {said} lumens.")
    assert {one.code for one in report.findings} <= {"source_missing"}


@pytest.mark.parametrize(("said", "held"), [("1 450", "450"), ("450", "1 450"), ("2 450", "1 450")])
def test_a_part_of_a_grouped_number_is_another_number(said: str, held: str) -> None:
    report = check_response(with_evidence(f"The Lumo H4 gives {held} lumens."), f"The Lumo H4 gives {said} lumens.")
    assert {one.code for one in report.findings} & {"number_not_in_evidence", "value_contradicted"}


SIGNED = ["-49.90 EUR", "−49.90 EUR", "-€49.90", "minus 49.90 EUR", "-78 g", "(−450 lumens)", "a low –450 lumens"]
EVIDENCE = (
    "Lumo H4: 49.90 EUR, 450 lumens, 78 g. In the evening the station falls to -5 °C. Members get a 20 % discount."
)


@pytest.mark.parametrize("said", SIGNED)
def test_the_negative_of_a_figure_is_another_figure(said: str) -> None:
    report = check_response(with_evidence(EVIDENCE), f"The Lumo H4 has {said}.")
    assert [one.message for one in report.certain if one.code.endswith("not_in_evidence")]


@pytest.mark.parametrize(
    "response",
    [
        "The station falls to -5 °C.",
        "The station falls to −5 °C.",
        "Members get -20 %.",
        "The Lumo H4 (49.90 EUR) - 450 lumens - weighs 78 g.",
        "The Lumo H4 has 78-450 g.",
        "The Lumo H4 has 78 -450 g.",
        "-450 lumens\n-78 g",
        "- 450 lumens\n- 78 g",
    ],
)
def test_a_sign_that_the_evidence_has_and_a_dash_are_not_refused(response: str) -> None:
    report = check_response(with_evidence(EVIDENCE), response)
    assert not [one.message for one in report.certain if one.code.endswith("not_in_evidence")]


def test_a_sign_that_is_left_out_makes_another_figure() -> None:
    report = check_response(with_evidence(EVIDENCE), "In the evening the station is at 5 °C.")
    assert [one.message for one in report.certain if one.code.endswith("not_in_evidence")]


@pytest.mark.parametrize("said", ["5 °C below zero", "a frost of 5 °C", "minus 5 °C"])
def test_words_may_stand_for_a_sign(said: str) -> None:
    report = check_response(with_evidence(EVIDENCE), f"In the evening the station has {said}.")
    assert not [one.message for one in report.certain if one.code.endswith("not_in_evidence")]


def test_a_sign_is_found_where_it_begins() -> None:
    text = "It costs -€49.90."
    [figure] = find_quantities(text)
    assert minus_before(text, figure) == text.index("-")


@pytest.mark.parametrize("said", ["costs 1 49.90 EUR", "weighs 1 78 g", "gives 1  450 lumens", "has 1 450 lumens"])
def test_a_lone_number_before_another_is_no_count(said: str) -> None:
    report = check_response(with_evidence(EVIDENCE), f"The Lumo H4 {said}.")
    assert "number_not_in_evidence" in {one.code for one in report.findings}


@pytest.mark.parametrize("said", ["Step 1 450 lumens", "1 400 g tin", "1. 450 lumens", "Option 1 49.90 EUR"])
def test_the_number_of_a_thing_is_no_figure(said: str) -> None:
    report = check_response(with_evidence(f"{EVIDENCE} One 400 g tin."), f"- {said}")
    assert "number_not_in_evidence" not in {one.code for one in report.findings}


def test_what_a_sum_in_words_takes_away_is_not_negative() -> None:
    text = "Priya has 14 days left: 28 plus 2 carried over, minus 11 taken."
    (taken,) = [figure for figure in find_quantities(text) if "11" in figure.text]
    assert minus_before(text, taken) is None
