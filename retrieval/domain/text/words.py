"""Words as the retrieval gate compares them: stems of what carries meaning, number words as digits."""

from __future__ import annotations

import re

from validation.evidence.grounding.text.stems import FUNCTION_WORDS, stem

_FILLERS = """am between ever except find give happen happened happens hers him however if itself kind know let list
    many mean means much name one ones own per please said say shall show tell themselves there they type types us used
    using want whose without yours"""
"""Words that questions are phrased with; they say nothing about what is asked."""

EMPTY_WORDS = (FUNCTION_WORDS | set(_FILLERS.split())) - {"off", "up", "down", "out", "over", "under"}

_COUNTED = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty"""
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_COUNTED.split())}

WORD = re.compile(
    r"\d(?:[\d,.]{0,30}\d)?(?![^\W_])|[^\W\d_]{1,60}(?:['’][^\W\d_]{1,3}(?![^\W_])|(?![^\W_]))|[^\W_]{1,60}"
)
"""A number with its separators, a word with its apostrophe ending, or a mix such as `X200`."""


def term(word: str) -> str:
    """The form under which two spellings of a word meet: `term("Founded") == term("founding")`."""
    word = word.lower().replace("’", "'").partition("'")[0]
    if word[:1].isdigit():
        return word.replace(",", "")
    return _NUMBER_WORDS.get(word) or stem(word)


def terms(text: str) -> list[str]:
    """The terms that carry meaning, in order, repetitions included."""
    return [term(word) for word in WORD.findall(text) if word.lower() not in EMPTY_WORDS]
