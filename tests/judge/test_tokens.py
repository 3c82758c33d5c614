"""Token counts: read from the server, or estimated on the high side."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.judge.budget import estimate_tokens, read_token_count


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("", 0),
        ("the red lamp", 3),
        ("129,95 EUR", 7),
        ("2026-03-01", 10),
        ("Donaudampfschifffahrt", 6),
        ("灯很便宜", 4),
        ("https://shop.example/p/lamp-7", 12),
    ],
)
def test_the_estimate_is_not_below_what_byte_pair_vocabularies_need(text: str, least: int) -> None:
    assert estimate_tokens(text) >= least


@given(st.text(), st.text())
def test_two_texts_cost_no_less_than_one(one: str, other: str) -> None:
    assert estimate_tokens(f"{one}\n{other}") >= max(estimate_tokens(one), estimate_tokens(other))


def test_a_megabyte_is_estimated_in_linear_time() -> None:
    started = time.process_time()
    estimate_tokens("a1 é<" * 200_000)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ('{"count": 3, "tokens": [1, 2, 3], "max_model_len": 8192}', 3),
        ('{"tokens": [1, 2]}', 2),
        ('{"count": -1}', None),
        ('{"count": true}', None),
        ("[1, 2]", None),
        ("<html>", None),
    ],
)
def test_a_count_is_read_or_there_is_none(body: str, count: int | None) -> None:
    assert read_token_count(body) == count
