"""Splitting a text of any script into words."""

from __future__ import annotations

import pytest

from validation.domain.text.letters import split_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("in_progress, (since May)", ["in", "progress", "since", "May"]),
        ("U\u0308ber 5 Zelte", ["Über", "5", "Zelte"]),
        ("राम कौन", ["राम", "कौन"]),
        ("நீர்", ["நீர்"]),
        ("I \u2764\ufe0f tents", ["I", "tents"]),
        ("完了", ["完了"]),
        (" -- ", []),
    ],
)
def test_words_keep_the_marks_of_their_script(text: str, words: list[str]) -> None:
    assert split_words(text) == words
