"""What a query asks for. Where the wording leaves a doubt, nothing is extracted."""

import pytest

from tests.evidence.requirements.turns import check
from validation.domain.context import UserQuery
from validation.evidence.requirements.budget import budget_in
from validation.evidence.requirements.draft import parse_query
from validation.evidence.requirements.facts import needs_facts
from validation.evidence.requirements.names import names_in
from validation.evidence.requirements.shape import count_in


@pytest.mark.parametrize(
    ("query", "low", "high", "unit"),
    [
        ("a kettle under 140 euros", None, 140, "EUR"),
        ("a kettle below €50", None, 50, "EUR"),
        ("a kettle for less than $49.99", None, 49.99, "USD"),
        ("max 80 EUR please", None, 80, "EUR"),
        ("max. 80 EUR", None, 80, "EUR"),
        ("a maximum of 80 EUR", None, 80, "EUR"),
        ("up to 1,299 dollars", None, 1299, "USD"),
        ("up to 1.299 EUR", None, 1299, "EUR"),
        ("something within my 500 dollar budget", None, 500, "USD"),
        ("my budget is 500 dollars", None, 500, "USD"),
        ("a laptop with a budget of 900 EUR", None, 900, "EUR"),
        ("I can spend 60 pounds... or rather £60 max", None, 60, "GBP"),
        ("80 EUR or less", None, 80, "EUR"),
        ("$80 tops", None, 80, "USD"),
        ("no more than 30 EUR", None, 30, "EUR"),
        ("cheaper than 30 EUR", None, 30, "EUR"),
        ("between 50 and 80 dollars", 50, 80, "USD"),
        ("between $50 and $80", 50, 80, "USD"),
        ("a kettle for 50-80 EUR", 50, 80, "EUR"),
        ("from 50 to 80 EUR", 50, 80, "EUR"),
        ("for over 100 EUR", 100, None, "EUR"),
        ("a laptop, my budget is 500", None, 500, ""),
        ("the cheapest laptop under 500", None, 500, ""),
        ("ein Wasserkocher unter 40 EUR", None, 40, "EUR"),
        ("I don't want to pay more than 50 EUR for a kettle", None, 50, "EUR"),
        ("a kettle, but I can't spend over 50 EUR", None, 50, "EUR"),
        ("a kettle that does not cost more than 50 EUR", None, 50, "EUR"),
        ("nothing over 50 EUR please", None, 50, "EUR"),
        ("it must never cost more than 50 EUR", None, 50, "EUR"),
        ("a room that isn't above 120 EUR a night", None, 120, "EUR"),
        ("the rent should never exceed 900 EUR", None, 900, "EUR"),
        ("a deductible no higher than 500 EUR", None, 500, "EUR"),
        ("nothing more expensive than 50 EUR", None, 50, "EUR"),
        ("a Wasserkocher, der nicht mehr als 50 Euro kostet", None, 50, "EUR"),
        ("keine Hotels über 120 Euro", None, 120, "EUR"),
        ("I have 50 euros for a kettle, which one should I buy?", None, 50, "EUR"),
        ("we've got 900 USD to spend on a laptop", None, 900, "USD"),
        ("a kettle, my budget is 50 pounds", None, 50, "GBP"),
        ("a kettle for under 50 quid", None, 50, "GBP"),
        ("gifts for not less than 100 EUR", 100, None, "EUR"),
        ("not cheap ones: over 100 EUR", 100, None, "EUR"),
        ("not red but over 50 EUR", 50, None, "EUR"),
        ("no lid, over 50 EUR is fine", 50, None, "EUR"),
        ("ein Zelt, das nicht undicht wird, über 200 EUR", 200, None, "EUR"),
        ("a tour that isn't much more than 80 EUR", None, 80, "EUR"),
        ("I don't have more than 80 EUR for a tour", None, 80, "EUR"),
        ("it should not be pricier than 80 EUR", None, 80, "EUR"),
        ("a flat, and don't go beyond 900 EUR", None, 900, "EUR"),
        ("ich will nicht mehr als 80 EUR ausgeben", None, 80, "EUR"),
        ("das Zimmer darf nicht teurer als 80 EUR sein", None, 80, "EUR"),
        ("show me nothing that is above 50 EUR", None, 50, "EUR"),
        ("none of them above 80 EUR", None, 80, "EUR"),
        ("I do not wish to exceed 200 EUR", None, 200, "EUR"),
    ],
)
def test_a_budget_is_read(query: str, low: float | None, high: float | None, unit: str) -> None:
    found = budget_in(query)
    assert found is not None
    assert (found.low, found.high, found.unit) == (low, high, unit)


@pytest.mark.parametrize(
    "query",
    [
        "how much is the Aro at 39,90 EUR?",
        "a book under 500 pages",
        "shoes under 300 g",
        "children under 12",
        "delivery within 3 days",
        "I paid 40 EUR for the last one",
        "is 40 EUR a fair price?",
        "buy a novel below 300 pages",
        "kettles around 40 EUR",
        "what happened between 1914 and 1918?",
        "I don't mind paying more than 100 EUR for good shoes",
        "isn't the Aro above 50 EUR?",
        "I never paid more than 50 EUR for a kettle",
        "does the total exceed 500 EUR?",
        "is the fare higher than 90 EUR?",
        "I have 50 euros in my account, what is the fee?",
        "I have 50 USD, how many euros is that?",
        "a cheap suitcase that weighs under 50 pounds",
        "I've never stayed in a hotel above 60 EUR",
        "We are not fussy about hotels above 60 EUR",
        "Don't hesitate to suggest hotels above 60 EUR",
        "do not leave out hotels above 60 EUR",
        "I have nothing against hotels above 60 EUR",
        "the site does not list hotels above 60 EUR",
        "a bike not used for more than 900 EUR",
        "I do not earn more than 2000 EUR",
    ],
)
def test_no_budget_is_read_where_none_is_stated(query: str) -> None:
    assert budget_in(query) is None


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("top 3 kettles", 3),
        ("the top three kettles", 3),
        ("give me two options", 2),
        ("a list of five kettles", 5),
        ("show me 4 different alternatives", 4),
        ("exactly 3 reasons", 3),
        ("name 10 shops", 10),
    ],
)
def test_a_count_is_read(query: str, number: int) -> None:
    found = count_in(query)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize(
    "query",
    [
        "which of the two options is better?",
        "find a 2 person tent",
        "the three shops you listed",
        "top 10% of students",
        "one option is enough",
        "iPhone 15 or Galaxy 24",
        "is it in the top league?",
        "sizes 3 to 5",
    ],
)
def test_no_count_is_read_where_none_is_stated(query: str) -> None:
    assert count_in(query) is None


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("the cheapest kettle", {"cheapest"}),
        ("it need not be the cheapest kettle", set()),
        ("which kettle is not the cheapest?", set()),
        ("the best kettle", {"best"}),
        ("best price for the Aro kettle", {"cheapest"}),
        ("the best way to descale a kettle", set()),
        ("Best regards from Kim, which kettle is quiet?", set()),
        ("compare the kettles in a table", {"format"}),
        ("find a table for the kettle", set()),
        ("answer as a list", {"format"}),
        ("return json with the prices", {"format"}),
        ("read the json file and tell me the price", set()),
        ("an overview based on the provided data in JSON format", set()),
        ("explain it in one paragraph", {"format"}),
        ("in 50 words, which kettle is lighter?", {"format"}),
        ("what do the words on the kettle mean?", set()),
        ("a short kettle cord", set()),
        ("give me a short answer: which kettle?", {"format"}),
        ("which kettle is lighter? include links", {"format"}),
        ("explain the kettle in German", set()),
    ],
)
def test_a_query_asks_for_these_kinds_only(query: str, kinds: set[str]) -> None:
    found = check(query, "The Aro kettle costs 39,90 EUR.").requirements
    assert {requirement.kind for requirement in found} - {"answer", "entity", "follow_up"} == kinds


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("which is lighter, the Brant Ridge 2 or the Kestrel Fell?", ["Brant Ridge 2", "Kestrel Fell"]),
        ("is the iPhone 15 waterproof?", ["iPhone 15"]),
        ("What does the Aro cost?", ["Aro"]),
        ("Which age group is my son in? born 3 Feb 2014", []),
        ("Kettles under 50 EUR", []),
        ("restaurants in Bremen", []),
        ("Which one is better on Monday?", []),
        ("Which Is The Best Kettle For Home?", []),
        ("what does it weigh in German shops?", []),
        ("Welche Bilder hat das Museum?", []),
        ("Welche Öffnungszeiten gelten am Montag?", []),
        ("Dürfen Hunde in das Museum?", []),
        ("Welcher Zug fährt nach Karby?", []),
        ("Darf Besuch mit in das Lindau Museum?", ["Lindau Museum"]),
        ("Kann Tom Berger das machen?", ["Tom Berger"]),
        ("Ist der Brant Ridge 2 leichter als der Kestrel Fell?", ["Brant Ridge 2", "Kestrel Fell"]),
        ("Was kostet der Aro Kessel und wo gibt es ihn?", ["Aro Kessel"]),
    ],
)
def test_names_are_told_from_other_capitals(query: str, names: list[str]) -> None:
    assert list(names_in(query)) == names


@pytest.mark.parametrize(
    ("query", "needs"),
    [
        ("which kettle is lighter?", True),
        ("hi, which kettle is lighter?", True),
        ("find a kettle under 50 EUR", True),
        ("What is the capital of Australia?", True),
        ("can you tell me how heavy the Aro is?", True),
        ("do you know where it is sold?", True),
        ("wie schwer ist der Aro?", True),
        ("May I bring my dog to the Lindau Museum?", True),
        ("Must children pay at the museum?", True),
        ("Can you tell me the opening hours?", True),
        ("Opening hours Lindau Museum", True),
        ("Any vegan restaurants in Lindau?", True),
        ("I need to know the admission", True),
        ("What do you think the admission is?", True),
        ("Combien coûte l'entrée ?", True),
        ("¿Cuánto cuesta la entrada?", True),
        ("入場料はいくらですか？", True),
        ("Hoeveel kost de toegang?", True),
        ("Сколько стоит билет?", True),
        ("Kannst du mir ein Gedicht schreiben?", False),
        ("¿Me escribes un poema?", False),
        ("Sprichst du Deutsch?", False),
        ("Would you help me rewrite this: I has a cat?", False),
        ("Could you make it shorter?", False),
        ("May I ask something?", False),
        ("Everything okay?", False),
        ("Ready?", False),
        ("hello, anyone there?", False),
        ("what do you think?", False),
        ("can you help me with something?", False),
        ("hello", False),
        ("Hi there!", False),
        ("thanks a lot, great help", False),
        ("how are you?", False),
        ("hey, what can you do?", False),
        ("good morning!", False),
        ("write a poem about kettles", False),
        ("please translate this sentence", False),
        ("tell me a joke", False),
        ("ok", False),
        ("??", False),
        ("can you help me?", False),
        ("I feel tired today.", False),
    ],
)
def test_only_some_queries_need_facts(query: str, needs: bool) -> None:
    assert needs_facts(parse_query(UserQuery(query), "")) is needs


def test_a_declared_data_requirement_needs_facts() -> None:
    query = UserQuery("the usual, please", data_requirements="needs_current_prices=true")
    assert needs_facts(parse_query(query, ""))
