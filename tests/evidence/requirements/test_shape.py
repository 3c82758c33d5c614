"""Which forms and numbers of things a query asks for."""

import pytest

from tests.evidence.requirements.turns import check, met
from validation.evidence.requirements.shape import count_in

TWO = "- Aro: 39.90 EUR\n- Bel: 54.00 EUR\n"
TABLE = "| kettle | price |\n|---|---|\n| Aro | 39.90 EUR |\n| Bel | 54.00 EUR |\n"
CSV = "```csv\nname,price\nAro,39.90\nBel,54.00\n```\n"


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("Make a table of the kettles with prices", TWO, False),
        ("Make a table of the kettles with prices", TABLE, True),
        ("Give me a table of kettles and prices", TWO, False),
        ("Create a table comparing the kettles", TWO, False),
        ("Create a table with the opening hours", TABLE, True),
        ("I need a table that lists the fares", TWO, False),
        ("List the kettles as CSV", TWO, False),
        ("List the kettles as CSV", CSV, True),
        ("Which kettles are there? I need CSV.", "name;price\nAro;39,90\nBel;54,00", True),
        ("I need JSON with the kettles", TABLE, False),
        ("I need JSON with the kettles", '{"kettles": ["Aro", "Bel"]}', True),
        ("Make a table of opening hours", TWO, False),
        ("Give me a table of all the kettles", TWO, False),
        ("Show me a small table of prices", TABLE, True),
        ("Create a table of the data", TWO, False),
        ("List the names as CSV", "name\nAro\nBel", True),
        ("as csv please: the names only", "```csv\nAro\nBel\n```", True),
        ("Give me the kettles in CSV", "I found these.\nAro: 39.90 EUR", False),
        ("Which kettles are there, as CSV please?", TWO, False),
        ("List the apps that you found as CSV", TWO, False),
        ("Export the prices of the apps as CSV", TWO, False),
        ("Show a table of the price of each kettle", TWO, False),
        ("Give me a table of price and weight", TWO, False),
        ("Make a table of glass prices", TWO, False),
        ("Create a table of kettle price by shop", TWO, False),
        ("Make a table of population by city", TWO, False),
        ("Show me a table of Aro versus Bel", TABLE, True),
        ("Summarise as a side by side table", TWO, False),
        ("Tell me how much the Aro costs as JSON", TWO, False),
        ("Tell me who sells the Aro as JSON", TWO, False),
        ("List the shops that sell the Aro as CSV", TWO, False),
        ("Find who won and output JSON", TWO, False),
        ("Find a tool to boil water and answer in JSON", TWO, False),
        ("Export the list of shops that sell it as CSV", CSV, True),
        ("List the hotels as CSV", "hotel\nGrand Hotel Bonn\nHotel Zum Goldenen Stern", True),
        ("List the songs as CSV", "song\nHere Comes the Sun\nNothing Compares 2 U\nI Will Survive", True),
        ("List the songs as CSV", "I Will Survive\nHere Comes the Sun\nLife Is Beautiful", True),
        ("List the songs as CSV", "song\nHere comes the sun\nIt was a very good year", True),
        ("List the films as CSV", "```csv\nIt happened one night\nLife is beautiful\n```", True),
        ("List the songs as CSV", "Please Please Me\nIt Was a Very Good Year", True),
        ("Yes or no: is the Aro sold at Topf?", "The Aro kettle is sold at Topf.", False),
        ("Yes or no: is the Aro sold at Topf?", "Yes, it is sold at Topf.", True),
        ("Is the Aro sold at Topf, answer yes or no", "The Aro kettle is sold at Topf.", False),
        ("Describe the kettles in not more than 10 words", "kettle " * 40, False),
        ("Describe the kettles in not more than 10 words", "Aro is light.", True),
        ("I can't read prose, show the kettles in a table", TWO, False),
    ],
)
def test_a_form_that_is_ordered_is_demanded(query: str, response: str, holds: bool) -> None:
    assert met(check(query, response), "format") is holds


@pytest.mark.parametrize(
    "query",
    [
        "Which kettles are there? Not as a table, please.",
        "Which kettles are there? Please don't answer in a table.",
        "Which kettles are there, without bullet points?",
        "Find a table with four chairs and its price",
        "Give me a table for two at the Roma tonight",
        "I need a table of oak for the kitchen",
        "I want a table reservation for tonight",
        "Can the kettle app export its log as CSV?",
        "Does the shop's feed return JSON?",
        "I need JSON support in the kettle app, which one has it?",
        "How do I save the table of prices as CSV?",
        "Is it a yes or no to the red kettle?",
        "Which budgeting app can export transactions as CSV?",
        "I need a tool that exports in CSV",
        "I need an app to save my log as CSV",
        "I want CSV import in a budgeting tool. Which one?",
        "Explain how I import contacts into CSV",
        "Which shop has a service that returns JSON?",
        "Show me a side table of bamboo",
        "I want a coffee table of marble under 200 EUR",
        "I need a table of 4 at Luigi tonight",
        "I need a table of at least 2 m under 300 EUR",
        "I need a dining table that shows no scratches",
        "I want a table of glass",
        "Find a flat with a dining table",
        "Yes or no questions are fine.",
        "I want a table of stainless steel",
        "I need a table of this size",
        "I need a table of height 75 cm",
        "I want a table of low weight",
        "I need a table of four people at Luigi",
        "I need a table of bamboo with chairs",
        "I want a table of good price",
        "List tools that return JSON",
        "Show me apps that save notes as JSON",
        "Tell me which app can export as CSV",
        "Tell me how to export my contacts as CSV",
        "Recommend software for exporting as CSV",
        "List websites that publish weather as JSON",
        "Find a bank that gives statements as CSV",
    ],
)
def test_no_form_is_demanded(query: str) -> None:
    assert met(check(query, "The Aro kettle costs 39.90 EUR."), "format") is None


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("What are the 3 cheapest kettles?", 3),
        ("Which are the two most popular hotels?", 2),
        ("Show me the five largest lakes", 5),
        ("List all 3 kettles", 3),
        ("name all the four seasons", 4),
    ],
)
def test_a_number_of_ranked_things_is_read(query: str, number: int) -> None:
    found = count_in(query)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize(
    "query",
    [
        "What are the two options you found?",
        "Which of the 3 kettles is the cheapest?",
        "What are the 2 guest rooms like?",
        "list all 3 bedroom flats",
        "What is the best of the 3 kettles?",
    ],
)
def test_no_number_is_read_of_things_that_are_known(query: str) -> None:
    assert count_in(query) is None


@pytest.mark.parametrize(("response", "holds"), [(TWO, False), (TWO + "- Cor: 61.50 EUR\n", True)])
def test_the_cheapest_three_are_three(response: str, holds: bool) -> None:
    assert met(check("What are the 3 cheapest kettles?", response), "count") is holds
