"""What the graph is given for a claim and a window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from validation.reader.artifact import read_tokenizer
from validation.reader.inputs import (
    CLAIM_TOKENS,
    CLS,
    CONTEXT_TOKENS,
    EXACT,
    FOUND,
    NEIGHBOUR,
    NUMBER,
    SEP,
    WINDOW_TOKENS,
    PairInput,
    build_input,
    tokenize,
)

TOKENIZER: Tokenizer = read_tokenizer()


def made(claim: str, window: str, context: str = "") -> PairInput:
    return build_input(
        tokenize(TOKENIZER, context, CONTEXT_TOKENS),
        tokenize(TOKENIZER, claim, CLAIM_TOKENS),
        tokenize(TOKENIZER, window, WINDOW_TOKENS),
    )


def claim_marks(claim: str, window: str) -> list[int]:
    pair = made(claim, window)
    return pair.marks[pair.claim_begin : pair.claim_end].tolist()


def test_claim_and_window_stand_between_separators() -> None:
    pair = made("It costs $5.", "price: $5", "Asked: What is it? Says:")
    assert pair.ids[0] == CLS
    assert pair.ids[pair.window_end] == SEP
    assert pair.ids[-1] == SEP
    assert pair.claim_end == len(pair.ids) - 1


def test_the_context_stands_in_front_of_the_claim() -> None:
    claim = made("red", "red")
    with_context = made("red", "red", "Says:")
    assert with_context.claim_begin > claim.claim_begin
    assert with_context.ids[with_context.claim_begin] == claim.ids[claim.claim_begin]


def test_a_word_stands_where_its_letters_are() -> None:
    assert tokenize(TOKENIZER, "  two  words", CLAIM_TOKENS).places == ((2, 5), (7, 12))


@pytest.mark.parametrize(
    ("claim", "window", "mark"),
    [
        ("open", "closed", 0),
        ("open", "open", FOUND | EXACT),
        ("opens", "open", FOUND),
        ("12", "13", NUMBER),
        ("12", "twelve", NUMBER | FOUND),
        ("12", "12", NUMBER | FOUND | EXACT),
    ],
)
def test_a_token_is_marked_by_what_the_other_side_holds(claim: str, window: str, mark: int) -> None:
    assert claim_marks(claim, window) == [mark]


def test_neighbours_on_both_sides_are_marked() -> None:
    assert claim_marks("red door", "a red door") == [FOUND | EXACT | NEIGHBOUR] * 2


def test_neighbours_on_one_side_are_not() -> None:
    assert claim_marks("red door", "door of red wood") == [FOUND | EXACT] * 2


def test_marks_of_the_window_count_the_context_too() -> None:
    pair = made("yes", "weight: 2 kg", "Asked: What weight? Says:")
    assert pair.marks[pair.window_begin] == FOUND | EXACT


def test_a_long_window_is_cut() -> None:
    assert tokenize(TOKENIZER, "word " * 1000, WINDOW_TOKENS).is_cut
    assert len(made("word", "word " * 1000).ids) <= 512


@given(st.text(max_size=80), st.text(max_size=80))
def test_every_token_has_a_mark_and_every_place_lies_in_the_text(claim: str, window: str) -> None:
    pair = made(claim, window)
    assert len(pair.ids) == len(pair.marks)
    assert all(0 <= start <= end <= len(claim) for start, end in tokenize(TOKENIZER, claim, CLAIM_TOKENS).places)
