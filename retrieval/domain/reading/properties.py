"""Whether a line states the asked value of a thing or another one that looks alike: 90 metres tall, 12 metres wide."""

from __future__ import annotations

import re

from retrieval.domain.query.answer_type import candidates
from retrieval.domain.query.question import AnswerType, Question

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


def states_another_property(question: Question, sentence: str) -> bool:
    """Whether the sentence states measures, and none of those that the question asks for."""
    asked = _properties(_ASKED, question.text)
    stated = _properties(_STATED, sentence) if asked else frozenset()
    return bool(stated) and stated.isdisjoint(asked)


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
