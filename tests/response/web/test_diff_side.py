"""Two drafts beside each other: what is the same for long is folded, and no letter is lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

from validation.domain.text.word_diff import word_diff
from validation.templatetags.texts import diff_side

LINES = [f"Line {number} & more.\n" for number in range(40)]


def changed(*numbers: int) -> str:
    return "".join(f"Other {n}.\n" if n in numbers else line for n, line in enumerate(LINES))


@pytest.mark.parametrize(
    ("numbers", "folded"),
    [((20,), ["16", "16"]), ((0,), ["36"]), ((39,), ["35"]), ((10, 20), ["16"]), (range(0, 40, 8), []), ((), [])],
)
def test_equal_lines_away_from_a_change_are_folded(numbers: tuple[int, ...], folded: list[str]) -> None:
    old, new = "".join(LINES), changed(*numbers)
    shown = diff_side(word_diff(old, new), "added")
    assert re.findall(r"<summary>(\d+) lines are the same</summary>", shown) == folded
    assert unescape(re.sub(r"<summary>.*?</summary>|<[^>]+>", "", shown)) == new
