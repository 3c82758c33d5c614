"""Doses by age and weight: the row for the age that is spoken of counts, and no other."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcomes
from validation.evidence.facts.outcome import Known
from validation.evidence.facts.values.ranges import range_of

SYRUP = (
    "| Age | Single dose | Most in 24 hours |\n|---|---|---|\n| 3-6 years | 4 ml | 12 ml |\n"
    "| 7-11 years | 7 ml | 21 ml |\n| over 11 years | 9 ml | 27 ml |\n"
)
DROPS = "Drops by weight\n5-15 kg: 3 drops\n15-30 kg: 6 drops\n30-45 kg: 9 drops\n"
ASKED = "What is the most for adults and for a child of 4?"
TABLE = "| Who | Most in 24 hours |\n|---|---|\n| Adults | 27 ml |\n| Child of 4 | 12 ml |\n"


@pytest.mark.parametrize(
    ("evidence", "query", "claim", "is_right"),
    [
        (SYRUP, "", "A child of 9 takes a single dose of 7 ml.", True),
        (SYRUP, "", "A child of 9 takes a single dose of 9 ml.", False),
        (SYRUP, "", "A child of 9 takes a single dose of 4 ml.", False),
        (SYRUP, "how much may my 5-year-old take in a day?", "At most 12 ml in 24 hours.", True),
        (SYRUP, "how much may my 5-year-old take in a day?", "At most 21 ml in 24 hours.", False),
        (SYRUP, "what may adults take, and my 5-year-old?", "Adults take a single dose of 9 ml.", True),
        (SYRUP, "what may my 5-year-old take?", "From 7 to 11 years the single dose is 7 ml.", True),
        (SYRUP, "", "A 40-year-old takes a single dose of 9 ml.", True),
        (SYRUP, "", "A 40-year-old takes a single dose of 7 ml.", False),
        (SYRUP, ASKED, TABLE, True),
        (SYRUP, ASKED, TABLE.replace("12 ml", "21 ml"), False),
        (DROPS, "how many drops for a 20 kg dog?", "It gets 6 drops.", True),
        (DROPS, "how many drops for a 20 kg dog?", "It gets 9 drops.", False),
        (DROPS, "how many drops for a 15 kg dog?", "It gets 3 drops.", True),
    ],
)
def test_the_row_of_the_age_or_weight_counts(evidence: str, query: str, claim: str, is_right: bool) -> None:
    known = {one.known for one in outcomes(evidence, claim, query)}
    assert (Known.CONTRADICTED not in known) is is_right


@pytest.mark.parametrize(
    ("label", "reach"),
    [
        ("6 to 9 years", (6.0, 9.0)),
        ("2.5-5 kg", (2.5, 5.0)),
        ("from 12 years", (12.0, float("inf"))),
        ("12 years and over", (12.0, float("inf"))),
        ("Adults", None),
    ],
)
def test_a_label_reaches_from_one_end_to_the_other(label: str, reach: tuple[float, float] | None) -> None:
    assert range_of(label) == reach
