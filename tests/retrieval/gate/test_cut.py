"""The sentence that the cut of a long chunk goes through is not read, so that no stump of it is evidence."""

import pytest

from retrieval.domain.chunk import Chunk
from retrieval.domain.result import AnswerPresent
from retrieval.domain.text.passage import MAX_CHARACTERS
from retrieval.rubric import CHUNK_TOKENS, batches
from tests.retrieval.gate.conftest import Judge

SENTENCE = "Acme Corp was founded in 1995 according to a rumour that is not true."
FILLING = "The canteen serves soup. "


def cut_behind(beginning: str, sentence: str = SENTENCE) -> str:
    """A text in which the limit comes after `beginning` of `sentence`."""
    before = MAX_CHARACTERS - len(beginning)
    return f"{(FILLING * 5_000)[: before - 2]}. {sentence}"


@pytest.mark.parametrize("read", ["Acme Corp was founded in 19", "Acme Corp was founded in 1995", f"{SENTENCE[:29]} "])
def test_the_beginning_of_a_sentence_is_no_answer(judged: Judge, read: str) -> None:
    assert judged("When was Acme Corp founded?", [cut_behind(read)]).answer_present is AnswerPresent.NO


def test_a_sentence_before_the_cut_is_an_answer(judged: Judge) -> None:
    text = cut_behind("x" * 600, f"Acme Corp was founded in 1995. {FILLING * 40}")
    assert judged("When was Acme Corp founded?", [text]).answer_present is AnswerPresent.YES


def test_an_llm_is_not_shown_the_beginning_of_a_sentence() -> None:
    chunk = Chunk("a", cut_behind("Acme Corp was founded in 19"), 1)
    shown = [window.text for batch in batches([chunk], tokens=CHUNK_TOKENS) for window in batch]
    assert "Acme" not in shown[-1]


def test_a_long_chunk_without_a_sentence_before_the_cut_is_not_shown() -> None:
    assert batches([Chunk("a", "_" * (MAX_CHARACTERS + 1), 1)], tokens=CHUNK_TOKENS) == ()
