"""Whether a response speaks of what was asked for, and the evidence does."""

import pytest

from tests.evidence.requirements.turns import SHOPS, check, met
from validation.domain.check import CheckState

UNDER_50 = "find a kettle under 50 euros"


def test_the_address_of_the_evidence_may_name_what_is_asked_for() -> None:
    evidence = "Soundpost: full bass, thin voices. https://soundpost.example/review/aria-buds\n\nMidori Audio is new.\n"
    assert met(check("What do people say of the Aria Buds?", "Full bass and thin voices.", evidence), "entity") is True


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("find me a cheap laptop under 900 EUR", "The Cor laptop costs 850 EUR.", True),
        ("find me a cheap laptop under 900 EUR", "The Cor notebook costs 850 EUR.", True),
        ("find me a cheap laptop under 900 EUR", "The Aro kettle costs 39,90 EUR.", False),
        ("find me a phone case under 20 EUR", "The Cor sleeve costs 15 EUR and has a lamp.", True),
        ("how much does it cost to repair a cracked phone?", "Screen replacement costs 89 EUR.", True),
        ("Find a laptop under 600 EUR", "The Vela 14 costs 549 EUR and has a 14 inch screen.", True),
        ("cheapest restaurant near the town hall", "Da Enzo near the town hall is cheapest.", True),
        ("how heavy is the Kestrel Fell?", "The Kestrel Fell weighs 305 g.", True),
        ("how heavy is the Kestrel Fell?", "The Brant Ridge 2 weighs 268 g.", False),
        ("how heavy is the Brant Ridge 2?", "The Brant Ridge 3 weighs 268 g.", False),
        ("compare the Kestrel Fell and the Brant Ridge 2", "The Brant Ridge 2 weighs 268 g.", False),
        ("which is lighter, the Kestrel Fell or the Brant Ridge 2?", "The Brant Ridge 2, at 268 g.", True),
        ("how do volcanoes erupt?", "Magma rises and volcanoes erupt.", True),
        ("how do volcanoes erupt?", "The Aro kettle costs 39,90 EUR.", False),
        ("is the film suitable for kids?", "No, it is rated 16.", None),
        ("summarize the following news within 30 words", "The Aro kettle costs 39,90 EUR.", None),
    ],
)
def test_the_response_speaks_of_what_was_asked_for_or_not(query: str, response: str, holds: bool | None) -> None:
    assert met(check(query, response), "entity") is holds


@pytest.mark.parametrize("words", ["photo, picture, image", "picture, image, photo", "image, photo, picture"])
def test_the_place_is_the_first_word_that_names_what_was_asked_for(words: str) -> None:
    """Whatever the order in which a process keeps its sets."""
    found = check("find me a photo under 20 EUR", f"Here: {words}, for 12 EUR.").requirements
    assert next(one.start for one in found if one.kind == "entity") == len("Here: ")


def test_a_bare_answer_is_on_topic_through_its_evidence() -> None:
    evidence = "Canberra is the capital of Australia.\n"
    assert met(check("what is the capital of Australia?", "Canberra.", evidence, linked=True), "entity") is True


def test_evidence_on_another_kind_of_thing_needs_new_research() -> None:
    report = check("find a laptop under 900 EUR", "The Aro kettle costs 39,90 EUR.", SHOPS, linked=True)
    assert report.evidence_missing is not None


def test_evidence_that_holds_the_kind_needs_only_rewording() -> None:
    report = check("find a laptop under 900 EUR", "The Aro kettle costs 39,90 EUR.", SHOPS + "\nCor laptop, 850 EUR\n")
    assert (report.addressed.state, report.evidence_missing) == (CheckState.FAIL, None)


@pytest.mark.parametrize(
    ("response", "holds"),
    [
        ("The Aro kettle is lighter. Shall I compare the cords as well?", True),
        ("The Aro kettle is lighter. Do you need a kettle with a filter?", True),
        ("The Aro kettle is lighter. Have you considered investing savings into crypto?", False),
        ("The Aro kettle is lighter.", None),
    ],
)
def test_a_question_asked_back_stays_on_topic_or_not(response: str, holds: bool | None) -> None:
    assert met(check("which kettle is lighter?", response), "follow_up") is holds


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("How much does the bottle hold?", "The bottle holds 770 ml.", None),
        ("How much does the bottle cost?", "The bottle holds 770 ml.", False),
    ],
)
def test_a_question_is_answered_in_kind(query: str, response: str, holds: bool | None) -> None:
    evidence = "The bottle holds 770 ml."
    assert met(check(query, response, evidence, linked=True), "part") is holds


@pytest.mark.parametrize(
    ("query", "evidence", "response", "holds"),
    [
        (
            "Why did the chess final end so early?",
            "Bulletin: Board 1 Kowalczyk-Van Damme: draw after 17 moves (threefold repetition).",
            "It was drawn after 17 moves through threefold repetition.",
            True,
        ),
        (
            "Which month had the highest electricity use?",
            "Consumption (kWh)\nNov 301\nDec 327",
            "December, 327 kWh.",
            True,
        ),
        ("How do I reset my router?", "Aro kettle, 39,90 EUR at Topf", "The Aro kettle costs 39,90 EUR.", False),
        ("When does the night train to Vienna leave?", "Sieve the flour, add two eggs.", "Add two eggs to it.", False),
    ],
)
def test_what_shares_no_word_with_the_query_is_on_topic_by_its_meaning(
    query: str, evidence: str, response: str, holds: bool
) -> None:
    assert met(check(query, response, evidence, linked=True), "entity") is holds


@pytest.mark.parametrize(
    ("query", "evidence", "response", "holds"),
    [
        ("¿Cuánto cuesta el abono?", "Abono mensual: 34,90 €", "El abono cuesta 34,90 €.", True),
        (
            "A laptop with 16 GB RAM?",
            "Kestrel 14, 16 GB RAM\n\nPlover, 8 GB",
            "The Kestrel 14 has 16 GB of memory.",
            True,
        ),
        ("Wie hat sich der Milchpreis entwickelt?", "Milchpreis ab Hof\nMai 44,9\nJuni 44,1", "Im Juni fiel er.", True),
        (
            "Does the wax of the Luma set melt?",
            "Luma Candle Set, 3 pieces\n\nMelting point: 46 °C",
            "Yes, at 46 °C.",
            True,
        ),
        ("How heavy is the Luma?", "Luma candle, 300 g\n\nVeda candle, 410 g", "The Veda candle weighs 410 g.", False),
    ],
)
def test_what_need_not_be_named_again(query: str, evidence: str, response: str, holds: bool) -> None:
    assert met(check(query, response, evidence), "entity") in ((True, None) if holds else (False,))


def test_prices_without_a_currency_are_compared() -> None:
    evidence = "Menu 1 Goulash — 6.90\nMenu 2 Curry — 5.80\n"
    response = "No. The curry is cheapest at 5.80; the goulash is 6.90."
    assert met(check("Is the goulash the cheapest lunch?", response, evidence, linked=True), "cheapest") is True


@pytest.mark.parametrize(
    ("query", "evidence", "response", "holds"),
    [
        ("I'm allergic to nuts. Which bar can I eat?", "- Crunch bar: oats, hazelnuts", "The Crunch bar: oats.", False),
        ("I'm allergic to nuts. Which bar can I eat?", "- Honey bar: oats", "The Honey bar: oats.", True),
        ("I'm allergic to peanuts. Which bar?", "- Nutto bar: peanuts, honey", "The Nutto bar: honey.", False),
        ("I can't eat peanuts, which bar?", "- Nutto bar: peanuts, honey", "The Nutto bar: honey.", False),
        ("I'm coeliac. Which bar can I eat?", "- Oat bar: gluten: yes, oats", "The Oat bar: oats.", False),
        ("I'm allergic to nuts. Which bar can I eat?", "- Oat bar | nuts: no | oats", "The Oat bar: oats.", True),
        ("Recommend a vegan soup", "- Lentil soup, vegan: coconut milk", "The lentil soup with coconut milk.", True),
        ("Recommend a vegan soup", "- Tomato soup: cream, basil", "The tomato soup, with cream.", False),
        ("Which soup is it, vegan or with cream?", "- Tomato soup: cream, basil", "The tomato soup, with cream.", None),
        ("Is the recommended soup vegan?", "- Tomato soup: cream, basil", "No, the tomato soup has cream.", None),
        ("Get me a scarf, not wool, in blue.", "- Ola scarf: merino wool", "The Ola scarf: it is merino wool.", False),
        ("Get me a scarf, not wool, in blue.", "- Vik scarf: cotton", "The Vik scarf: cotton.", True),
        ("Which scarf is it? The blue one, not sure.", "- Vik scarf: cotton", "Sure, the Vik scarf: cotton.", None),
        ("Is the shop open on Monday, not Tuesday?", "- Tuesday: open", "No, it opens on Tuesday: open.", None),
        ("A lactose-free dessert?", "- Rice pudding: milk, sugar", "The rice pudding: milk, sugar.", False),
        ("A lactose-free dessert?", "- Sorbet: lemon, sugar", "The sorbet: lemon, sugar.", True),
    ],
)
def test_what_a_query_wants_or_rules_out(query: str, evidence: str, response: str, holds: bool | None) -> None:
    items = "\n".join(line for line in evidence.splitlines() if not line or response.split()[-1].strip(".") in line)
    assert met(check(query, response, items, linked=True), "preference") is holds


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("Which insurance is cheapest?", "Nova covers your car for 30 EUR.", "Nova: it covers your car for 30 EUR."),
        ("Which plan is cheapest?", "Nova covers one bike for 30 EUR.", "Nova: 30 EUR a month for one bike."),
        ("Which gym is the cheapest?", "FitOne 19 EUR", "FitOne, 19 EUR; bring your own shoes."),
        ("Which ferry is the cheapest?", "Seacat 60 EUR with a car", "Seacat at 60 EUR with a car."),
        ("Find the cheapest fare to Rome.", "Aro Air flight 60 EUR", "The cheapest flight is Aro Air at 60 EUR."),
    ],
)
def test_a_ware_named_in_passing_is_nothing_else(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "entity") is True


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("Find me a tent under 100 EUR.", "Alva backpack, 80 EUR", "The Alva backpack costs 80 EUR."),
        ("Find me a tent under 100 EUR.", "Alva backpack, 80 EUR", "Alva costs 80 EUR."),
        ("Find me a tent under 100 EUR.", "Alva backpack, 80 EUR", "I found an offer for a backpack: Alva, 80 EUR."),
        ("Find me a desk under 100 EUR.", "Lund sofa, 90 EUR", "The Lund sofa comes with a mug for 90 EUR."),
        ("Find a laptop under 900 EUR.", "Aro repairs your phone.", "Aro repairs your phone for 60 EUR."),
    ],
)
def test_a_ware_that_is_offered_instead_is_something_else(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "entity") is False
