"""Each goal is scored by what supported claims say of it: 0.75 passes, under 0.50 fails."""

import pytest

from tests.evidence.requirements.turns import claims_of
from validation.domain.attempt import Goal
from validation.domain.claim import ClaimState
from validation.evidence.goals import score_goals
from validation.evidence.text.claims import split_claims

WEIGHT = "Compare the weights of the two kettles"
SHOP = "Find a shop that sells the lighter kettle under 50 EUR"
RESPONSE = (
    "## The lighter kettle\nThe Aro is lighter: 850 g against 910 g for the Bel.\n\n"
    "## Shops under 50 EUR\nTopf sells the Aro kettle at 39.90 EUR.\n"
)


def score(description: str, response: str, *others: str, supported: bool = True) -> float:
    goals = [Goal(f"GOAL_{index}", text) for index, text in enumerate((description, *others), start=1)]
    return score_goals(goals, split_claims(response), claims_of(response, supported=supported))["GOAL_1"]


@pytest.mark.parametrize(
    ("goal", "other", "response"),
    [
        (WEIGHT, SHOP, RESPONSE),
        (SHOP, WEIGHT, RESPONSE),
        ("Find the price of the Aro", WEIGHT, "The Aro costs 39.90 EUR."),
        ("Explain how kettles switch off", WEIGHT, "Kettles switch off when steam bends a strip."),
        ("Compare Aro and Bel", SHOP, "The Aro is quieter than the Bel."),
    ],
)
def test_a_goal_that_supported_claims_cover_passes(goal: str, other: str, response: str) -> None:
    assert score(goal, response, other) >= 0.75


@pytest.mark.parametrize(
    ("goal", "other", "response"),
    [
        ("Explain the warranty terms", WEIGHT, RESPONSE),
        ("Find reviews of the Aro kettle", WEIGHT, RESPONSE),
        ("Find reviews of the Brant Ridge 2", SHOP, "The Brant Ridge 2 weighs 268 g."),
        (WEIGHT, SHOP, "Topf is a shop in Bremen."),
        (WEIGHT, SHOP, ""),
        (WEIGHT, SHOP, "Happy to help!"),
    ],
)
def test_a_goal_that_nothing_speaks_of_fails(goal: str, other: str, response: str) -> None:
    assert score(goal, response, other) < 0.5


@pytest.mark.parametrize(
    ("goal", "response", "supported"),
    [
        (WEIGHT, RESPONSE, False),
        (WEIGHT, "The weights of both kettles are much alike.", True),
        ("Find the price of the Aro", "The price of the Aro varies from shop to shop.", True),
        ("Find the price of the Aro", "The Aro costs 39.90 EUR.", False),
        ("Find the price of the Aro", "The price of the Aro could not be found.", True),
    ],
)
def test_a_goal_that_is_spoken_of_without_support_or_figure_is_partial(
    goal: str, response: str, supported: bool
) -> None:
    assert 0.5 <= score(goal, response, supported=supported) < 0.75


def test_a_contradicted_claim_is_worth_less_than_an_unsupported_one() -> None:
    spans, claims = split_claims(RESPONSE), claims_of(RESPONSE, supported=False)
    wrong = [
        type(claim)(claim.id, claim.text, claim.start, claim.end, ClaimState.CONTRADICTED, 0.0)
        if claim.state is ClaimState.UNSUPPORTED
        else claim
        for claim in claims
    ]
    goals = [Goal("GOAL_1", WEIGHT)]
    assert score_goals(goals, spans, wrong)["GOAL_1"] < score_goals(goals, spans, claims)["GOAL_1"]


@pytest.mark.parametrize("description", ["", "?", "Find it", "850 g", "x" * 5000])
def test_any_description_is_scored_between_0_and_1(description: str) -> None:
    assert 0.0 <= score(description, RESPONSE, WEIGHT) <= 1.0


def test_no_goals_have_no_scores() -> None:
    assert score_goals([], split_claims(RESPONSE), claims_of(RESPONSE)) == {}


ARO = "The Aro kettle costs 39.90 EUR."


def test_a_goal_on_a_thing_that_nothing_is_said_of_fails() -> None:
    assert score("Find the price of the Bel kettle", ARO, "Find the price of the Aro kettle") < 0.5


@pytest.mark.parametrize(
    ("goal", "response"),
    [
        ("Recommend a restaurant in Berlin", "A good restaurant in Kreuzberg is Aro."),
        ("Find restaurants in Berlin", "There are restaurants in Kreuzberg: Aro and Bel."),
        ("Find the most popular dish in Italy", "The most popular dish in Naples is pizza."),
        ("Find the weather in Berlin tomorrow", "Tomorrow's weather is sunny, 20 °C."),
        ("Find the weather in Berlin", "The weather in June is sunny, 25 °C."),
        ("Find the weather in Berlin", "Berlin is sunny. The weather in Hamburg is wet."),
        ("Find the opening hours of the Met", "The opening hours of the Metropolitan Museum are 10:00 to 17:00."),
        ("Find the population of New York", "The population of NYC is 8.3 million."),
        ("Finde die Öffnungszeiten des Louvre", "Die Öffnungszeiten des Museums sind 9:00 bis 18:00."),
        ("Find the phone number for Anna Berg", "Her phone number is 555 0100."),
        ("Find current price from Retailers", "The current price from Topf is 60 EUR."),
    ],
)
def test_a_goal_is_not_failed_for_a_name_of_the_same_or_within_it(goal: str, response: str) -> None:
    assert score(goal, response, "Compare the brands") >= 0.6


@pytest.mark.parametrize(
    ("goal", "response"),
    [
        ("Recommend a hotel with breakfast in Berlin", "The Hotel Aro costs 90 EUR a night, with breakfast."),
        ("Find the opening hours of the Louvre", "The opening hours are daily from 9:00 to 18:00."),
        ("Find the weather in Munich", "The weather in München is sunny with 24 °C."),
        ("Find the mayor of Malaga", "The mayor of Málaga is Ida Holm."),
        ("Find current price from Retailers", "The current price is 60 EUR."),
        ("Find the price of the kettle for the User's Wife", "The Aro kettle costs 60 EUR."),
        ("Find the price of the MacBook", "It costs 1,199 EUR."),
        ("Find the deadline of the Erasmus application", "The application deadline is 12 May 2026."),
        ("Recommend a kettle by Hausmarkt for the Kitchen", "I recommend the Aro kettle."),
        ("Finde den günstigsten Preis bei Hausmarkt", "Der günstigste Preis ist 54,90 EUR."),
    ],
)
@pytest.mark.parametrize("others", [(), ("Compare the brands",)])
def test_a_goal_is_not_failed_for_a_name_that_goes_without_saying(
    goal: str, response: str, others: tuple[str, ...]
) -> None:
    assert score(goal, response, *others) >= 0.6


@pytest.mark.parametrize(
    ("goal", "response"),
    [
        ("Find the price of the Aro kettle", ARO),
        ("Find the capacity of the Aro kettle", "The Aro kettle holds 1.2 l."),
        ("Find the capacity of the hall", "The hall has a capacity of 40 people."),
        ("Find the volume of the backpack", "The backpack holds 28 litres."),
        ("Preis des Aro Wasserkochers ermitteln", "Der Aro Wasserkocher kostet 39,90 EUR."),
        ("Finde den Preis", "Der Wasserkocher kostet 39,90 EUR."),
        ("Gewicht des Aro Wasserkochers bestimmen", "Der Aro Wasserkocher wiegt 850 g."),
        ("Ermittle die Dauer der Fahrt", "Die Fahrt dauert 45 Minuten."),
        ("Nenne den Preis des Zimmers", "Das Zimmer kostet 89 EUR."),
    ],
)
def test_a_goal_that_is_answered_in_full_passes(goal: str, response: str) -> None:
    assert score(goal, response, "Compare the brands") >= 0.75


@pytest.mark.parametrize(
    ("goal", "response"),
    [
        ("Preis des Bel Wasserkochers ermitteln", "Der Aro kostet 39,90 EUR."),
        ("Gewicht des Aro Wasserkochers bestimmen", "Der Aro Wasserkocher kostet 39,90 EUR."),
        ("Find the capacity of the Aro kettle", ARO),
    ],
)
def test_a_goal_that_another_figure_or_thing_is_told_for_does_not_pass(goal: str, response: str) -> None:
    assert score(goal, response, "Compare the brands") < 0.75


@pytest.mark.parametrize(
    ("goal", "response"),
    [
        ("Find the Price of the Aro Kettle", "The Aro costs 39.90 EUR."),
        ("Find Ticket Price", "Admission costs 12 EUR."),
        ("Find the price in Euro", ARO),
        ("Find the price for Monday", "The ticket costs 12 EUR."),
    ],
)
def test_a_word_with_a_capital_that_names_no_thing_need_not_be_repeated(goal: str, response: str) -> None:
    assert score(goal, response, "Compare the brands") >= 0.5
