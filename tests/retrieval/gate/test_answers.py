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


@pytest.mark.parametrize(
    ("query", "text", "present"),
    [
        ("When does the pool open?", "Does the pool open at 7:30?", "No"),
        ("When does the pool open?", "FAQ: Does the pool open at 7:30? Ask at the desk.", "No"),
        ("Who wrote Ember?", 'Quiz: "Did Vera Holm write Ember?"', "No"),
        ("How tall is the Osk tower?", "So the Osk tower is 96 metres tall?", "No"),
        ("Can I bring my dog?", "Frequent questions\n- Can I bring my dog?\n- Where can I park?", "No"),
        ("When does the pool open?", "Does the pool open at 7:30? No, that is when the sauna opens.", "No"),
        ("When does the pool open?", "Q: When does the pool open?\nA: The pool opens at 7:30.", "Yes"),
        ("How tall is the Osk tower?", "Did you know that the Osk tower is 96 metres tall?", "Yes"),
        ("Is the Fjell tent waterproof?", "Is the Fjell tent waterproof? Yes, up to 3,000 mm.", "Yes"),
        ("Is the Fjell tent waterproof?", "Is the Fjell tent waterproof?\nA: It is.", "Yes"),
        ("Can I bring my dog?", "**Can I bring my dog?**\n\nNo, dogs are not allowed.", "Yes"),
        ("Are dogs allowed?", "Are dogs allowed? Dogs must be on a lead.", "Yes"),
        ("Can I cancel my booking?", "Can I cancel my booking? Bookings can be cancelled for a day.", "Yes"),
        ("Is the pool heated?", "Is the pool heated? Whether the pool is heated is not known.", "No"),
        ("What does the X200 cost?", "Is the X200, which costs 40 EUR, waterproof?", "Yes"),
        ("Is the X200 waterproof?", "Is the X200, which costs 40 EUR, waterproof?", "No"),
        ("What does the X200 cost?", "The X200 costs 40 EUR. Any questions?", "Yes"),
        ("What does the X200 cost?", "The X200 costs 40 EUR - what are you waiting for?", "Yes"),
    ],
)
def test_a_question_is_no_answer_but_what_replies_to_it_is(judged: Judge, query: str, text: str, present: str) -> None:
    assert judged(query, [text]).answer_present == present


_FOUNDED, _ASKED = "When was the Lund bakery founded?", "Was the Lund bakery founded in 1987? "
_WASHABLE = "Is the Lund tent washable?"


@pytest.mark.parametrize(
    "reply",
    [
        *("Yes it was.", "Of course.", "Exactly, and it still bakes.", "Correct, in Uppsala.", "Right, on a Monday."),
        *("That is right.", "That's correct.", "True.", "Yes, no doubt about it.", "✓", "✔ Yes"),
    ],
)
def test_what_was_asked_is_confirmed(judged: Judge, reply: str) -> None:
    assert judged(_FOUNDED, [_ASKED + reply]).answer_present == "Yes"


@pytest.mark.parametrize(
    "reply",
    [
        *("Absolutely not.", "Of course not.", "Definitely not, it is younger.", "Yesterday a guest wanted to know."),
        *("Exactly when is disputed.", "Indeed nobody can say.", "Right now we look for papers.", "Yes or no?"),
        "True or false?",
        "\n✓ Free parking",
    ],
)
def test_what_was_asked_is_not_confirmed(judged: Judge, reply: str) -> None:
    assert judged(_FOUNDED, [_ASKED + reply]).answer_present == "No"


@pytest.mark.parametrize(
    "reply",
    [
        *("No, only by hand.", "No washing, please.", "Nope.", "Sorry, only the cover is.", "Certainly not."),
        *("Not in a machine.", "The tent must not be washed.", "Unfortunately not."),
    ],
)
def test_a_no_replies(judged: Judge, reply: str) -> None:
    assert judged(_WASHABLE, [f"{_WASHABLE} {reply}"]).answer_present == "Yes"


@pytest.mark.parametrize(
    "reply",
    [
        *(
            "No idea.",
            "No information yet.",
            "No one knows.",
            "Sorry, we do not know.",
            "Unfortunately we cannot tell.",
            "We have no idea yet.",
            "I've got no information on that.",
            "Still no idea.",
        ),
        *("Not sure.", "Sorry, we can't say.", "The tent weighs 2 kg."),
    ],
)
def test_what_leaves_the_question_open_does_not_reply(judged: Judge, reply: str) -> None:
    assert judged(_WASHABLE, [f"{_WASHABLE} {reply}"]).answer_present == "No"


@pytest.mark.parametrize(
    ("query", "text", "present"),
    [
        ("Is breakfast included?", "Is breakfast included? Breakfast is served from 7 to 10.", "No"),
        ("Do I need a visa?", "Do I need a visa? Not if you hold an EU passport.", "Yes"),
        ("How tall is the Osk tower?", "Did you know the Osk tower is 90 metres tall?", "Yes"),
        ("When does the pool open?", "Did you know whether the pool opens at 7:30?", "No"),
        ("When does the Osk museum open?", "Why not visit the Osk museum, which opens at 9:00 every day?", "Yes"),
        ("When does the Osk museum open?", "Does the Osk museum, which I like, open at 9:00?", "No"),
        ("How much does the Nova K2 lamp cost?", "Is the Nova K2 lamp (it costs 40 EUR) waterproof?", "Yes"),
        ("When was Acme founded?", "Who founded Acme in 1995? Ida Berg did.", "Yes"),
        ("When was Acme founded?", "What year was Acme founded, 1995?", "No"),
        ("Where is the head office of Acme?", "How large is the head office of Acme in Graz?", "Yes"),
        ("Where is the head office?", "Where is the head office, in Graz?", "No"),
        ("How much is the tent?", "How about 40 EUR for the tent?", "No"),
        ("How many questions does the Osk exam have?", "Does the Osk exam have 40 questions?", "No"),
    ],
)
def test_what_a_question_takes_as_known_is_stated(judged: Judge, query: str, text: str, present: str) -> None:
    assert judged(query, [text]).answer_present == present
