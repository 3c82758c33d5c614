"""Finds, in a sentence, what could be an answer of the type a question asks for.

Only shapes are looked at (a year, a capitalised name, an amount); whether the shape answers is for the model to weigh.
All patterns are bounded, so that time stays linear in the text.
"""

from __future__ import annotations

import re

from retrieval.domain.query.question import AnswerType, Question
from retrieval.domain.text.passage import EMPTY_WORDS, WORD

_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|Sept(?:ember)?|October|Nov(?:ember)?"
    "|Dec(?:ember)?)"
)
_SMALL = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|few"
_NAME = r"(?:[A-Z][\w'’-]{1,30}|[A-Z]\.)"

_NO_NAMES = EMPTY_WORDS - {"one", "many", "few"}
"""Words that are no answer for having a capital at the start of a sentence."""

_SHAPES: dict[AnswerType, re.Pattern[str]] = {
    AnswerType.TIME: re.compile(
        rf"\b(?:1\d{{3}}|20\d\d|\d{{3,4}}s|{_MONTH}\.? ?\d{{0,4}}|\d{{1,2}}(?:st|nd|rd|th) century"
        r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,4} (?:BC|AD|BCE|CE)"
        r"|\d{1,2}:\d\d|\d{1,2} ?[ap]\.?m\b|(?:early|late|mid) \d{2,4}s|yesterday|spring|summer|autumn|winter)"
    ),
    AnswerType.COUNT: re.compile(
        rf"(?<![\w.])\d[\d,.]{{0,20}}|\b(?:{_SMALL}|twenty|thirty|forty|fifty|hundred|thousand|million|billion|dozen|half"
        r"|third|quarter|percent|none)\b",
        re.IGNORECASE,
    ),
    AnswerType.MONEY: re.compile(
        r"[$£€¥] ?\d|\b\d[\d,.]{0,20} ?(?:dollars?|euros?|pounds?|cents?|USD|EUR|GBP|million|billion)\b|\bfree\b",
        re.IGNORECASE,
    ),
    AnswerType.DURATION: re.compile(
        rf"\b(?:\d[\d.,]{{0,9}}|{_SMALL})[\s-](?:more )?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?"
        r"|decades?|centur(?:y|ies)|km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|feet|foot|inches|cm|mm)\b",
        re.IGNORECASE,
    ),
    AnswerType.PERSON: re.compile(rf"\b{_NAME}(?: (?:{_NAME}|de|van|von|of|the|bin|al)){{0,5}}"),
    AnswerType.PLACE: re.compile(rf"\b{_NAME}(?: (?:{_NAME}|de|la|of|the|am|upon)){{0,5}}"),
    AnswerType.REASON: re.compile(
        r"\b(?:because|due to|since|so that|in order to|as a result|caused? by|therefore|reasons?|led to|owing"
        r"|thanks to|to (?:avoid|prevent|allow|make|ensure|reduce|increase|protect|keep|help))\b",
        re.IGNORECASE,
    ),
    AnswerType.MANNER: re.compile(
        r"\b(?:by|through|using|via|click|select|open|press|enter|go to|method|process|steps?|first|then)\b",
        re.IGNORECASE,
    ),
    AnswerType.DEFINITION: re.compile(
        r"\b(?:is|are|was|were|refers? to|means?|known as|called|defined as|describes?) "
        r"(?:a|an|the|when|any|to|one|how)?\b",
        re.IGNORECASE,
    ),
}


def has_shape(kind: AnswerType) -> bool:
    """Whether answers of this type can be told by their shape at all."""
    return kind in _SHAPES


def has_candidate(kind: AnswerType, text: str) -> bool:
    """Whether `text` holds anything of this shape; False for types without one."""
    shape = _SHAPES.get(kind)
    return shape is not None and shape.search(text) is not None


def candidates(question: Question, text: str) -> list[str]:
    """The parts of `text` that have the shape asked for and hold a word that the question does not."""
    shape = _SHAPES.get(question.asks_for)
    if shape is None:
        return []
    return [match.group() for match in shape.finditer(text) if _is_new(match.group(), question)]


def _is_new(part: str, question: Question) -> bool:
    words = [word.lower() for word in WORD.findall(part)]
    return not words or any(word not in question.words and word not in _NO_NAMES for word in words)


SPECIFIC = frozenset(
    {AnswerType.TIME, AnswerType.COUNT, AnswerType.MONEY, AnswerType.DURATION, AnswerType.PERSON, AnswerType.PLACE}
)
"""Types without whose shape a line is no direct answer; the others can be answered in any words."""
