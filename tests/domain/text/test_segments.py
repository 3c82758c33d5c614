from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.text.segments import Mark, cut

marks = st.lists(
    st.builds(Mark, key=st.sampled_from(["c1", "c2", "f1"]), start=st.integers(-3, 40), end=st.integers(-3, 40)),
    max_size=12,
)


@given(st.text(max_size=30), marks)
def test_the_segments_joined_are_the_text(text: str, given_marks: list[Mark]) -> None:
    assert "".join(segment.text for segment in cut(text, given_marks)) == text


@given(st.text(max_size=30), marks)
def test_a_key_is_on_a_letter_exactly_when_one_of_its_marks_covers_it(text: str, given_marks: list[Mark]) -> None:
    for segment in cut(text, given_marks):
        for at in range(segment.start, segment.start + len(segment.text)):
            covering = {mark.key for mark in given_marks if mark.start <= at < mark.end}
            assert set(segment.keys) == covering


def test_overlapping_marks_share_the_middle() -> None:
    found = cut("one two three", [Mark("a", 0, 7), Mark("b", 4, 13)])
    assert [(segment.text, segment.keys) for segment in found] == [
        ("one ", ("a",)),
        ("two", ("a", "b")),
        (" three", ("b",)),
    ]


def test_a_mark_opens_on_its_first_segment_and_closes_on_its_last() -> None:
    found = cut("one two three", [Mark("claim", 0, 13), Mark("flaw", 4, 7)])
    assert [(segment.opened, segment.closed) for segment in found] == [
        (("claim",), ()),
        (("flaw",), ("flaw",)),
        ((), ("claim",)),
    ]


@pytest.mark.parametrize("mark", [Mark("x", 2, 2), Mark("x", 3, 1), Mark("x", 90, 99), Mark("x", -9, 0)])
def test_a_mark_that_covers_no_letter_is_left_out(mark: Mark) -> None:
    assert [segment.keys for segment in cut("text", [mark])] == [()]


def test_an_empty_text_has_no_segments() -> None:
    assert cut("", [Mark("x", 0, 4)]) == ()
