"""An answer is present where the reader finds one and nothing stands against it."""

import pytest

from retrieval.domain.query.sub_questions import sub_questions
from retrieval.domain.reading.answers import WINDOW_CHARACTERS, WINDOWS_AT_MOST, windows
from retrieval.domain.relevance.model import ANSWERED, RELEVANT, weigh
from retrieval.domain.result import AnswerPresent
from retrieval.domain.text.passage import read_passage
from tests.retrieval.gate.conftest import Judge

HARBOUR = (
    "The ferry to Sandvik leaves at 9:15 and takes two hours. Bicycles travel free; dogs are not allowed on board."
)
LEAFLET = "Rinolan drops. Children from 3 to 12 years: four drops a day. Adults: eight drops a day."


@pytest.mark.parametrize(
    ("query", "text", "line"),
    [
        ("When does the ferry to Sandvik leave?", HARBOUR, "The ferry to Sandvik leaves at 9:15 and takes two hours."),
        ("Can I bring my dog on the ferry?", HARBOUR, "Bicycles travel free; dogs are not allowed on board."),
        ("How many Rinolan drops does a 5-year-old get?", LEAFLET, "Children from 3 to 12 years: four drops a day."),
    ],
)
def test_the_sentence_that_holds_the_answer_is_quoted(judged: Judge, query: str, text: str, line: str) -> None:
    result = judged(query, [text], answer_present=0.2)
    assert result.answer_present is AnswerPresent.YES
    assert line in " ".join(each.quote for each in result.evidence)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("When does the ferry to Vestby leave?", HARBOUR),
        ("What does the ferry to Sandvik cost?", HARBOUR),
        ("What was the profit of Norvik in 2024?", "In 2023 Norvik made a profit of 12 million EUR."),
        ("Who leads the museum of Tolmin?", "Ida Berg leads the museum of Kranj. The museum of Tolmin opened in 1960."),
        ("When did the museum close?", "The museum opened in 1988."),
        ("Who wrote Ember?", "Ember was translated by Vera Holm and published in 1995."),
        ("What is the check-out time?", "Check-in is from 15:00."),
        ("What is the phone number of the shop?", "The shop's fax number is 555 0100."),
        ("What is the boiling point of the oil?", "The melting point of the oil is 12 °C."),
        ("When was Vera Holm born?", "Vera Holm died in 1977 in Graz."),
        ("What is the population of Karst?", "Karst has an area of 41 square kilometres."),
        ("How much is the deposit?", "The monthly rent is 900 EUR."),
        ("How fast is the train?", "The train has 400 seats."),
        ("How fast may I drive in Norway?", "In Denmark the limit on motorways is 130 km/h."),
        ("How much does the Moor 2 weigh?", "The Moor 2 tent packs to 45 cm. Its poles are aluminium."),
        ("How many aircraft did Norda Air have in 2022?", "Norda Air carried 7.9 million passengers in 2022."),
        ("How long is the Lindow tunnel?", "The Lindow tunnel was closed from 3 to 19 March."),
        (
            "How much does the Volta Max weigh?",
            '{"model": "Volta", "weight_kg": 14}\n{"model": "Volta Max", "range_km": 45}',
        ),
        ("How much does the Pagio 7 cost?", "- Inka 6: 99 EUR\n- Pagio 7: battery 8 weeks\n- Libra 8: 189 EUR"),
        ("What support does the Basic plan have?", "Basic: 9 EUR a month. Team: 29 EUR, with priority support."),
        ("How long does the battery of the Libra 8 last?", "- Inka 6: battery 5 weeks\n- Libra 8: 189 EUR"),
        ("Since when has Dr. Lind worked here?", "Dr. Lind is head of surgery. Dr. Brandt has worked here since 2012."),
        ("Where does the ferry leave?", "The ferry leaves at 10:30."),
        ("Where was Acme Corp founded?", "Acme Corp was founded in 1995."),
        ("When did Per Ostrand retire?", "Dr. Nils Ostrand joined the clinic in 2015. He retired in 2022."),
    ],
)
def test_another_person_place_year_or_property_is_no_answer(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present is AnswerPresent.NO


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("When did the museum close?", "The museum opened in 1988 and closed in 1999."),
        (
            "How much does the Volta weigh?",
            '{"model": "Volta", "weight_kg": 14}\n{"model": "Volta Max", "range_km": 45}',
        ),
        ("How much does the Libra 8 cost?", "- Inka 6: 99 EUR\n- Pagio 7: battery 8 weeks\n- Libra 8: 189 EUR"),
        ("Since when has Dr. Brandt worked here?", "Dr. Lind leads it. Dr. Brandt has worked here since 2012."),
        ("Is the museum open on Mondays?", "The museum is closed on Mondays."),
        ("How many employees does Ostrand have?", "Ostrand employs 340 people."),
        ("How long is the Corran tunnel?", "The Corran tunnel is 2.3 km long and was opened in 1998."),
        ("How long does the crossing take?", "The crossing takes 50 minutes."),
        ("When did Per Ostrand retire?", "Dr. Per Ostrand joined the clinic in 2015. He retired in 2022."),
        ("How much does the Fjell 2 weigh?", "The Fjell 2 tent weighs 1,850 g and packs to 48 cm."),
        ("Who wrote Ember?", "Ember was written by Vera Holm and translated by Ida Berg."),
        ("When does the shop open?", "The shop opens at 9:00 and closes at 18:00."),
        ("What is the phone number of the shop?", "The shop's phone number is 555 0100, its fax number 555 0101."),
        ("When was Vera Holm born?", "Vera Holm was born in 1901 in Graz and died in 1977."),
    ],
)
def test_a_line_that_states_both_properties_is_an_answer(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text]).answer_present is AnswerPresent.YES


def test_two_question_words_ask_for_the_same_thing_each() -> None:
    assert [part.text for part in sub_questions("When and where is the meeting?")] == [
        "When is the meeting",
        "where is the meeting",
    ]


def test_the_reader_is_asked_about_the_thing_by_its_name() -> None:
    first, second = sub_questions("When did the Orion Tower open and how high is it?")
    assert (first.asked, second.asked) == ("When did the Orion Tower open", "how high is the Orion Tower")


def test_of_a_long_chunk_the_windows_with_the_promising_sentences_are_read() -> None:
    text = " ".join(
        f"Sentence number {number} says nothing of much interest to anybody at all." for number in range(90)
    )
    passage = read_passage(text)
    found = windows(passage, order=(80, 3, 40, 60))
    assert len(found) == WINDOWS_AT_MOST
    assert all(end - start <= WINDOW_CHARACTERS for start, end in found)
    assert ["number 3 " in text[start:end] for start, end in found] == [True, False, False]


@pytest.mark.parametrize(
    "line",
    [
        "The year in which Acme Corp was founded isn't known.",
        "The year in which Acme Corp was founded isn’t known.",
        "The year in which Acme Corp was founded cannot be determined.",
    ],
)
def test_a_contracted_statement_that_nobody_knows_is_no_answer(judged: Judge, line: str) -> None:
    assert judged("When was Acme Corp founded?", [line]).answer_present is AnswerPresent.NO


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


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("What time is check-in at Hotel Lumo?", "At Hotel Lumo check-out is at 11:00 in rooms 1-20."),
        ("When does check-in begin at Hotel Lumo?", "At Hotel Lumo check-out is at 11:00 (tel. 0421-5512)."),
        ("What is the boiling point of ethanol?", "Ethanol (CAS 64-17-5) melts at -114 degrees."),
        ("When did the Odeon open?", "The Odeon, a cinema in Tolmin, closed on 2019-03-03."),
    ],
)
def test_a_hyphen_between_digits_is_no_range_of_both_properties(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text], answer_present=0.3).answer_present is AnswerPresent.NO


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("When does the Harbour Museum close?", "The Harbour Museum is open from 10:00 to 17:00."),
        ("When does the Harbour Museum close?", "The Harbour Museum is open from 2024-05-01 to 2024-09-30."),
        ("When does the Harbour Museum close?", "The Harbour Museum is open 10-17."),
    ],
)
def test_a_range_states_both_its_ends(judged: Judge, query: str, text: str) -> None:
    assert judged(query, [text], answer_present=0.3).answer_present is AnswerPresent.YES


@pytest.mark.parametrize(
    ("query", "text", "present"),
    [
        ("How many rooms does Hotel Lumo have?", "Hotel Lumo has rooms with a view of the sea.", "No"),
        ("How many members does the club Nordsee have?", "The club Nordsee has members all over Europe.", "No"),
        ("How many rooms does Hotel Lumo have?", "Hotel Lumo has eighty rooms with a view of the sea.", "Yes"),
        ("How many users does the Basic plan include?", "The Basic plan includes unlimited users.", "Yes"),
        ("How often does the ferry to Sandvik leave?", "The ferry to Sandvik leaves daily.", "Yes"),
        ("How many dogs may I bring?", "You may bring a dog.", "Yes"),
        ("How many keys does each guest get?", "Each guest gets an extra key.", "Yes"),
        ("How many rooms does Hotel Lumo have?", "Hotel Lumo has rooms with a view and a sauna.", "No"),
    ],
)
def test_how_many_is_answered_by_a_number(judged: Judge, query: str, text: str, present: str) -> None:
    assert judged(query, [text]).answer_present == present


@pytest.mark.parametrize("weights", [RELEVANT, ANSWERED])
def test_more_of_either_never_makes_an_answer_less_likely(weights: tuple[float, float, float]) -> None:
    steps = [0.0, 0.001, 0.2, 0.5, 0.9, 0.9999, 1.0]
    for fixed in steps:
        by_relevance = [weigh(weights, step, fixed) for step in steps]
        by_answer = [weigh(weights, fixed, step) for step in steps]
        assert by_relevance == sorted(by_relevance)
        assert by_answer == sorted(by_answer)
