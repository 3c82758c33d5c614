"""A value belongs to the heading, title line or row that it stands under."""

import pytest

from retrieval.domain.result import AnswerPresent
from tests.retrieval.gate.conftest import Judge

_HEADINGS = "## Lumo H4\n\nA lamp of steel.\n\n## Nova K2\n\nThe price is 99 EUR.\n"
_TITLES = "X200\nPrice: on request\n\nX100\nPrice: 99 EUR\n"
_BOLD = "**Rinolan**\nFor adults.\n\n**Salvex**\n\nAdults take 8 drops a day.\n"
_COMMAS = "model,price\nX200,on request\nX100,99 EUR\nX300,149 EUR"
_SEMICOLONS = "model;price\nX200;on request\nX100;99 EUR\nX300;149 EUR"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What is the price of the Lumo H4?", _HEADINGS),
        (
            "What is the price of the Lumo H4?",
            _HEADINGS.replace("## ", "").replace("4\n\n", "4\n").replace("2\n\n", "2\n"),
        ),
        ("How much does the X200 cost?", _TITLES),
        ("How many drops of Rinolan do adults take?", _BOLD),
        ("How much does the X200 cost?", _COMMAS),
        ("How much does the X200 cost?", _SEMICOLONS),
    ],
)
def test_a_value_under_the_title_or_in_the_row_of_another_thing_is_no_answer(
    judged: Judge, query: str, text: str
) -> None:
    assert judged(query, [text]).answer_present is AnswerPresent.NO


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What is the price of the Nova K2?", _HEADINGS),
        ("How much does the X100 cost?", _TITLES),
        ("How many drops of Salvex do adults take?", _BOLD),
        ("How much does the X100 cost?", _COMMAS),
        ("How much does the X100 cost?", _SEMICOLONS),
        (
            "What is the check-out time of the Hotel Lumo?",
            "# Hotel Lumo\n\n## Rooms\nA desk each.\n\n## Leaving\nThe check-out time is 11:00.\n",
        ),
        (
            "What is the phone number of the Harbour Museum?",
            "Harbour Museum\nA museum of ships.\n\nContact\nPhone number: 555 0100\n",
        ),
        (
            "When was Acme Corp founded?",
            "Acme Corp, a maker of lamps, pots and pans, has its head\n"
            "office in Leeds, on the river, near the mill, where it was\n"
            "founded in 1995, by two sisters, with a loan, of 900 EUR.",
        ),
    ],
)
def test_a_value_under_the_title_or_in_the_row_of_the_thing_is_an_answer(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present is AnswerPresent.YES


_PAGE = "## Lindau Museum\nA museum of glass by the lake.\n\n"
_SCOOTER = "**Nova K2**\nA light electric scooter for town.\n\n"
_BATTERY = "**Battery Life**\nThe battery lasts 12 hours on one charge."


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("How long does the battery of the Nova K2 last?", _SCOOTER + _BATTERY),
        ("How long does the battery of the Nova K2 last?", "**Lumo H4**\nA scooter.\n\n" + _SCOOTER + _BATTERY),
        (
            "When does the Lindau Museum open in winter?",
            _PAGE + "## Winter Season\nIt opens at 10:00 from November on.",
        ),
        ("Who founded the Lindau Museum?", _PAGE + "## Origins\nIda Berg founded it in 1902."),
        ("Who founded the Lindau Museum?", _PAGE + "### Bistro Sol\nSoup.\n\n## Origins\nIda Berg founded it in 1902."),
        (
            "When was Olga Prins born?",
            "## Olga Prins\nOlga Prins is a painter.\n\n## Early Life\nShe was born in 1951 in Leiden.",
        ),
    ],
)
def test_what_stands_under_a_topic_is_of_the_thing_that_the_page_names_before(
    judged: Judge, query: str, text: str
) -> None:
    assert judged(query, [text]).answer_present is AnswerPresent.YES


@pytest.mark.parametrize(
    ("query", "text"),
    [
        (
            "How long does the battery of the Nova K2 last?",
            _SCOOTER + "**Lumo H4**\nA scooter with a seat.\n\n" + _BATTERY,
        ),
        ("Who founded the Lindau Museum?", _PAGE + "## Bregenz Museum\nIda Berg founded it in 1902."),
        (
            "When does the Harbour Museum open?",
            "## Harbour Museum\nA museum of ships.\n\n## Tide Theatre\nIt opens at 18:30.",
        ),
        (
            "What is the price of the Green Curry?",
            "**Green Curry**\nWith rice.\n\n**Tomato Soup**\nWith basil. The price is 6.50 EUR.",
        ),
        ("What does the Nova K2 cost?", "## Nova K2\nGlass.\n\n## Lumo H4\nSteel.\n\n### Price\nIt costs 49 EUR."),
        ("What is the population of Ellmark?", "## Ellmark\nA town.\n\n## Sandvik\nThe population is 48,200."),
        (
            "When does the Seagull Inn open?",
            "## Hotel Sol\nIt opens at 8:30.\n\n## Seagull Inn\nA small inn by the sea.",
        ),
    ],
)
def test_what_stands_under_another_such_thing_is_of_that_thing(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present is AnswerPresent.NO


_HOTEL = "# Hotel Aro\nA quiet house.\n\n"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What does internet access cost at Hotel Aro?", _HOTEL + "# Wi-Fi\nInternet access costs 5 EUR a day."),
        (
            "What does internet access cost at Hotel Aro?",
            "**Hotel Aro**\nA quiet house.\n\n**WLAN**\nInternet access costs 5 EUR a day.",
        ),
        ("How much is a sauna visit at Hotel Aro?", _HOTEL + "# Spa & Wellness\nA sauna visit costs 10 EUR."),
        ("How many rooms does Hotel Aro have?", _HOTEL + "# Zimmer & Suites\nThere are 40 rooms."),
        (
            "When does the museum of Tolmin open?",
            "# Museum of Tolmin\nA house.\n\n# Öffnungszeiten\nThe museum opens at 9:15.",
        ),
        ("What does a room cost at Hotel Aro?", _HOTEL + "# Zimmerpreise\nA room costs 90 EUR."),
        (
            "When was Vera Holm born?",
            "# Vera Holm\nA writer.\n\n# Childhood in Graz\nShe was born in 1950.",
        ),
    ],
)
def test_a_topic_that_holds_uncommon_words_names_no_such_thing(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text], answer_present=0.2).answer_present is AnswerPresent.YES


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("When was Vera Holm born?", "# Vera Holm\nA writer.\n\n# Ida Sørby\nShe was born in 1950."),
        (
            "When does the museum of Tolmin open?",
            "# Museum of Tolmin\nA house.\n\n# The Kranj Theatre\nIt opens at 9:15.",
        ),
        (
            "What is the population of Ellmark?",
            "## Ellmark\nA town.\n\n## New Sandvik\nThe population is 48,200.",
        ),
        (
            "What is the price of the Nova?",
            "# Nova\nA lamp.\n\n# Salt & Rinolan\nSalt & Rinolan is a lamp of salt. The price is 9 EUR.",
        ),
    ],
)
def test_a_name_of_any_length_or_with_a_definition_of_its_own_names_such_a_thing(
    judged: Judge, query: str, text: str
) -> None:
    assert judged(query, [text], answer_present=0.2).answer_present is AnswerPresent.NO


_HOUSE = ("How much is a sauna visit at Hotel Aro?", "# Hotel Aro\nA quiet house.\n\n# {}\nA sauna visit costs 10 EUR.")
_PERSON = ("When was Vera Holm born?", "# Vera Holm\nA writer.\n\n# {}\nShe was born in 1950.")


@pytest.mark.parametrize(
    ("page", "title", "present"),
    [
        (_PERSON, "Ida Sørby in Graz", "No"),
        (_PERSON, "Ida and Tom Sørby", "No"),
        (_PERSON, "Sørby & Sons", "No"),
        (_PERSON, "Tom Lind with Ida Sørby", "No"),
        (_PERSON, "Ida Zeit", "No"),
        (_PERSON, "Childhood in Graz", "Yes"),
        (_PERSON, "Studies at Uppsala", "Yes"),
        (_PERSON, "Work with Ida Sørby", "Yes"),
        (_PERSON, "Die Zeit", "Yes"),
        (_PERSON, "Technische Daten", "Yes"),
        (_HOUSE, "Bel in Graz", "No"),
        (_HOUSE, "Bel & Cor", "No"),
        (_HOUSE, "Sandvik Resort & Spa", "No"),
        (_HOUSE, "Gasthof Lind in Tolmin", "No"),
        (_HOUSE, "Hammam & Massage", "Yes"),
        (_HOUSE, "Spa in Winter", "Yes"),
        (_HOUSE, "Laufende Kosten", "Yes"),
    ],
)
def test_a_joined_title_is_a_topic_only_where_what_is_joined_is_one(
    judged: Judge, page: tuple[str, str], title: str, present: str
) -> None:
    query, text = page
    assert judged(query, [text.format(title)], answer_present=0.2).answer_present == present
