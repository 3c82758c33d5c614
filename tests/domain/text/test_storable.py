"""What databases do not store is escaped or left out, however deep it nests."""

from typing import Any

import pytest

from validation.domain.text.storable import make_document_storable, strip_unstorable


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a\x00b\ud800", "ab?"),
        ({"a\x00": ["b\x00", {"c": "d\x00"}, 5, None]}, {"a\x00": ["b", {"c": "d"}, 5, None]}),
        ([], []),
        (None, None),
    ],
)
def test_only_what_is_not_stored_is_stripped(given: Any, kept: Any) -> None:
    assert strip_unstorable(given) == kept


def test_strings_of_a_document_are_escaped() -> None:
    assert make_document_storable({"a": ["b\x00"], "c": {"d": "\ud800"}}) == {"a": ["b\\u0000"], "c": {"d": "\\ud800"}}


def test_what_is_given_is_not_changed() -> None:
    given = {"a": [{"b": "c\x00"}]}
    strip_unstorable(given)
    assert given == {"a": [{"b": "c\x00"}]}


def test_any_depth_is_stripped() -> None:
    given: Any = "a\x00"
    for _ in range(5_000):
        given = [{"b": given}]
    found = strip_unstorable(given)
    while not isinstance(found, str):
        found = found[0]["b"]
    assert found == "a"
