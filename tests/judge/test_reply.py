"""Exactly one JSON object, or nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.halt import HaltCause, Halted
from validation.judge.reply import read_json_object

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), JSON, max_size=5), st.sampled_from(["", " ", "\n\t\r\n "]))
def test_one_object_is_read_with_white_space_around_it(value: dict[str, object], blank: str) -> None:
    assert read_json_object(f"{blank}{json.dumps(value)}{blank}") == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ('```json\n{"a": 1}\n```', "fenced"),
        ('{"a": 1} Hope this helps.', "Words follow"),
        ('{"a": 1}\n```', "Words follow"),
        ('{"a": 1}{"a": 2}', "second JSON value"),
        ('{"a": 1}\n[1]', "second JSON value"),
        ('Sure: {"a": 1}', "starts with other words"),
        ("\ufeff{}", "starts with other words"),
        ("\u00a0{}", "starts with other words"),
        ('[{"a": 1}]', "an array"),
        ('"APPROVE"', "a string"),
        ("true", "a boolean"),
        ("null", "null"),
        ("0.9", "a number"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ('{"a": {"b": 1, "b": 2}}', "twice"),
        ('{"a": 1', "not complete JSON"),
        ("{'a': 1}", "not complete JSON"),
        ('{"a": 1,}', "not complete JSON"),
        ('{"a": ' + "[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5_000 + "}", "cannot be read"),
    ],
)
def test_anything_else_is_malformed_and_says_why(text: str, said: str) -> None:
    with pytest.raises(Halted, match=said) as caught:
        read_json_object(text)
    assert caught.value.halt.cause is HaltCause.VERDICT_MALFORMED
    assert caught.value.raw_reply == text


@given(st.text())
def test_no_text_raises_anything_but_a_halt(text: str) -> None:
    try:
        value = read_json_object(text)
    except Halted:
        return
    assert isinstance(value, dict)
