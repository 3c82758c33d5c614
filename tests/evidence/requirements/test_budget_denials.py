"""A denial in front of an end: a plain upper end, or none where it leaves a doubt."""

import pytest

from validation.evidence.requirements.budget import budget_in


@pytest.mark.parametrize(
    "query",
    [
        "Which kettle won't run me more than 50 EUR?",
        "a weekend trip that won't set us back more than 400 EUR",
        "a repair that doesn't run to more than 120 EUR",
        "the rate is not to exceed 150 EUR",
        "a room not to be above 150 EUR",
        "I haven't got more than 50 EUR",
        "dont want to spend more than 50 EUR",
        "cant spend more than 50 EUR",
        "without spending more than 50 EUR",
        "no flights over 300 EUR",
        "Don't suggest hostels, I want a hotel under 90 EUR",
        "No kids, two adults, a hotel under 120 EUR",
        "Don't forget: under 50 EUR",
        "a tent without poles under 90 EUR",
        "a hotel, without going over my budget of 90 EUR",
        "I can't spend more than my budget of 90 EUR on a tent",
        "a laptop that doesn't overheat for under 600 EUR",
        "nothing fancy under 90 EUR",
        "not sure which laptop to buy for under 600 EUR",
        "Isn't there a good laptop under 600 EUR?",
        "I'm not looking to spend more than 90 EUR",
        "we are not willing to pay more than 90 EUR",
        "I'm not comfortable paying over 90 EUR",
        "I don't want it to cost more than 90 EUR",
        "I can't really afford more than 90 EUR",
        "don't show me hotels over 90 EUR",
        "don't suggest laptops over 600 EUR",
    ],
)
def test_an_upper_end(query: str) -> None:
    found = budget_in(query)
    assert found is not None
    assert (found.low, found.high is None) == (None, False)


@pytest.mark.parametrize(
    "query", ["a watch that needs no charging, over 100 EUR", "a lamp above 100 EUR, not too bright"]
)
def test_a_denial_in_another_clause_leaves_the_lower_end(query: str) -> None:
    found = budget_in(query)
    assert found is not None
    assert (found.low, found.high) == (100, None)


@pytest.mark.parametrize(
    "query",
    [
        "a hotel that does not allow dogs above 90 EUR",
        "a lock that won't come loose for more than 40 EUR",
        "Which hostels above 60 EUR are not close to a bar?",
        "Which hotel doesn't bill deposits above 50 EUR?",
        "Which airline never refunds more than 250 EUR?",
        "Why won't my boss approve hotels above 150 EUR?",
        "We don't need receipts above 50 EUR",
        "I didn't pay more than 50 EUR for the last one",
        "Anything above 50 EUR is too much",
        "über 50 EUR kann ich nicht zahlen",
        "hotels above 150 EUR are out of the question",
        "Tents above 250 EUR are beyond my means",
        "über 80 EUR ist mir zu teuer",
        "hotels over 90 EUR I won't book",
        "Zelte über 200 EUR kommen nicht in Frage",
        "Do you not send parcels above 200 EUR?",
        "do not include parking in rooms above 90 EUR",
        "a laptop with a stand that has no fan for over 500 EUR",
        "Flat in Ulm, no balcony under 700 EUR",
        "I checked the shop but nothing under 90 EUR. Which do you know?",
        "Nothing under 50 EUR?",
        "nothing below 60 EUR, please",
        "Don't show me anything under 80 EUR",
        "I don't want to spend less than 50 EUR on a gift",
    ],
)
def test_a_denial_that_leaves_a_doubt_states_no_end(query: str) -> None:
    assert budget_in(query) is None
