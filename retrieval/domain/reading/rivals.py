"""Properties of one kind that take each other's values: who asks when a thing closed is not told when it opened."""

from __future__ import annotations

import re

_GROUPS = (
    {"opening": r"open(?:s|ed|ing)?|inaugurated|founded", "closing": r"clos(?:es?|ed|ing)|shut(?:s|down)?|until|till"},
    {
        "arriving": r"check[- ]?in|arriv(?:es?|ed|al|ing)",
        "leaving": r"check[- ]?out|depart(?:s|ed|ure|ing)?|leaves?|left|leaving"},
    {"beginning": r"beg[ai]ns?|starts?|started|starting", "ending": r"ends?|ended|ending|finish(?:es|ed)?|until|till"},
    {"birth": r"born|birth(?:day|date|place)?", "death": r"di(?:es?|ed)|death"},
    {
        "writing": r"wr(?:ote|ites?|itten|iter)|authors?|authored|by",
        "translating": r"translat(?:ed|es|ors?|ions?)",
        "drawing": r"illustrat(?:ed|es|ors?)",
    },
    {"phone": r"(?:tele)?phone|tel|call|mobile", "fax": r"(?:tele)?fax", "mail": r"e-?mail"},
    {"boiling": r"boil(?:s|ing)?", "melting": r"melt(?:s|ing)?|freez(?:es|ing)"},
    {"rising": r"sunrise|rises?", "setting": r"sunset|sets?"},
    {"highest": r"max(?:imum|imal)?|highest|at most", "lowest": r"min(?:imum|imal)?|lowest|at least"},
)  # fmt: skip
_PROPERTIES = tuple(
    {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in group.items()} for group in _GROUPS
)
_BY_ANOTHER = re.compile(r"\b(?:translated|illustrated|edited|published|reviewed) by\b", re.IGNORECASE)
_RANGE = re.compile(r"\d\s?(?:-|–|—|to|and|bis)\s?\d", re.IGNORECASE)
_LONGEST = 2_000


def states_a_rival(question: str, sentence: str) -> bool:
    """Whether the sentence states a property of the kind that is asked for, and not that one. A range states both."""
    statement = _BY_ANOTHER.sub(lambda match: match[0].split()[0], sentence[:_LONGEST])
    if _RANGE.search(statement):
        return False
    for group in _PROPERTIES:
        asked = {name for name, words in group.items() if words.search(question[:_LONGEST])}
        stated = {name for name, words in group.items() if words.search(statement)} if asked else set()
        if stated and stated.isdisjoint(asked):
            return True
    return False
