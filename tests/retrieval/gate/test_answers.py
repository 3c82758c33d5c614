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


@pytest.mark.parametrize("weights", [RELEVANT, ANSWERED])
def test_more_of_either_never_makes_an_answer_less_likely(weights: tuple[float, float, float]) -> None:
    steps = [0.0, 0.001, 0.2, 0.5, 0.9, 0.9999, 1.0]
    for fixed in steps:
        by_relevance = [weigh(weights, step, fixed) for step in steps]
        by_answer = [weigh(weights, fixed, step) for step in steps]
        assert by_relevance == sorted(by_relevance)
        assert by_answer == sorted(by_answer)
