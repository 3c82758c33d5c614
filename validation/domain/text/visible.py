"""Whether a text shows anything to the person it is for."""

from __future__ import annotations

import unicodedata

BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and signs that fonts draw as blanks."""


def is_visible(text: str) -> bool:
    """False for white space, control and format characters, and marks without a letter to stand on."""
    return any(unicodedata.category(char)[0] not in "ZCM" and char not in BLANK_LETTERS for char in text)
