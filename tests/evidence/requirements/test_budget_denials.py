"""Which end of a budget a denial states: an upper one, none, or none of it but one of the thing."""

import pytest

from validation.evidence.requirements.budget import budget_in


@pytest.mark.parametrize(
    "query",
    [
        "Which kettle won't run me more than 50 EUR?",
        "Which kettle won't set me back more than 50 EUR?",
        "a weekend trip that won't set us back more than 400 EUR",
        "a repair that doesn't run to more than 120 EUR",
        "the total should not come to more than 300 EUR",
        "the rate is not to exceed 150 EUR",
        "a room not to be above 150 EUR",
        "I cannot justify more than 50 EUR",
        "I'd rather not part with more than 40 EUR",
        "our travel policy does not permit rates above 150 EUR",
        "Our company does not allow hotels above 150 EUR",
        "my boss won't approve laptops over 1200 EUR",
        "I'm not interested in flats above 900 EUR",
        "we have no interest in hotels above 150 EUR",
        "please don't bother with tents above 200 EUR",
        "Don't look at tents above 200 EUR",
        "Don't even think of tents above 200 EUR",
        "I haven't got more than 50 EUR",
        "dont want to spend more than 50 EUR",
        "cant spend more than 50 EUR",
    ],
)
def test_what_is_denied_is_an_upper_end(query: str) -> None:
    found = budget_in(query)
    assert found is not None
    assert (found.low, found.high is None) == (None, False)


@pytest.mark.parametrize(
    "query",
    [
        "a hotel that does not allow dogs above 90 EUR",
        "a rucksack that doesn't need a cover above 90 EUR",
        "a hotel which doesn't bill breakfast above 90 EUR",
        "a tent, which really doesn't leak above 200 EUR",
        "a lock that won't come loose for more than 40 EUR",
        "a watch that does not need charging, over 100 EUR",
        "kettles over 50 EUR that are not noisy",
    ],
)
def test_what_is_denied_of_the_thing_leaves_the_lower_end(query: str) -> None:
    found = budget_in(query)
    assert found is not None
    assert (found.low is None, found.high) == (False, None)


@pytest.mark.parametrize(
    "query",
    [
        "Which hotel doesn't bill deposits above 50 EUR?",
        "Which airline never refunds more than 250 EUR?",
        "tell me which shop doesn't ship orders above 45 EUR",
        "My bank doesn't permit payments above 500 EUR, which one does?",
        "The shop does not accept cards above 50 EUR",
        "My insurance won't approve treatments above 500 EUR",
        "Why won't my boss approve hotels above 150 EUR?",
        "My company doesn't mind hotels above 150 EUR",
        "We don't need receipts above 50 EUR",
        "I didn't pay more than 50 EUR for the last one",
        "Anything above 50 EUR is too much",
        "über 50 EUR kann ich nicht zahlen",
        "Kettles above 50 EUR must not be listed",
    ],
)
def test_a_denial_that_leaves_a_doubt_states_no_end(query: str) -> None:
    assert budget_in(query) is None
