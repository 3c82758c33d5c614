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
_VERBS = words_of("stating.verbs")
_NO_ITEM = _VERBS | words_of("terms.begins_clause") | words_of("terms.contrast") | DENIES - {"nor"}
_BEGINS = words_of("terms.contrast")
_NO_SUBJECT = _NO_ITEM | words_of("terms.prepositions")
_OF_A_VERB = frozenset(("not", "never", "nicht", "nie"))
_RELATIVE = frozenset(("that", "which", "who"))
_LONGEST_LIST, _LONGEST_ITEM = 48, 6
"""Words among which a list begins or ends, and of one item behind a comma."""


def word_of(token: Token | None) -> str:
    """In lower case; empty for a comma or a stop."""
    return (token["word"] or "").lower() if token is not None else ""


def list_end(tokens: Sequence[Token], at: int) -> int:
    """Where the list ends whose first item begins at this token, behind a denial; 0 where none does. `Soup without
    bread, and the cake` has none, and in `a sore that won't heal, a cough or a rash` the sore is an item itself."""
    before = [word_of(token) for token in tokens[max(0, at - 3) : at - 1]]
    if before and (before[-1] in _RELATIVE or (before[0] in _RELATIVE and before[-1] in _VERBS)):
        return 0
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


def subjects_start(tokens: Sequence[Token], at: int) -> int | None:
    """Where the first of several things begins of which a verb denies something at this token: `valet and street
    parking are not offered`; None where it is one, or where the clause begins otherwise."""
    verb = at - 1 if word_of(tokens[at]) in _OF_A_VERB else at  # `are not`, `aren't`; not `have no`
    if verb < 1 or word_of(tokens[verb]) not in _VERBS:
        return None
    found: list[Token] = []
    is_whole = True
    for token in reversed(tokens[max(0, verb - _LONGEST_LIST) : verb]):
        word = word_of(token)
        if token["stop"] or word in _BEGINS:
            break
        if word in _NO_SUBJECT:
            is_whole = False
            break
        found.insert(0, token)
    commas = [place for place, token in enumerate(found) if token["comma"]]
    anew = next(
        (place for place, token in enumerate(found[1:]) if found[place]["comma"] and word_of(token) in JOINS), None
    )
    if anew is not None and (not is_whole or commas == [anew]):
        found, commas, is_whole = found[anew + 2 :], [], True  # `, and valet and street parking are not offered`
    joins = [place for place, token in enumerate(found) if word_of(token) in JOINS]
    return found[0].start() if is_whole and joins and joins[0] and max(commas, default=0) < joins[-1] else None
