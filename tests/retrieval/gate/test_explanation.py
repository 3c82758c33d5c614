"""The explanation never says that a word is missing which stands behind the cut of a long chunk."""

import time

import pytest

from retrieval.domain.text.passage import MAX_CHARACTERS
from tests.retrieval.gate.conftest import Judge

QUERY = "What year was the company founded?"
FILLING = "The canteen serves soup. "
LONG = FILLING * (MAX_CHARACTERS // len(FILLING) + 1)
CUT = "Only the beginning of a very long chunk was read."


def test_words_behind_the_cut_are_not_called_missing(judged: Judge) -> None:
    explanation = judged(QUERY, [f"{LONG}The company was founded in 1995."]).explanation
    assert explanation == f'No relevant information found in retrieved data. Not in any chunk: "year". {CUT}'


def test_nothing_is_called_missing_where_all_words_stand_behind_the_cut(judged: Judge) -> None:
    explanation = judged(QUERY, [f"{LONG}In that year the company was founded."]).explanation
    assert explanation == f"No relevant information found in retrieved data. {CUT}"


def test_a_word_across_the_cut_is_held(judged: Judge) -> None:
    text = f"{'x' * (MAX_CHARACTERS - 4)} founded company year"
    assert '"founded"' not in judged(QUERY, [text]).explanation


def test_a_chunk_that_was_read_whole_is_not_called_cut(judged: Judge) -> None:
    assert CUT not in judged(QUERY, [LONG[:MAX_CHARACTERS]]).explanation


def test_a_stated_answer_needs_no_word_about_the_cut(judged: Judge) -> None:
    result = judged(QUERY, ["The company was founded in 1995.", LONG])
    assert result.explanation == "The answer is stated in the quoted lines."


@pytest.mark.parametrize("text", [FILLING * 300_000, "fou " * 1_900_000, "1" * 7_500_000])
def test_eight_megabytes_behind_the_cut_cost_little(judged: Judge, text: str) -> None:
    started = time.process_time()
    judged(QUERY, [text])
    assert time.process_time() - started < 10


def test_an_answer_behind_the_cut_of_a_chunk_that_is_not_relevant_so_far_is_not_denied(judged: Judge) -> None:
    long = "The harbour shows boats. " * 5_000 + "The Karst lamp costs 41 EUR."
    told = judged("How much does the Karst lamp cost?", ["The Karst lamp is made of amber.", long]).explanation
    assert told.endswith(CUT)
