"""A restriction that gives its reason, beside a denial of one."""

import pytest

from tests.evidence.requirements.turns import check, met

QUERY = "Suggest a cake I could have, with its price."
NUTS = "The walnut cake with nuts costs 5 EUR."
MILK = "The milk rice costs 7 EUR."


def preferences(said: str) -> str:
    return f"### Session Preferences\n- {said}\n"


@pytest.mark.parametrize(
    ("said", "dish"),
    [
        ("No nuts - severe allergy", NUTS),
        ("no nuts – allergy", NUTS),
        ("No dairy - lactose intolerance", MILK),
        ("No milk – lactose intolerance", MILK),
        ("No milk since lactose intolerance was found", MILK),
        ("User must not have nuts to avoid an allergic reaction", NUTS),
        ("no nuts because of an allergy", NUTS),
    ],
)
def test_what_a_reason_forbids_is_not_offered(said: str, dish: str) -> None:
    assert met(check(QUERY, dish, gathered=preferences(said)), "preference") is False


@pytest.mark.parametrize(
    "said",
    [
        "no nut allergy",
        "no known food allergies",
        "User does not have any problem with nuts",
        "No history of nut allergy",
    ],
)
def test_a_denied_complaint_forbids_nothing(said: str) -> None:
    assert met(check(QUERY, NUTS, gathered=preferences(said)), "preference") is not False
