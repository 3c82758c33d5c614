"""Words as the reader compares them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.reader.words import find_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,200", "1200"),
        ("49.90", "49.9"),
        ("12.00", "12"),
        ("three", "3"),
        ("Twice", "2"),
        ("costs", "cost"),
        ("opened", "opens"),
        ("Berlin's", "Berlin"),
        ("LENTIL", "lentil"),
    ],
)
def test_writings_of_one_word_share_a_key(one: str, other: str) -> None:
    assert find_words(one)[0].key == find_words(other)[0].key


@pytest.mark.parametrize(("one", "other"), [("1.5", "15"), ("1,200", "12"), ("open", "closed"), ("0.5", "5")])
def test_other_words_do_not(one: str, other: str) -> None:
    assert find_words(one)[0].key != find_words(other)[0].key


@pytest.mark.parametrize("text", ["16", "3.5", "1,000", "seven"])
def test_digits_and_number_words_are_numbers(text: str) -> None:
    assert find_words(text)[0].is_number


def test_a_plain_word_is_no_number() -> None:
    assert not find_words("price")[0].is_number


@given(st.text())
def test_words_are_found_where_they_stand_in_any_text(text: str) -> None:
    words = find_words(text)
    assert all(text[word.start : word.end].lower() == word.surface for word in words)
    assert all(one.end <= two.start for one, two in itertools.pairwise(words))
