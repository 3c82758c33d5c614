"""Single records: what a claim says of one field is what that field says, on its side and in its unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.facts.test_outcomes import outcome
from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.facts.outcome import SupportState

COMPOSER = "Ann Gull\nDied: 22 January 1897\nHeight: 6 ft 1 in (185 cm)\nNationality: British"
CHOIR = "Tarn Choir\nYears active: 1996 - present\nWebsite: tarn.example"
TOWN = "Tarn\nMayor: Ann Gull\nDivisions: 4 districts, 29 wards\nFounded: 1840"
PARCEL = "Parcel 7\nWeight: 3 lb 4 oz\nPaid: 20 EUR"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (COMPOSER, "Ann Gull died on 22 January 1897."),
        (COMPOSER, "Ann Gull is over six foot tall."),
        (COMPOSER, "Ann Gull is 6 ft 1 in tall."),
        (CHOIR, "Tarn Choir is active."),
        (PARCEL, "Parcel 7 weighs 52 oz."),
    ],
)
def test_what_a_field_says_is_carried(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (COMPOSER, "Ann Gull is alive."),
        (COMPOSER, "Ann Gull is under six foot tall."),
        (COMPOSER, "Ann Gull is 6 ft tall."),
        (CHOIR, "Tarn Choir is no longer active."),
        (TOWN, "Ann Gull has been the mayor for 4 months."),
        (PARCEL, "Parcel 7 weighs 3 lb."),
    ],
)
def test_the_name_of_a_field_carries_no_other_value(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


@pytest.mark.parametrize("claim", ["9 points went with a crowd of 3,650.", "With 9 points the crowd was 3,650."])
def test_a_number_that_counts_names_no_row(claim: str) -> None:
    rounds = "| round | points | crowd |\n|---|---|---|\n| 7 | 12 | 4,100 |\n| 8 | 9 | 3,650 |\n| 9 | 15 | 5,020 |\n"
    assert outcome(rounds, claim).known is SupportState.SUPPORTED


def test_what_is_replaced_is_the_whole_of_a_joined_figure() -> None:
    said = "Ann Gull is 5 ft 1 in tall."
    findings = check_response(with_evidence(COMPOSER), said).findings
    [wrong] = [finding for finding in findings if finding.code == "number_not_in_evidence"]
    assert (said[wrong.start : wrong.end], "replace it with 6 ft 1 in" in wrong.message) == ("5 ft 1 in", True)


MEASURES = st.lists(st.sampled_from(["6 ft", "1 in", "5", "2 hours", "20 minutes", "15"]), max_size=6)


@given(MEASURES, MEASURES)
def test_measures_beside_each_other_are_read_whatever_follows(field: list[str], said: list[str]) -> None:
    outcome(f"Ann Gull\nHeight: {' '.join(field)}\nBorn: 1977", f"Ann Gull is {' '.join(said)} tall.")
