"""Every part of the query is answered in kind: a `when` with a time, `how many` with a number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from validation.domain.claim import Requirement
from validation.evidence.grounding.text.polarity import count_denials
from validation.evidence.language.masking import mask
from validation.evidence.quantities.quantity import Kind, find_quantities
from validation.evidence.quantities.units import CURRENCIES
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.text.blocks import BlockKind
from validation.evidence.words import alternatives, any_of, pattern_of

_SPLIT = re.compile(
    r"[?;\n]+|,?[ \t]+(?:and|or|und)[ \t]+(?=(?:by |at |from |until |for |in |on |to )?(?:when|where|who|whose|how|"
    r"what|which|is|are|do|does|did|can|may|has|have|was|were|will|should|must)\b)",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"^(?:and |so )?(?:(?:by|until|since|from|till) )?(?:when|wann)\b"
    r"|\b(?:what time|what date|which (?:day|date|year)|how late|what year)\b",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\bhow much (?:(?:is|are|was|were)\b|(?:will|would)\b.{1,60}\bbe\b)"
    rf"(?!.{{1,60}}\b(?:{pattern_of('parts.measured')})\b)"
    rf"|\bhow much (?:do|does|did|can|will|would)\b.{{1,60}}\b(?:{pattern_of('parts.paid')})\b"
    r"|\bwhat (?:do|does|did|will) .{1,60}\bcosts?\b|\bwhat is the price",
    re.IGNORECASE,
)
_AMOUNT = any_of("parts.amount", front=r"\bhow ")
_YEAR_OR_SPAN = re.compile(r"\b(?:1[0-9]|20)\d\d\b|\b\d+ (?:days?|weeks?|months?|hours?|minutes?|years?)\b")
_TIME_WORD = any_of("parts.time_word", front=r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b")
_SOME = any_of("parts.some")
_CURRENCIES = alternatives(word for word in CURRENCIES if word.isalpha() and len(word) > len("EUR"))
_IS_MANY = re.compile(
    rf"\bhow many (?!(?:\w+ ){{0,1}}?(?:{pattern_of('parts.counted_as_values')}|{_CURRENCIES})\b)", re.IGNORECASE
)
_IS_SCORE = re.compile(r"\bhow many (?:\w+ )?(?:goals|points|sets|games)\b", re.IGNORECASE)
_SCORE = re.compile(r"(?<![\d:])\d{1,3}:\d{1,3}(?![\d:])")
_NO_COUNT = frozenset((Kind.TIME, Kind.DATE, Kind.MONEY))
"""Of `how many paintings`; how many hours and euros they may say."""
_DEGREE = any_of("parts.degree")
_AS_PRICE = re.compile(r"\b(?:free|gratis|nothing|no (?:charge|cost|fee))\b|\d[.,]\d\d\b|%", re.IGNORECASE)
_LISTED = (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW)
_LONGEST = 1_000
_MOST = 6
_ANY = ""
"""The unit of a bare number: `heat 2 of 5`."""
_UNITS = {
    "heavy": frozenset(("g", "oz")), "tall": frozenset(("m", "inch")), "far": frozenset(("m", "mile", "inch", "s")),
    "fast": frozenset(("km/h", "mph", "knot", "m/s", "s", "byte", _ANY)), "loud": frozenset(("db", _ANY)),
    "hot": frozenset(("°c", "°f", _ANY)), "cold": frozenset(("°c", "°f", _ANY)), "deep": frozenset(("m", "inch")),
    "wide": frozenset(("m", "inch")), "high": frozenset(("m", "inch", "db", "%")),
}  # fmt: skip
_MEASURE = re.compile(rf"\bhow (?P<word>{'|'.join(_UNITS)})\b(?! (?:behind|ahead|off)\b)", re.IGNORECASE)
"""`How far behind` is told in points or places."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """The response as the rules below look at it. `is_list`: what it lists can be counted."""

    text: str
    kinds: frozenset[Kind]
    units: frozenset[str]
    is_list: bool


def parts_of(asked: ParsedQuery) -> list[str]:
    """The questions that the query is made of, the resolved wording before the raw one."""
    text = asked.texts[-1][:_LONGEST] if asked.texts else ""
    return [part.strip(" ,.!") for part in _SPLIT.split(text) if part and part.strip(" ,.!")]


def parts(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """Only for queries that ask two things or more, or ask for one kind of answer; a response that says what it did
    not find has answered."""
    if not draft.factual or not asked.texts or count_denials(draft.text):
        return
    spoken = mask(draft.text)
    found_there = find_quantities(spoken)
    answer = _Answer(
        text=spoken,
        kinds=frozenset(quantity.kind for quantity in found_there),
        units=frozenset(quantity.unit for quantity in found_there),
        is_list=sum(block.kind in _LISTED for block in draft.blocks) > 1,
    )
    found = parts_of(asked)
    for part in found[:_MOST]:
        for pattern, is_answered, what in _RULES:
            if pattern.search(part):
                met = is_answered(part, answer)
                reason = f"The response gives {what}." if met else f"The response does not give {what}."
                if not met or len(found) > 1:
                    yield Requirement(part, "part", met, reason)
                break


def _has_time(_: str, answer: _Answer) -> bool:
    """Also a condition: `when must an agent escalate` - `if the customer threatens legal action`."""
    return bool({Kind.TIME, Kind.DATE} & answer.kinds or _TIME_WORD.search(answer.text)) or bool(
        _YEAR_OR_SPAN.search(answer.text)
    )


def _has_price(_: str, answer: _Answer) -> bool:
    return Kind.MONEY in answer.kinds or _AS_PRICE.search(answer.text) is not None


def _has_amount(part: str, answer: _Answer) -> bool:
    """A figure; of `how heavy` a weight, of `how far` a distance; a word of degree may say it too."""
    if match := _MEASURE.search(part):
        return bool(_UNITS[match["word"].lower()] & answer.units) or bool(_DEGREE.search(answer.text))
    if _IS_SCORE.search(part) and _SCORE.search(answer.text):
        return True
    kinds = answer.kinds - _NO_COUNT if _IS_MANY.search(part) and not answer.is_list else answer.kinds
    return bool(kinds) or bool(_SOME.search(answer.text))


_RULES: tuple[tuple[re.Pattern[str], Callable[[str, _Answer], bool], str], ...] = (
    (_WHEN, _has_time, "a time or a date"),
    (_COST, _has_price, "an amount"),
    (_AMOUNT, _has_amount, "a number"),
)
