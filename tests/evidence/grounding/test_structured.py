"""Pairs out of JSON, Python literals and what is left of them."""

import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.evidence.grounding.text.structured import records

CASES = {
    "JSON": ('{"open": true, "rooms": 12}', [("open", True), ("rooms", "12")]),
    "a Python literal": ("{'Wifi': None, 'pool': False}", [("Wifi", None), ("pool", False)]),
    "keys in camel case": ('{"petsAllowed": "no", "x_y": "z"}', [("pets Allowed", "no"), ("x y", "z")]),
    "an object in an object": ('{"a": {"b": "c"}, "d": "e"}', [("a b", "c"), ("d", "e")]),
    "a list": ('{"a": ["b", "c"]}', [("a", "b"), ("a", "c")]),
    "an object cut off": ('{"a": "b", "c": "d", "e": "f', [("a", "b"), ("c", "d")]),
    "an escaped quote": ("{'a': 'it\\'s', 'b': 'c'}", [("a", "it's"), ("b", "c")]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_pairs_are_found_in(name: str) -> None:
    text, pairs = CASES[name]
    (record,) = records(f"Before. {text}")
    assert [(pair.path, pair.value) for pair in record.pairs] == pairs


@pytest.mark.parametrize("text", ["", "no braces", "a {set} of things", '{ "quoted" words in braces }', "{'one': 1}"])
def test_prose_is_no_record(text: str) -> None:
    assert records(text) == ()


def test_text_behind_a_record_is_not_swallowed() -> None:
    text = '{"a": "b", "c": "d"} The mill stands.'
    (record,) = records(text)
    assert text[record.end :] == " The mill stands."


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.from_regex(r"[ -~]{0,12}", fullmatch=True), min_size=2
    )
)
def test_what_json_writes_is_read(written: dict[str, str]) -> None:
    (record,) = records(json.dumps(written))
    assert {pair.path: pair.value for pair in record.pairs} == written


@pytest.mark.parametrize("text", ['{"a' + '\\"' * 200_000, "{'a':" * 100_000, '{"a": [' + "[" * 300_000])
def test_hostile_text_takes_linear_time(text: str) -> None:
    started = process_time()
    records(text)
    assert process_time() - started < 5
