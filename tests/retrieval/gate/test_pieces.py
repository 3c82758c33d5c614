import pytest

from retrieval.domain.query.question import AnswerType, answer_type
from retrieval.domain.query.sub_questions import sub_questions
from tests.retrieval.gate.conftest import Judge


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("What is photosynthesis?", ["What is photosynthesis?"]),
        ("When was Acme founded and who founded it?", ["When was Acme founded", "who founded it"]),
        ("Who wrote it? And where is the manuscript kept?", ["Who wrote it", "where is the manuscript kept"]),
        ("What are the price and the warranty of the X200?", ["price of the X200", "warranty of the X200"]),
        (
            "What are the price, weight and colour of the kettle?",
            ["price of the kettle", "weight of the kettle", "colour of the kettle"],
        ),
        ("What year was Acme founded, who founded it?", ["What year was Acme founded", "who founded it"]),
        ("What does the X200 cost, how heavy is it?", ["What does the X200 cost", "how heavy is it"]),
        ("Is there a lift, and if so, where is it?", ["Is there a lift", "where is it"]),
        ("Who wrote Ember\nWhen was it published", ["Who wrote Ember", "When was it published"]),
        ("what year was acme founded\nwho founded it", ["what year was acme founded", "who founded it"]),
        ("How tall is the Osk tower. Who built it?", ["How tall is the Osk tower", "Who built it"]),
        ("- Who wrote Ember?\n- Is it sold out?", ["Who wrote Ember", "Is it sold out"]),
        ("1. Who wrote Ember\n2. is it sold out", ["Who wrote Ember", "is it sold out"]),
        ("When/where was Acme founded?", ["When was Acme founded", "where was Acme founded"]),
        ("When, where was Acme founded?", ["When was Acme founded", "where was Acme founded"]),
        ("When was Acme founded, where?", ["When was Acme founded", "where was Acme founded"]),
        ("How much is it, is it available in blue?", ["How much is it", "is it available in blue"]),
        (
            "when was acme founded, who founded acme, where is it based",
            ["when was acme founded, who founded acme", "where is it based"],
        ),
        ("How big is the pool, what about the sauna?", ["How big is the pool", "what about the sauna"]),
        (
            "When, where and why was Acme founded?",
            ["When was Acme founded", "where was Acme founded", "why was Acme founded"],
        ),
        (
            "When was Acme founded, where and by whom?",
            ["When was Acme founded", "where was Acme founded", "by whom was Acme founded"],
        ),
    ],
)
def test_a_query_is_split_into_the_things_it_asks_for(query: str, parts: list[str]) -> None:
    assert [piece.text for piece in sub_questions(query)] == parts


@pytest.mark.parametrize(
    "query",
    [
        "What is the relationship between supply and demand in economics?",
        "Who sings the song Salt and Paper?",
        "How do I install and configure the agent?",
        "What is the difference between a lake and a pond?",
        "Which rivers flow through Graz and Maribor?",
        "When the tank is empty, how do I refill it?",
        "When travelling to Bonn, where can I park?",
        "Where I live, who collects the rubbish?",
        "What is the name of the hotel, which is near the station?",
        "What did Anna Berg, who is the CEO, say?",
        "When was Vera Holm born, who wrote Ember?",
        "What is the price of a double room\nwhen I book two nights?",
        "What is the phone number of the hotel that\nis near the station?",
        "How many episodes of Dr. Who are there?",
        "When did the bridge open, was it in 1995?",
        "When does the shop open, do you know?",
        "Can I bring my dog, is that allowed?",
        "Who/what is Acme?",
        "How much does the lamp on https://x.org/when/where cost?",
        "Do you have lamps? For example, do you have red ones?",
        "Can you tell me, how much a single room costs?",
        "Do you know, how much the room costs?",
        "Do you know\nwhen is the last bus?",
        "Does the leaflet say\nhow many drops adults take?",
        "does the leaflet say\nhow many drops are safe",
        "Is there a rule on\nwhat guests may bring?",
        "Where can I find out, how long the warranty is?",
        "Is it open on Mondays, do you think?",
        "What, if anything, do I have to pay at the museum?",
        "Which documents, exactly, do I need for check-in?",
        "At what time, on weekends, do you open?",
        "What does the film, how long is it, cost?",
        "What is the phone number of the nurse, who is on duty today?",
        "What Does Acme Inc. Do?",
        "What Does Ostrand Ltd. Do for Its Staff?",
    ],
)
def test_words_that_belong_together_are_not_torn_apart(query: str) -> None:
    assert [piece.text for piece in sub_questions(query)] == [query]


def test_a_piece_that_says_it_borrows_the_name_from_the_piece_before() -> None:
    assert "acm" in sub_questions("When was Acme founded and who founded it?")[1].terms


def test_a_piece_that_stands_for_itself_borrows_nothing() -> None:
    assert sub_questions("When was Acme founded and who leads Bolt Works?")[1].context == ""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Who painted the ceiling?", AnswerType.PERSON),
        ("When does the museum open?", AnswerType.TIME),
        ("In which city is the archive?", AnswerType.PLACE),
        ("How many seats has the hall?", AnswerType.COUNT),
        ("How much does a ticket cost?", AnswerType.MONEY),
        ("How long is the warranty?", AnswerType.DURATION),
        ("Why is the gate closed?", AnswerType.REASON),
        ("How do I export my data?", AnswerType.MANNER),
        ("What is a lighthouse?", AnswerType.DEFINITION),
        ("Is the cellar heated?", AnswerType.YES_NO),
        ("opening hours museum", AnswerType.OPEN),
    ],
)
def test_the_type_of_the_answer_is_read_off_the_question(query: str, expected: AnswerType) -> None:
    assert answer_type(query) is expected


def quotes(judged: Judge, query: str, *texts: str) -> list[str]:
    return [line.quote for line in judged(query, texts).evidence]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        (
            "What are the price and the weight of the Nimbus tent?",
            "The price of the Nimbus tent is 320 EUR. The colour of the Nimbus tent is green.",
            ["The price of the Nimbus tent is 320 EUR."],
        ),
        (
            "When was Acme founded and where is its head office?",
            "Acme was founded in 1995. Acme has its head office in Graz. Acme makes lamps in Linz.",
            ["Acme was founded in 1995.", "Acme has its head office in Graz."],
        ),
        (
            "What are the weight and the height of the kettle?",
            "The kettle has a weight of 900 g. The kettle has a height of 24 cm. The kettle has a price of 40 EUR.",
            ["The kettle has a weight of 900 g.", "The kettle has a height of 24 cm."],
        ),
        (
            "What are the opening hours and the ticket price of the museum?",
            "The museum's ticket price is 9 EUR for adults. The parking price of the museum is 3 EUR.",
            ["The museum's ticket price is 9 EUR for adults."],
        ),
    ],
)
def test_a_piece_quotes_no_line_about_another_property(
    judged: Judge, query: str, text: str, expected: list[str]
) -> None:
    assert quotes(judged, query, text) == expected


@pytest.mark.parametrize(
    ("query", "text", "present"),
    [
        ("How tall is the tower and how wide is it?", "The tower is 90 metres tall.", [True, False]),
        ("How tall is the tower and how wide is it?", "The tower is 90 metres tall and 12 metres wide.", [True, True]),
        ("How wide is the tower and how tall is it?", "The tower is 12 metres wide.", [True, False]),
        ("When was Acme founded and who founded it?", "Acme was founded in 1995 in Graz.", [True, False]),
        ("When was Acme founded and who founded it?", "Acme was founded in 1995 by Vera Holm.", [True, True]),
        ("When was Acme founded and who founded it?", "Acme was founded in Graz in 1995 by Vera Holm.", [True, True]),
    ],
)
def test_a_value_of_another_property_answers_no_piece(
    judged: Judge, query: str, text: str, present: list[bool]
) -> None:
    assert [piece.present for piece in judged(query, [text]).pieces] == present


def test_a_line_that_adds_a_word_of_the_piece_is_quoted_too(judged: Judge) -> None:
    text = "The museum opens at 10:00. Opening hours on Sunday: 12:00 to 16:00."
    assert text in quotes(judged, "What are the opening hours and the address of the museum?", text)


def test_a_piece_quotes_the_line_with_its_answer_where_another_shares_more_words(judged: Judge) -> None:
    query = "When was the Harbour Museum founded and who is the director of the Harbour Museum?"
    founded = "The Harbour Museum was founded after long talks. It took place in 1995."
    assert "1995" in " ".join(quotes(judged, query, founded, "The director of the Harbour Museum is Jane Moss."))


def test_more_things_than_are_looked_for_are_never_all_answered(judged: Judge) -> None:
    text = "The lamp costs 49.90 EUR. Its weight, warranty, colour, brightness, battery and maker are in the manual."
    query = "What are the price, weight, warranty, colour, brightness, battery and maker of the lamp?"
    assert judged(query, (text,)).answer_present == "No"
