"""Figures that the evidence has of something else, which is plain from their form: one end of a range, the price of a
month or a person, before tax, of a column of former values, of a sum."""

from __future__ import annotations

import re
from typing import NamedTuple

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.values.assertions import DATED, equal_facts, sentence_of
from validation.evidence.quantities.quantity import Kind, Quantity

_NEAR = 40
"""Characters beside a price in which a `from` or a `sold out` is said of it."""


class _Form(NamedTuple):
    """`there` matches right behind a figure of the evidence, `wrong` in a claim that tells it of something else, unless
    `right` stands there too."""

    there: re.Pattern[str]
    wrong: re.Pattern[str]
    right: re.Pattern[str]


def _form(there: str, wrong: str, right: str = r"\Zx") -> _Form:
    return _Form(*(re.compile(pattern, re.IGNORECASE) for pattern in (there, wrong, right)))


_UNIT = r"(?:hour|day|night|week|fortnight|month|quarter|year)"
_HEAD = r"(?:person|people|head|guest|adult|child|traveller|participant|ticket|seat|piece|item|unit)"
_SEVERAL = r"(?:two|three|four|five|six|both|\d{1,3})"
_IN_ALL = r"\b(?:in all|in total|total|altogether|overall)\b"
_FORMS = (
    _form(
        rf"(?:[ ](?:an?|per|each|every)[ ]|[ ]?/[ ]?){_UNIT}\b|[ ](?:hour|week|month|year)ly\b",
        rf"{_IN_ALL}|\b(?:once|one[- ]off|one[- ]time|outright|all in)\b",
    ),
    _form(
        rf"(?:[ ](?:an?|per|each|every)[ ]|[ ]?/[ ]?){_HEAD}\b",
        rf"{_IN_ALL}|\bfor (?:the )?{_SEVERAL}(?: of (?:you|us|them)\b| {_HEAD}(?:e?s|ren)?\b)",
        rf"\b(?:per|each|a|every) {_HEAD}\b|\beach\b",
    ),
    _form(
        r"[ ]\(?(?:net\b|netto\b|before tax|ex(?:cl?(?:uding|usive of|\.)?)?[ ](?:VAT|tax)"
        r"|(?:\+|plus)[ ](?:\d+[ ]?%[ ])?(?:VAT|tax))",
        r"\b(?:gross|incl(?:uding|usive of|udes|\.)?[ ](?:VAT|tax)|(?:VAT|tax(?:es)?)[ ](?:is |are )?included"
        r"|with (?:VAT|tax))\b",
        r"\b(?:net|before tax|exclud\w+|plus|netto)\b",
    ),
    _form(
        r"[ ]\(?(?:gross\b|incl(?:uding|usive of|\.)?[ ](?:VAT|tax)|brutto\b)",
        r"\b(?:net|before tax|excl(?:uding|usive of|\.)?[ ](?:VAT|tax)|without (?:VAT|tax)|plus (?:VAT|tax))\b",
        r"\b(?:gross|includ\w+|brutto)\b",
    ),
    _form(r"[ ](?:\w+[ ])?before\b", r"\d[^.;\n]{0,20}\bafter\b", r"\bbefore\b|\bprior\b|\bahead\b|\bearlier\b"),
    _form(r"[ ](?:\w+[ ])?after\b", r"\d[^.;\n]{0,20}\bbefore\b", r"\bafter\b|\blater\b|\bfollowing\b"),
)
_FROM = re.compile(
    r"(?:\b(?:from|starting at|starts at|at least|ab|min(?:imum|\.)?)|≥)[ :]{0,2}[$€£]?\Z", re.IGNORECASE
)
_AT_LEAST = re.compile(
    r"\b(?:from|start\w*|at least|minimum|or more|upwards?|up|between|ab|to|range\w*|as (?:little|few|low|much|many)"
    r"|earliest|soonest|at most|max\w*|under|over|within|until|longest|shortest)\b|[-–]",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:reduc\w+|cut|dropp?\w*|fell|rose|rais\w+|increas\w+|chang\w+|lower\w*|went|was|were|up|down|marked|moved)\b",
    re.IGNORECASE,
)
_TO = r"[ \t]?(?:-|–|—|\bto\b|\bbis\b)[ \t]?"
_TO_MORE = re.compile(rf"(?:[ ]?[A-Z]{{3}}|[ ]?[$€£])?{_TO}[$€£]?\d")
_FROM_LESS = re.compile(rf"\d(?:[ ]?[A-Z]{{3}}|[ ]?[$€£])?{_TO}[$€£]?\Z")
_LASTS = re.compile(
    r"(?:[ ]?(?:-|–|to)[ ]?\d{1,3})?[ ](?:working |business |calendar )?"
    r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
"""Behind either end of a range of time: `3 to 14 working days`."""
_WAS = re.compile(
    r"\bin[ ](?:19|20)\d\d\b[^;\n]{0,60}\b(?:cost|was|were|sold for|used to)\b"
    r"|\b(?:cost|was|were|sold for|used to)\b[^;\n]{0,60}\bin[ ](?:19|20)\d\d\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_POWER = re.compile(
    r"[ ]?(?!(?:[kdcm]?m|ft|feet|foot|in|inch|yd|yards?|miles?|s)[²³])[^\W\d_²³]{1,12}[²³]", re.IGNORECASE
)
"""`450 lumens²`; a square of lengths may be worked out, or spelled out in the evidence."""
_GONE = re.compile(
    r"\b(?:sold[ -]out|out of stock|(?:not|no longer|un)[ ]?available|discontinued|ausverkauft|vergriffen)\b",
    re.IGNORECASE,
)
_OFFERED = re.compile(
    r"\b(?:available|in stock|on (?:offer|sale)|for sale|buy|order|get (?:it|one)|sells?)\b", re.IGNORECASE
)
_FORMER = re.compile(
    r"(?:before|old|was|former|previous|until now|last (?:year|month|week)|old (?:price|value)|vorher|alt)",
    re.IGNORECASE,
)
_SUM = re.compile(r"(?:(?:grand|sub)[ -]?)?total|sum|overall|altogether|gesamt|summe", re.IGNORECASE)
_SUMMED = re.compile(rf"{_IN_ALL}|\b(?:sum|together|combined|with|plus|and|including|all|gesamt)\b", re.IGNORECASE)


def is_other_value(text: str, claim: Statement, figure: Quantity, index: FactIndex, asked: str) -> bool:
    """Whether every place that has the figure has it of something else. `text` is the masked response, `asked` the
    query, which may say of which year."""
    power = _POWER.match(text, figure.end)
    if power and power[0].strip().lower() not in index.text.lower():
        return True
    said, held = text[claim.start : claim.end], equal_facts(figure, index)
    return bool(held) and all(_is_other(said, fact, index.text, asked) for fact in held)


def _is_other(said: str, fact: Fact, text: str, asked: str) -> bool:
    figure, statement = fact.figure, fact.statement
    if any(
        one.there.match(text, figure.end) and one.wrong.search(said) and not one.right.search(said) for one in _FORMS
    ):
        return True
    if _FORMER.fullmatch(statement.prop) and not DATED.search(said):
        return True
    if _SUM.fullmatch(statement.entity) and not _SUMMED.search(said):
        return True
    before = text[max(0, figure.start - _NEAR) : figure.start]
    is_end = _FROM_LESS.search(before) or _TO_MORE.match(text, figure.end)
    if figure.kind is not Kind.MONEY:
        is_end = is_end and _LASTS.match(text, figure.end)
        return bool(is_end) and not _MOVED.search(sentence_of(text, figure)) and not _AT_LEAST.search(said)
    return _is_other_price(said, figure, text, asked, bool(is_end or _FROM.search(before)))


def _is_other_price(said: str, figure: Quantity, text: str, asked: str, is_end: bool) -> bool:
    """Whether a price is one end of a range, of a year gone by, or of what is sold out, and is told as the price of
    today or of what can be had."""
    sentence = sentence_of(text, figure)
    if is_end and not _MOVED.search(sentence) and not _AT_LEAST.search(said):
        return True
    if _WAS.search(sentence) and not (DATED.search(said) or _YEAR.search(asked)):
        return True
    return bool(_GONE.search(_line(text, figure)) and _OFFERED.search(said) and not _GONE.search(said))


def _line(text: str, figure: Quantity) -> str:
    """What stands in one line behind a figure: `39.90 EUR. Sold out.`"""
    end = text.find("\n", figure.end, figure.end + _NEAR)
    return text[figure.end : end if end >= 0 else figure.end + _NEAR]
