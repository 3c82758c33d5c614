"""Whether a column of a response means what the evidence holds under another name is the reader's to say."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcomes
from tests.evidence.turns import grounded, with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.weighing import SURE

SHOPS = "| Shop | Price | Stock |\n|---|---|---|\n| Lumen | 49 EUR | 12 |\n| Brick | 55 EUR | 4 |"
DOSES = "| Drug | Adults | Maximum |\n|---|---|---|\n| Pavistan | 40 mg | 80 mg |\n| Nolvex | 20 mg | 60 mg |"
TEAMS = '[{"team": "Ops", "lead": "Mara Lind", "members": 6}, {"team": "Web", "lead": "Otto Beck", "members": 11}]'
FLATS = "| Flat | Rent | Service charge |\n|---|---|---|\n| Alder | 900 EUR | 120 EUR |\n| Birch | 750 EUR | 95 EUR |"
CAMPAIGNS = "Campaign | Budget | Spent\nAlba | 4,000 EUR | 3,150 EUR\nKora | 6,500 EUR | 2,900 EUR"


def table(*rows: str) -> str:
    head, *others = rows
    return "\n".join([f"| {head} |", "|---" * (head.count("|") + 1) + "|", *(f"| {row} |" for row in others)])


STAFF = (
    '[{"person": "Ada Brandt", "salary": 52000, "office": "Leeds"},'
    ' {"person": "Mo Said", "salary": 48500, "office": "York"}]'
)


@pytest.mark.parametrize(
    ("evidence", "rows", "names"),
    [
        (DOSES, ("Drug | Children", "Pavistan | 40 mg"), ("Children",)),
        (DOSES, ("Drug | Adults | Children", "Pavistan | 40 mg | 80 mg"), ("Children",)),
        (TEAMS, ("Team | Deputy", "Ops | Mara Lind"), ("Deputy",)),
        (TEAMS, ("Team | Lead | Founded", "Ops | Mara Lind | 6"), ("Founded",)),
        (DOSES, ("Drug | Adult dose", "Pavistan | 40 mg"), ()),
        (SHOPS, ("Shop | Cost | Available", "Lumen | 49 EUR | 12"), ()),
        (SHOPS, ("Shop | Price (EUR)", "Lumen | 49"), ()),
        (FLATS, ("Flat | Rent | Service charge | Sum of both", "Alder | 900 EUR | 120 EUR | 1,020 EUR"), ()),
        (CAMPAIGNS, ("Campaign | Difference", "Alba | 850 EUR"), ()),
    ],
)
def test_names_of_columns_that_the_evidence_lacks(evidence: str, rows: tuple[str, ...], names: tuple[str, ...]) -> None:
    [found] = outcomes(evidence, table(*rows))
    assert found.columns == names


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        (SHOPS, ("Shop | List price | Units", "Lumen | 49 EUR | 12", "Brick | 55 EUR | 4")),
        (SHOPS, ("Laden | Preis | Bestand", "Lumen | 49 EUR | 12", "Brick | 55 EUR | 4")),
        (TEAMS, ("Team | Head | People", "Ops | Mara Lind | 6", "Web | Otto Beck | 11")),
        (TEAMS, ("Team | Led by | Headcount", "Ops | Mara Lind | 6", "Web | Otto Beck | 11")),
        (DOSES, ("Drug | Adult dose | Upper limit", "Pavistan | 40 mg | 80 mg", "Nolvex | 20 mg | 60 mg")),
        (STAFF, ("Name | Location", "Ada Brandt | Leeds", "Mo Said | York")),
    ],
)
def test_another_name_of_the_same_is_approved(evidence: str, rows: tuple[str, ...]) -> None:
    assert grounded(evidence, table(*rows)) >= SURE


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        (DOSES, ("Drug | Children", "Pavistan | 40 mg", "Nolvex | 20 mg")),
        (DOSES, ("Drug | Adults | Children", "Pavistan | 40 mg | 80 mg", "Nolvex | 20 mg | 60 mg")),
        (TEAMS, ("Team | Deputy", "Ops | Mara Lind", "Web | Otto Beck")),
        (FLATS, ("Flat | Deposit", "Alder | 900 EUR", "Birch | 750 EUR")),
    ],
)
def test_a_name_of_something_else_is_not(evidence: str, rows: tuple[str, ...]) -> None:
    assert grounded(evidence, table(*rows)) < SURE


def test_a_name_that_the_evidence_lacks_contradicts_nothing() -> None:
    rows = table("Drug | Children", "Pavistan | 40 mg", "Nolvex | 20 mg")
    report = check_response(with_evidence(DOSES), rows)
    assert {claim.state for claim in report.claims if claim.probability < 1} == {ClaimState.UNSUPPORTED}
    assert "Children" in " ".join(reason for claim in report.claims for reason in claim.reasons)
