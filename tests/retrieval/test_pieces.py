import pytest

from retrieval.domain.pieces import pieces
from retrieval.domain.question import AnswerType, answer_type


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
    ],
)
def test_a_query_is_split_into_the_things_it_asks_for(query: str, parts: list[str]) -> None:
    assert [piece.text for piece in pieces(query)] == parts


@pytest.mark.parametrize(
    "query",
    [
        "What is the relationship between supply and demand in economics?",
        "Who sings the song Salt and Paper?",
        "How do I install and configure the agent?",
        "What is the difference between a lake and a pond?",
        "Which rivers flow through Graz and Maribor?",
    ],
)
def test_words_that_belong_together_are_not_torn_apart(query: str) -> None:
    assert [piece.text for piece in pieces(query)] == [query]


def test_a_piece_that_says_it_borrows_the_name_from_the_piece_before() -> None:
    assert "acm" in pieces("When was Acme founded and who founded it?")[1].terms


def test_a_piece_that_stands_for_itself_borrows_nothing() -> None:
    assert pieces("When was Acme founded and who leads Bolt Works?")[1].context == ""


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
