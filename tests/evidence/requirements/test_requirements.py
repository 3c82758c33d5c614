"""Whether a response gives what was asked for, and whether the evidence could have."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.requirements.turns import check, met
from validation.domain.check import CheckState

UNDER_50 = "find a kettle under 50 euros"
DEAR = "Bel kettle, 54,00 EUR at Herd\n\nCor kettle, 61,00 EUR at Topf\n"


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        (UNDER_50, "The Aro kettle costs 39.90 EUR.", True),
        (UNDER_50, "| kettle | price |\n|---|---|\n| Aro | 39.90 EUR |\n", True),
        (UNDER_50, "| kettle | price (EUR) |\n|---|---|\n| Aro | 39.90 |\n", True),
        (UNDER_50, "| kettle | price (EUR) |\n|---|---|\n| Bel | 54.00 |\n", False),
        (UNDER_50, "The Bel kettle costs 54.00 EUR.", False),
        (UNDER_50, "- Aro: 39.90 EUR\n- Bel: 54.00 EUR\n", False),
        (UNDER_50, "- Aro: 39.90 EUR\n- Bel: 54.00 EUR, which is over your budget\n", True),
        (UNDER_50, "- Aro: 39.90 EUR\n\n## Above your budget\n\n- Bel: 54.00 EUR\n", True),
        (UNDER_50, "- Aro kettle: 39.90 EUR, reduced from 59.90 EUR\n", True),
        (UNDER_50, "The Aro kettle costs 39.90 EUR against 54.00 EUR for the Bel.", True),
        (UNDER_50, "The Aro kettle costs 39.90 EUR. The Bel costs 54.00 EUR.", False),
        (UNDER_50, "Kettles under 50 EUR are rare.", False),
        (UNDER_50, "The Aro kettle is a fine one.", False),
        (UNDER_50, "The Aro kettle costs $39.90.", False),
        (UNDER_50, "The Aro kettle costs 39.90 EUR plus 14.90 EUR shipping.", True),
        (UNDER_50, "The Aro kettle costs exactly 50 EUR.", True),
        ("a kettle between 30 and 45 EUR", "The Aro kettle costs 39.90 EUR.", True),
        ("a kettle between 45 and 50 EUR", "The Aro kettle costs 39.90 EUR.", False),
        ("a laptop up to 1.299 EUR", "The Cor laptop costs 1,299 EUR.", True),
        ("a laptop up to 1.299 EUR", "The Cor laptop costs 1.399,00 EUR.", False),
        ("a laptop under 900 EUR", "The Cor laptop costs 1,149 EUR.", False),
        ("a laptop under 900 EUR", "The Cor laptop costs 1.149 EUR.", False),
        ("petrol under 1.50 EUR a litre", "Petrol costs 1.389 EUR a litre at Topf.", True),
        ("a kettle, I can't spend over 50 EUR", "The Aro kettle costs 39.90 EUR.", True),
        ("a kettle, I can't spend over 50 EUR", "The Bel kettle costs 54.00 EUR.", False),
    ],
)
def test_a_budget_is_kept_or_not(query: str, response: str, holds: bool) -> None:
    assert met(check(query, response), "budget") is holds


def test_the_offer_that_breaks_the_budget_is_shown() -> None:
    response = "- Aro: 39.90 EUR\n- Bel: 54.00 EUR\n"
    (broken,) = [r for r in check(UNDER_50, response).requirements if r.kind == "budget"]
    assert response[broken.start : broken.end] == "54.00 EUR"


def test_a_broken_budget_is_repairable_when_the_evidence_holds_a_cheaper_offer() -> None:
    assert check(UNDER_50, "The Bel kettle costs 54.00 EUR.").evidence_missing is None


def test_an_honest_answer_that_nothing_lies_within_the_budget_needs_new_research() -> None:
    report = check(UNDER_50, "I found no kettle under 50 EUR; the cheapest is the Bel at 54,00 EUR.", DEAR)
    assert (met(report, "budget"), report.addressed.state) == (False, CheckState.FAIL)
    assert report.evidence_missing is not None


def test_a_stored_budget_is_no_offer_of_the_evidence() -> None:
    gathered = "### Session Preferences\n- budget: 50 EUR\n"
    assert check(UNDER_50, "The Bel kettle costs 54.00 EUR.", DEAR, gathered=gathered).evidence_missing is not None


@pytest.mark.parametrize(
    ("query", "wanted"),
    [("where can I buy a kettle?", False), ("how is a kettle made?", None), ("a kettle under 60 EUR", True)],
)
def test_a_stored_budget_counts_when_something_is_bought_and_the_query_names_none(
    query: str, wanted: bool | None
) -> None:
    gathered = "### Session Preferences\n- budget: 50 EUR\n"
    assert met(check(query, "The Bel kettle costs 54.00 EUR at Herd.", gathered=gathered), "budget") is wanted


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("top 3 kettles", "1. Aro\n2. Bel\n3. Cor\n", True),
        ("top 3 kettles", "1. Aro\n2. Bel\n", False),
        ("top 3 kettles", "1. Aro\n2. Bel\n3. Cor\n4. Dun\n", False),
        ("give me two options", "- Aro\n- Bel\n- Cor\n", True),
        ("give me two options", "## 1. Aro\nA kettle.\n\n## 2. Bel\nA kettle.\n", True),
        ("give me two options", "**Aro** is quiet.\n\n**Bel** is loud.\n", True),
        ("a list of five kettles", "| kettle | g |\n|---|---|\n| Aro | 850 |\n| Bel | 910 |\n", False),
        ("top 3 kettles", "Aro, Bel and Cor are the three.", True),
        ("top 2 kettles", "1. Aro\n   - quiet\n   - light\n   - red\n2. Bel\n   - loud\n", True),
        ("top 2 kettles", "1. Aro\n2. Bel\n\n## Sources\n- a\n- b\n- c\n", True),
        ("find me three kettles under 70 euros", "- Aro\n- Bel\n", False),
        ("find me three kettles under 70 euros", "Only two are under 70 euros:\n\n- Aro\n- Bel\n", True),
        ("find me three kettles under 70 euros", "- Aro\n- Bel\n- Cor\n", True),
        ("name no more than two kettles", "- Aro\n- Bel\n- Cor\n", False),
        ("name no more than two kettles", "- Aro\n", True),
        ("show me two quiet kettles", "## Aro\n- 850 g\n- red\n- loud\n\n## Bel\n- 910 g\n- blue\n- quiet\n", True),
    ],
)
def test_a_count_is_kept_or_not(query: str, response: str, holds: bool) -> None:
    assert met(check(query, response), "count") is holds


@pytest.mark.parametrize(
    ("response", "holds"),
    [
        ("The Aro kettle costs 39.90 EUR, the Bel 54.00 EUR.", True),
        ("| kettle | price |\n|---|---|\n| Aro | 39.90 EUR |\n| Bel | 54.00 EUR |\n", True),
        ("The Aro kettle is the cheapest at 39.90 EUR.", True),
        ("The Bel kettle is the cheapest at 54.00 EUR.", False),
        ("The Aro kettle is the cheapest.", False),
    ],
)
def test_cheapest_needs_a_comparison_of_prices(response: str, holds: bool) -> None:
    assert met(check("the cheapest kettle", response), "cheapest") is holds


@pytest.mark.parametrize(
    "query", ["find 3 bedroom flats in Havn", "give me 3 nights in Paris", "show me 2 person tents"]
)
def test_a_number_that_describes_the_thing_is_no_count(query: str) -> None:
    assert met(check(query, "- Aro\n"), "count") is None


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("the cheapest kettle", "The Bel is the cheapest kettle at 54.00 EUR, before the Cor at 61.00 EUR.", False),
        ("the cheapest kettle", "The Aro costs 39.90 EUR, the Bel 54.00 EUR.", True),
        ("the cheapest red kettle with a lid", "The Bel is cheapest at 54.00 EUR, the Cor costs 61.00 EUR.", True),
        ("the cheapest laptop", "The Dun is the cheapest laptop at 949 EUR, before the Eld at 1,149 EUR.", True),
    ],
)
def test_a_comparison_of_prices_holds_the_lowest_found_unless_more_is_asked(
    query: str, response: str, holds: bool
) -> None:
    evidence = (
        "Dun laptop, 949 EUR\n\nEld laptop, 1,149 EUR\n"
        if "laptop" in query
        else "- Aro kettle, 39.90 EUR\n- Bel kettle, 54.00 EUR\n- Cor kettle, 61.00 EUR\n"
    )
    assert met(check(query, response, evidence), "cheapest") is holds


def test_a_number_in_a_name_is_no_price_of_its_row() -> None:
    rows = "| Lamp | Price | Weight |\n|---|---|---|\n| Lumo 4 | 49.90 EUR | 86 g |\n| Fenn 2 | 38.50 EUR | 112 g |\n"
    assert (
        met(check("Which is the cheapest lamp?", "The Fenn 2 is the cheapest at 38.50 EUR.", rows), "cheapest") is True
    )


def test_the_cheapest_of_one_offer_needs_no_second_price() -> None:
    report = check("the cheapest kettle", "The Aro is the cheapest kettle found: 39,90 EUR.", "Aro kettle, 39,90 EUR\n")
    assert met(report, "cheapest") is True


def test_cheapest_without_any_price_in_the_evidence_needs_new_research() -> None:
    assert (
        check("the cheapest kettle", "The Aro kettle is cheapest.", "The Aro kettle is red.\n").evidence_missing
        is not None
    )


@pytest.mark.parametrize(
    ("response", "holds"),
    [
        ("The Aro kettle is best because it is quiet.", True),
        ("The Aro kettle is rated 4.7 out of 5.", True),
        ("The Aro kettle weighs 850 g, the Bel 910 g.", True),
        ("The Aro kettle it is.", False),
    ],
)
def test_best_needs_a_reason(response: str, holds: bool) -> None:
    assert met(check("the best kettle", response), "best") is holds


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("show the kettles in a table", "| kettle | g |\n|---|---|\n| Aro | 850 |\n", True),
        ("show the kettles in a table", "The Aro kettle weighs 850 g.", False),
        ("show the kettles as a list", "- Aro\n- Bel\n", True),
        ("show the kettles as a list", "Aro and Bel.", False),
        ("kettles as json", '```json\n{"kettle": "Aro"}\n```\n', True),
        ("kettles as json", '[{"kettle": "Aro"}]', True),
        ("kettles as json", "```json\n{kettle: Aro}\n```\n", False),
        ("kettles as json", "The Aro kettle.", False),
        ("kettles as json", "[" * 100_000, False),
        ("explain kettles in one paragraph", "A kettle boils water. It is quick.", True),
        ("explain kettles in one paragraph", "A kettle boils water.\n\nIt is quick.", False),
        ("explain kettles in one paragraph", "A kettle boils water.\n\nShall I compare some?", True),
        ("explain kettles in 10 words", "A kettle boils water in a very short time indeed.", True),
        ("explain kettles in 10 words", "kettle " * 20, False),
        ("explain kettles in under 10 words", "A kettle boils water.", True),
        ("explain kettles in 20-40 words", "kettle " * 16, True),
        ("explain kettles in 20-40 words", "kettle " * 80, False),
        ("explain kettles in at least 10 words", "A kettle boils water.", False),
        ("a short answer: what is a kettle?", "A kettle boils water.", True),
        ("a short answer: what is a kettle?", "A kettle boils water. " * 80, False),
        ("explain kettles in two sentences", "A kettle boils water. It is quick.", True),
        ("explain kettles in two sentences", "A kettle boils water. It is quick. It is hot.", False),
        ("which kettle? include links", "The [Aro kettle](https://topf.example/aro).", True),
        ("which kettle? include links", "The Aro kettle.", False),
        ("is the kettle quiet? answer yes or no", "Yes, it is.", True),
        ("is the kettle quiet? answer yes or no", "The kettle makes 60 dB.", False),
    ],
)
def test_a_form_is_kept_or_not(query: str, response: str, holds: bool) -> None:
    assert met(check(query, response), "format") is holds


@pytest.mark.parametrize(
    ("response", "holds"),
    [("Put all of the feta in.", True), ("Take the eggs from the fridge, courgette too.", False)],
)
def test_a_list_of_what_is_there_offers_nothing(response: str, holds: bool) -> None:
    fridge = "eggs 6 | feta 200 g | courgettes 3\n"
    report = check("What can I make? Suggest a meal.", response, fridge, gathered="- hates courgettes", linked=True)
    assert met(report, "preference") is holds


@pytest.mark.parametrize("query", ["hello", "thanks!", "how are you?"])
def test_a_greeting_asks_for_nothing_and_is_addressed(query: str) -> None:
    report = check(query, "Hello! Good to see you.", "")
    assert (report.requirements, report.needs_facts, report.addressed.state) == ((), False, CheckState.PASS)


def test_a_response_without_claims_to_a_query_for_facts_does_not_address_it() -> None:
    report = check("which kettle is lighter?", "Happy to help! Shall I compare kettles?")
    assert (met(report, "answer"), report.addressed.state, report.evidence_missing) == (False, CheckState.FAIL, None)


def test_a_query_for_facts_without_any_evidence_needs_new_research() -> None:
    report = check("which kettle is lighter?", "The Aro kettle is lighter.", "")
    assert (met(report, "answer"), report.evidence_missing is not None) == (False, True)


def test_all_met_is_addressed() -> None:
    assert check(UNDER_50, "The Aro kettle costs 39.90 EUR.").addressed.state is CheckState.PASS


words = st.sampled_from(
    [
        "under",
        "140",
        "EUR",
        "between",
        "and",
        "top",
        "three",
        "cheapest",
        "best",
        "in a table",
        "Aro",
        "?",
    ]
)
texts = st.lists(words | st.text(max_size=4), max_size=20).map(" ".join)


@given(texts, texts)
def test_every_place_lies_in_the_response(query: str, response: str) -> None:
    for requirement in check(query, response).requirements:
        if requirement.start is not None and requirement.end is not None:
            assert 0 <= requirement.start <= requirement.end <= len(response)


@pytest.mark.parametrize(
    "piece",
    ["under 140 EUR ", "Brant Ridge 2 ", "| 139 EUR |\n", "[](", "? ", "in a ", "a", "it costs 99 EUR. ", "Aro Bel? "],
)
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    """A square term that took 20 s of a megabyte would take 1.8 s of this, where 0.6 s is usual."""
    text = piece * (300_000 // len(piece))
    started = time.process_time()
    check(text, "The Aro kettle costs 39.90 EUR.")
    check(UNDER_50, text[:100_000])
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("Wie hoch ist der Turm von Tellin?", "The tower is 212 metres high (de-1).", False),
        ("Wie hoch ist der Turm von Tellin?", "Der Turm ist 212 Meter hoch (en-1).", True),
        ("How high is the tower? answer in German please", "The tower is 212 metres high.", False),
        ("Wie hoch ist der Turm von Tellin?", "212 Meter.", None),
    ],
)
def test_a_short_answer_is_in_the_language_asked_for(query: str, response: str, holds: bool | None) -> None:
    assert met(check(query, response), "language") is holds


@pytest.mark.parametrize(
    ("response", "holds"),
    [
        ("The Aro weighs 850 g and costs 39,90 EUR.", False),
        ("The Aro weighs 850 g, the Bel 910 g.", True),
    ],
)
def test_both_sides_of_a_comparison_are_spoken_of(response: str, holds: bool) -> None:
    assert met(check("compare the weight of the Aro and the Bel kettle", response), "entity") is holds
