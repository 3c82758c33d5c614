"""Rules that no score can outvote: what a sentence says that keeps it from answering the question asked."""

from __future__ import annotations

import re

from retrieval.domain.query.answer_type import candidates
from retrieval.domain.query.question import AnswerType, Question

_ABSENT = re.compile(
    r"\b(?:not|n't|never|no)\s+(?:\w{1,20}\s+){0,3}?(?:known|mention|disclos|specif|stat(?:ed|es?)\b|publish|announc|"
    r"reveal|determin|availab|document|recorded|decided)\w{0,8}"
    r"|\b(?:is|are|was|were|remains?) (?:\w{1,12}ly )?(?:unknown|unclear|undisclosed|unspecified|undecided)\b"
    r"|\b(?:to be (?:announced|determined|decided)|tba|tbd)\b",
    re.IGNORECASE,
)
_ADJECTIVES = {
    "tall": "height",
    "high": "height",
    "wide": "width",
    "broad": "width",
    "deep": "depth",
    "long": "length",
    "thick": "thickness",
    "heavy": "weight",
}
_NOUNS = {
    "height": "height",
    "width": "width",
    "breadth": "width",
    "depth": "depth",
    "length": "length",
    "thickness": "thickness",
    "diameter": "diameter",
    "weight": "weight",
    "weighs": "weight",
    "weighed": "weight",
    "weigh": "weight",
}
_ASKED = re.compile(rf"\bhow ({'|'.join(_ADJECTIVES)})\b|\b({'|'.join(_NOUNS)})\b", re.IGNORECASE)
_UNIT = (
    r"(?:m|cm|mm|km|met(?:er|re)s?|kilomet(?:er|re)s?|centimet(?:er|re)s?|feet|foot|ft|inch(?:es)?|in|miles?|yards?)"
)
_STATED = re.compile(rf"\d[\s-]?{_UNIT}[\s-]({'|'.join(_ADJECTIVES)})\b|\b({'|'.join(_NOUNS)})\b", re.IGNORECASE)
_PLACE_BEFORE = re.compile(r"\b(?:in|at|near) \Z", re.IGNORECASE)
_LOOKED_BACK = 6

_RIVALS = (
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
_RIVAL_WORDS = tuple(
    {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in group.items()} for group in _RIVALS
)
_BY_ANOTHER = re.compile(r"\b(?:translated|illustrated|edited|published|reviewed) by\b", re.IGNORECASE)
_RANGE = re.compile(r"\d\s?(?:-|–|—|to|and|bis)\s?\d", re.IGNORECASE)
_LONGEST = 2_000


def says_unknown(sentence: str) -> bool:
    """Sentences that say that something is not said: they are about the question and still no answer to it."""
    return _ABSENT.search(sentence) is not None


def states_another_property(question: Question, sentence: str) -> bool:
    """Whether the sentence states measures, and none of those that the question asks for."""
    asked = _properties(_ASKED, question.text)
    stated = _properties(_STATED, sentence) if asked else frozenset()
    return bool(stated) and stated.isdisjoint(asked)


def states_a_rival(question: Question, sentence: str) -> bool:
    """Whether the sentence states a property of the kind that is asked for, and not that one. A range states both."""
    statement = _BY_ANOTHER.sub(lambda match: match[0].split()[0], sentence[:_LONGEST])
    if _RANGE.search(statement):
        return False
    for group in _RIVAL_WORDS:
        asked = {name for name, words in group.items() if words.search(question.text[:_LONGEST])}
        stated = {name for name, words in group.items() if words.search(statement)} if asked else set()
        if stated and stated.isdisjoint(asked):
            return True
    return False


def holds_asked_shape(question: Question, sentence: str) -> bool:
    """Whether the sentence holds what could be the answer; a name after "in" is a place and no person."""
    found = candidates(question, sentence)
    if question.asks_for is not AnswerType.PERSON:
        return bool(found)
    return any(not _follows_place_word(sentence, name) for name in found)


def _follows_place_word(sentence: str, name: str) -> bool:
    start = sentence.find(name)
    return _PLACE_BEFORE.search(sentence[max(0, start - _LOOKED_BACK) : start]) is not None


def _properties(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    found = (match[1] or match[2] for match in pattern.finditer(text))
    return frozenset((_ADJECTIVES | _NOUNS)[word.lower()] for word in found)
