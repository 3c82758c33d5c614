from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.text.word_diff import Change, DiffPart, changed_share, replacements, word_diff

SAME, REMOVED, ADDED = Change.SAME, Change.REMOVED, Change.ADDED


def _text(parts: tuple[DiffPart, ...], *changes: Change) -> str:
    return "".join(part.text for part in parts if part.change in changes)


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("", "", []),
        ("same words", "same words", [(SAME, "same words")]),
        ("weighs 286 g", "weighs 268 g", [(SAME, "weighs "), (REMOVED, "286"), (ADDED, "268"), (SAME, " g")]),
        ("", "all new", [(ADDED, "all new")]),
        ("all old", "", [(REMOVED, "all old")]),
        ("keep this. drop that.", "keep this.", [(SAME, "keep this."), (REMOVED, " drop that.")]),
    ],
)
def test_the_parts_read_as_a_person_would_mark_them(old: str, new: str, parts: list[tuple[Change, str]]) -> None:
    assert [(part.change, part.text) for part in word_diff(old, new)] == parts


def test_a_lone_comma_between_two_changes_belongs_to_them() -> None:
    assert [part.change for part in word_diff("red, blue", "green, black")] == [REMOVED, ADDED]


@given(st.text(alphabet="ab \n.é", max_size=60), st.text(alphabet="ab \n.é", max_size=60))
def test_both_drafts_can_be_read_back_from_the_parts(old: str, new: str) -> None:
    parts = word_diff(old, new)
    assert (_text(parts, SAME, REMOVED), _text(parts, SAME, ADDED)) == (old, new)


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_two_parts_in_a_row_say_the_same(old: str, new: str) -> None:
    changes = [part.change for part in word_diff(old, new)]
    assert all(one is not other for one, other in pairwise(changes))


def test_a_megabyte_that_shares_nothing_is_answered_at_once() -> None:
    began = time.process_time()
    parts = word_diff("a b " * 250_000, "c d " * 250_000)
    assert [part.change for part in parts] == [REMOVED, ADDED]
    assert time.process_time() - began < 5


@pytest.mark.parametrize(("old", "new", "share"), [("", "", 0.0), ("ab", "ab", 0.0), ("ab", "cd", 1.0)])
def test_the_changed_share_counts_both_sides(old: str, new: str, share: float) -> None:
    assert changed_share(word_diff(old, new)) == share


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        ("weighs 286 g", "weighs 268 g", [("286", "268")]),
        ("all old", "", [("all old", "")]),
        ("", "all new", [("", "all new")]),
        ("keep this. drop that.", "keep this.", [(" drop that.", "")]),
        ("one two  three", "one two three", []),
        ("red hat, old coat", "blue hat, new coat", [("red", "blue"), ("old", "new")]),
    ],
)
def test_replacements_name_what_went_and_what_came(old: str, new: str, pairs: list[tuple[str, str]]) -> None:
    assert list(replacements(word_diff(old, new))) == pairs
