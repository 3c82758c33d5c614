"""Things that a text names beside each other, `garage, street or valet parking`, and that one denial is said of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.words import words_of

Token = re.Match[str]
"""With groups `word`, `comma` and `stop`, one of which is set."""
DENIES = words_of("terms.denies")
JOINS = frozenset(("and", "or", "und", "oder"))
LIST_JOINS = JOINS | {"nor", "noch"}
_ADDS = frozenset(("and", "und"))
_NO_ITEM = words_of("stating.verbs") | words_of("terms.begins_clause") | words_of("terms.contrast") | DENIES - {"nor"}
_LONGEST_LIST, _LONGEST_ITEM = 48, 6
"""Words among which a list begins or ends, and of one item behind a comma."""


def word_of(token: Token | None) -> str:
    """In lower case; empty for a comma or a stop."""
    return (token["word"] or "").lower() if token is not None else ""


def list_end(tokens: Sequence[Token], at: int) -> int:
    """Where the list ends whose first item begins at this token, behind a denial; 0 where none does. `Soup without
    bread, and the cake` has none."""
    end = commas = words = 0
    joined = False
    for token in tokens[at : at + _LONGEST_LIST]:
        word = word_of(token)
        if token["comma"] and not joined:
            commas, words = commas + 1, 0
        elif not word:
            break
        elif commas and word in LIST_JOINS:
            if word in _ADDS and commas == 1 and not words:
                return 0
            joined, words = True, 0
        elif (commas and words == _LONGEST_ITEM) or word in _NO_ITEM:
            return 0
        else:
            end, words = token.end(), words + 1
    return end if joined and words else 0
