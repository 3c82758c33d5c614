"""Splitting a text of any script into words, and the composition of its accents."""

from __future__ import annotations

import sys
from unicodedata import category, combining, normalize

import pytest

from validation.domain.text.letters import compose_accents, split_words


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


@pytest.mark.parametrize(
    "text",
    [
        "Prüfung über Größe",
        "Việt Nam",
        "한국어",
        "ἄνθρωποι",
        "e" + "\u0301" * 50,
        ("e" + "\u0301\u0327" * 25 + " ") * 9,
        "\u2500" * 80 + " Übersicht",
        "\u2764\ufe0f" * 80 + " Übersicht",
    ],
)
def test_accents_are_composed_in_any_script(text: str) -> None:
    decomposed = normalize("NFD", text)
    assert compose_accents(decomposed) == normalize("NFC", text) != decomposed


@pytest.mark.parametrize("marks", ["\u0301", "\u0301\u0327", "\u0f73", "\U0001d165\u0301", "\u0344"])
def test_more_marks_than_any_script_has_stay_as_they_are(marks: str) -> None:
    text = "u\u0308 e" + marks * 20_000
    assert compose_accents(text) == text


def test_only_marks_have_an_order_that_takes_time() -> None:
    """A run of other characters has none, however long it is."""
    signs = map(chr, range(sys.maxunicode + 1))
    unordered = (sign for sign in signs if combining(normalize("NFD", sign)[0]))
    assert {category(sign)[0] for sign in unordered} == {"M"}
