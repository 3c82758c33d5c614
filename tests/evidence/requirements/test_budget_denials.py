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
        "You must not list hotels above 200 EUR",
        "Do not suggest anything in Bonn above 150 EUR",
        "Do not offer tents for families above 250 EUR",
        "I never pick wines above 15 EUR",
        "Please make sure you never show cameras above 700 EUR",
        "Ensure you do not pick a mattress above 400 EUR",
        "I'd rather you don't list monitors above 300 EUR",
        "It's important that you never book rooms over 130 EUR",
        "Don't include rooms in Ulm above 140 EUR",
        "Don't mention tents for two above 140 EUR",
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
        "Which hostels above 60 EUR are not close to a bar?",
        "Which laptops above 900 EUR are too loud for a library?",
        "Which bikes over 1500 EUR are out of stock?",
        "Sofas above 700 EUR must not be wider than 2 m",
        "Guitars over 400 EUR do not always come with a case, list those that do",
        "Find boots above 150 EUR I won't need to wax every week",
        "Pens above 40 EUR we will not find at the airport",
        "Welche Kameras über 500 EUR sind nicht zu groß?",
        "I see you never list wines above 40 EUR, which ones exist?",
        "Do you not send parcels above 200 EUR?",
        "Find a lamp above 100 EUR, not too bright",
        "Tell me which lamps above 90 EUR aren't made of plastic",
        "Show me hotels above 150 EUR a night not far from the lake",
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
        "hotels above 150 EUR are out of the question",
        "Above 300 EUR is not an option",
        "Tents above 250 EUR are beyond my means",
        "über 80 EUR ist mir zu teuer",
        "mehr als 60 EUR kann ich nicht ausgeben",
        "More than 200 EUR we cannot afford, which hotels are left?",
        "hotels over 90 EUR I won't book",
        "do not include parking in rooms above 90 EUR",
        "Don't mention breakfast for hotels above 120 EUR",
        "Could you not propose trains above 80 EUR",
        "I need you not to list printers above 250 EUR",
        "Rooms above 140 EUR are not in my price range",
        "Rooms above 140 EUR a night are too expensive for us",
        "Cars over 20000 EUR don't suit my wallet",
        "Lamps above 90 EUR shouldn't appear in the list",
        "Bikes above 800 EUR we don't want to see",
        "Anything over 30 EUR is a bit too steep",
        "Zelte über 200 EUR kommen nicht in Frage",
        "Flat in Ulm, no balcony under 700 EUR",
        "I searched everywhere, no printer under 90 EUR. Which do you know?",
        "I checked the shop but nothing under 90 EUR. Which do you know?",
        "Can you find a jacket, nothing under 120 EUR?",
        "Can you find a jacket, nothing under 120 EUR for my dad?",
    ],
)
def test_a_denial_that_leaves_a_doubt_states_no_end(query: str) -> None:
    assert budget_in(query) is None


@pytest.mark.parametrize(
    "query",
    [
        "Please don't suggest flats below 700 EUR.",
        "Don't show me anything under 80 EUR",
        "Do not list hotels cheaper than 85 EUR",
        "nothing below 60 EUR, please",
        "A coat for winter, nothing under 150 EUR",
        "No laptops under 600 EUR",
        "Keine Uhren unter 200 EUR",
        "Nichts unter 30 EUR bitte",
        "I don't want to spend less than 50 EUR on a gift",
        "I wouldn't consider anything cheaper than 90 EUR",
        "we do not want any room under 70 EUR",
        "not below 40 EUR",
        "I want a good bottle, nothing under 40 EUR. Which do you suggest?",
        "Nothing under 80 EUR per night",
        "No bottles under 20 EUR please",
        "I would not spend less than 60 EUR on shoes, which do you suggest?",
    ],
)
def test_what_is_denied_below_is_a_lower_end(query: str) -> None:
    found = budget_in(query)
    assert found is not None
    assert (found.low is None, found.high) == (False, None)


@pytest.mark.parametrize(
    "query",
    [
        "Is there nothing under 50 EUR?",
        "Nothing under 50 EUR?",
        "Why don't you show kettles under 50 EUR?",
        "Can't you find anything under 60 EUR?",
        "Don't you have tents under 90 EUR?",
        "The shop has nothing under 80 EUR, find me something elsewhere",
        "You have no hotels under 100 EUR, do you know one?",
        "I couldn't find anything under 70 EUR",
        "I don't want a noisy kettle under 50 EUR",
        "Don't suggest hostels, I want a hotel under 90 EUR",
        "nothing fancy under 100 EUR",
        "no frills under 100 EUR",
        "No kids, two adults, a hotel under 120 EUR",
        "I don't mind anything under 100 EUR",
        "Don't forget: under 50 EUR",
        "A flight to Oslo, no stops under 250 EUR",
        "A SIM card, no contract under 20 EUR",
        "No tents under 100 EUR in stock? Find some",
        "Nichts unter 60 EUR gefunden, kennst du etwas?",
        "I tried two shops and nothing under 70 EUR came up. Where else?",
    ],
)
def test_what_is_denied_of_the_thing_leaves_the_upper_end(query: str) -> None:
    found = budget_in(query)
    assert found is not None
    assert (found.low, found.high is None) == (None, False)
