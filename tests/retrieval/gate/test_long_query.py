"""Of a long query only a part is read, and what was not read is not answered."""

import pytest

from retrieval.domain.query.question import MAX_QUERY
from retrieval.domain.result import AnswerPresent, RetrievalFindingCode
from retrieval.gate import validate_retrieval
from tests.retrieval.gate.conftest import Judge
from tests.retrieval.gate.test_llm_judge import ScriptedLlmClient, at, reply

FOUNDED = "Acme Corp was founded in 1995."
TALK = "I have read a lot about this and would like to be careful with what I tell my colleagues tomorrow. " * 8
ENDLESS = f"When was Acme Corp founded?\nLog:\n{'ok ' * MAX_QUERY}Who owns Acme Corp today?"


@pytest.mark.parametrize(
    "query",
    [
        f"My friend said that Acme Corp was founded in 1995. {TALK}What colour is its logo?",
        f"When was it founded, Acme Corp? {TALK}And the colour of its logo?",
        f"My friend said that Acme Corp was founded in 1995. {TALK}",
    ],
)
def test_what_the_reader_does_not_take_in_is_not_answered(judged: Judge, query: str) -> None:
    assert judged(query, [FOUNDED]).answer_present is AnswerPresent.NO


def test_the_question_at_the_end_of_a_long_query_is_answered(judged: Judge) -> None:
    assert judged(f"{TALK}When was Acme Corp founded?", [FOUNDED]).answer_present is AnswerPresent.YES


def test_a_query_beyond_the_limit_says_so(judged: Judge) -> None:
    assert RetrievalFindingCode.QUERY_TOO_LONG in [found.code for found in judged(ENDLESS, [FOUNDED]).findings]


def test_what_stands_beyond_the_limit_is_not_answered(judged: Judge) -> None:
    assert judged(ENDLESS, [FOUNDED]).pieces[-1].present is False


def test_white_space_around_a_query_is_no_part_of_it(judged: Judge) -> None:
    space = "\n" * MAX_QUERY
    assert judged(f"{space}When was Acme Corp founded?{space}", [FOUNDED]).answer_present is AnswerPresent.YES


def test_an_llm_cannot_answer_what_stands_beyond_the_limit(embedder) -> None:
    answers = [{"part": part, "quotes": [at("C1", FOUNDED)]} for part in (1, 2)]
    judge = ScriptedLlmClient(reply(answers=answers))
    result = validate_retrieval(ENDLESS, [{"id": "a", "text": FOUNDED}], embedder=embedder, judge=judge)
    assert [piece.present for piece in result.pieces] == [True, False]
