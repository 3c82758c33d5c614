"""Whether the evidence states a value at all: what it denies, doubts, asks or still has to check, and what it gives
under a condition, of another thing or of another charge, carries no plain claim."""

from __future__ import annotations

import re
from itertools import islice

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.text.sentences import sentence_spans

_REFUSED = re.compile(
    r"\b(?:it is|it['’]s|that is) (?:false|untrue|wrong|not true|a myth)\b|\bden(?:y|ies|ied)\b[^.;\n]{0,40}\bthat\b|"
    r"\bclaim(?:s|ed)?\b[^;\n]{0,99}\b(?:is|are|was|were) (?:wrong|false|untrue|not true)\b",
    re.IGNORECASE,
)
_DOUBTED = re.compile(
    r"\b(?:rumou?rs?|allegedly|reportedly|supposedly|unconfirmed|hearsay|might|may (?:cost|be|have|take|last|weigh))\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:rumou?rs?|allegedly|reportedly|supposedly|unconfirmed|might|may|could|can|possibly|perhaps|up to|"
    r"expected)\b",
    re.IGNORECASE,
)
_UNCHECKED = re.compile(
    r"\b(?:todo|fixme|tbc|tbd|check whether|find out whether|to be (?:checked|confirmed|verified))\b", re.IGNORECASE
)
_IF = re.compile(r"\b(?:if|unless|provided|only (?:with|for|if|when|in|on)|with an? [a-z]+ card)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided|only|with|for|when|where|once|as long as|depend\w*|from|over|at least)\b", re.IGNORECASE
)
_UNTIL = re.compile(
    r"\b(?:until|till|before)[ ](?:19|20)\d\d\b|\bfrom[ ](?:19|20)\d\d\b[^.;\n]{0,60}\bwill\b", re.IGNORECASE
)
_DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:was|were|had|used to|will|former\w*|previous\w*|until|before)\b", re.IGNORECASE
)
_CHARGE = re.compile(
    r"\b(?:shipping|delivery|postage|deposit|surcharge|installation|insurance|cleaning|booking fee|handling)\b",
    re.IGNORECASE,
)
_CHARGED = re.compile(rf"{_CHARGE.pattern}|\+|\b(?:extra|plus|additional|more|fee)\b", re.IGNORECASE)
_FROM = re.compile(
    r"(?:\b(?:from|starting at|starts at|at least|ab|min(?:imum|\.)?)|≥)[ :]{0,2}[$€£]?\Z", re.IGNORECASE
)
_AT_LEAST = re.compile(
    r"\b(?:from|start\w*|at least|minimum|or more|upwards?|up|between|ab|to|range\w*)\b|[-–]", re.IGNORECASE
)
_MOVED = re.compile(
    r"\b(?:reduc\w+|cut|dropp?\w*|fell|rose|rais\w+|increas\w+|chang\w+|lower\w*|went|was|were|up|down|marked|moved)\b",
    re.IGNORECASE,
)
_TO = r"[ \t]?(?:-|–|—|\bto\b|\bbis\b)[ \t]?"
_TO_MORE = re.compile(rf"(?:[ ]?[A-Z]{{3}}|[ ]?[$€£])?{_TO}[$€£]?\d")
_FROM_LESS = re.compile(rf"\d(?:[ ]?[A-Z]{{3}}|[ ]?[$€£])?{_TO}[$€£]?\Z")
_PERIOD = r"(?:hour|day|night|week|fortnight|month|quarter|year)"
_EVERY = re.compile(
    rf"(?:[ ](?:an?|per|each|every)[ ]|[ ]?/[ ]?){_PERIOD}\b|[ ](?:hour|week|month|year)ly\b", re.IGNORECASE
)
_AT_ONCE = re.compile(
    r"\b(?:in all|in total|total|altogether|overall|once|one[- ]off|one[- ]time|outright|all in)\b", re.IGNORECASE
)
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
_VALUES = (Kind.MONEY, Kind.MEASURE, Kind.PERCENT)
_VERB = re.compile(
    r"\b(?:is|are|was|were|costs?|weighs?|has|have|had|takes?|lasts?|gives?|holds?|needs?|uses?|gets?)\b", re.IGNORECASE
)
_REACH = 160
_NEAR = 40
"""Characters beside a price in which a `from` or a `sold out` is said of it."""
_MOST = 24
"""Equal figures that are looked at."""


def is_unasserted(text: str, claim: Statement, figure: Quantity, index: FactIndex) -> bool:
    """Whether every place that has the figure leaves open what the claim states. `text` is the masked response."""
    said, held = text[claim.start : claim.end], _equal(figure, index)
    return bool(held) and all(_is_open(said, claim, fact, index.text) for fact in held)


def is_other_value(text: str, claim: Statement, figure: Quantity, index: FactIndex, asked: str) -> bool:
    """Whether every place that has the figure has it of something else that is plain from its form: the end of a range,
    the price of a month. `asked` is the query, which may say of which year."""
    power = _POWER.match(text, figure.end)
    if power and power[0].strip().lower() not in index.text.lower():
        return True
    said = text[claim.start : claim.end]
    held = _equal(figure, index) if figure.kind is Kind.MONEY else []
    return bool(held) and all(_is_other_price(said, fact.figure, index.text, asked) for fact in held)


def _equal(figure: Quantity, index: FactIndex) -> list[Fact]:
    return list(islice((fact for fact in index.facts(figure) if same(figure, fact.figure)), _MOST))


def _is_open(said: str, claim: Statement, fact: Fact, text: str) -> bool:
    sentence = _sentence(text, fact.figure)
    if _UNCHECKED.search(sentence) and not _UNCHECKED.search(said):
        return True
    if fact.statement.is_field:
        return False
    pairs = [(_REFUSED, _REFUSED), (_DOUBTED, _HEDGED), (_UNTIL, _DATED)]
    pairs += [(_IF, _CONDITION)] if fact.figure.kind is Kind.MONEY else []
    pairs += [(_CHARGE, _CHARGED)] if _is_only_amount(fact) else []
    if any(there.search(sentence) and not here.search(said) for there, here in pairs):
        return True
    if sentence.rstrip().endswith("?") and "?" not in said:
        return True
    return fact.figure.kind in _VALUES and _is_of_other(claim, fact, text)


def _is_other_price(said: str, figure: Quantity, text: str, asked: str) -> bool:
    """Whether a price is one end of a range, of each month, of a year gone by, or of what is sold out, and is told as
    the price of today, in all, or of what can be had."""
    before, line = text[max(0, figure.start - _NEAR) : figure.start], _line(text, figure)
    sentence = _sentence(text, figure)
    is_end = _FROM.search(before) or _FROM_LESS.search(before) or _TO_MORE.match(text, figure.end)
    if is_end and not _MOVED.search(sentence) and not _AT_LEAST.search(said):
        return True
    if _EVERY.match(text, figure.end) and _AT_ONCE.search(said):
        return True
    if _WAS.search(sentence) and not (_DATED.search(said) or _YEAR.search(asked)):
        return True
    return bool(_GONE.search(line) and _OFFERED.search(said) and not _GONE.search(said))


def _line(text: str, figure: Quantity) -> str:
    """What stands in one line behind a figure: `39.90 EUR. Sold out.`"""
    end = text.find("\n", figure.end, figure.end + _NEAR)
    return text[figure.end : end if end >= 0 else figure.end + _NEAR]


def _is_only_amount(fact: Fact) -> bool:
    amounts = [one for one in fact.statement.figures[:_MOST] if one.kind is Kind.MONEY]
    return len(amounts) == 1 and amounts[0].start == fact.figure.start


def _sentence(text: str, figure: Quantity) -> str:
    """The sentence around a figure, without what follows a semicolon behind it."""
    first, last = max(0, figure.start - _REACH), min(len(text), figure.end + _REACH)
    start, end = next(
        (span for span in sentence_spans(text, first, last) if span[0] <= figure.start < span[1]), (first, last)
    )
    behind = text.find("; ", figure.end, end)
    return text[start : end if behind < 0 else behind]


def _is_of_other(claim: Statement, fact: Fact, text: str) -> bool:
    """Whether the figure's own clause has another thing for its subject, and the clause beside it the one of the
    claim."""
    own = fact.statement.segment_at(fact.figure.start)
    names = {term.key for term in claim.terms if term.is_name}
    here = [term for term in fact.statement.terms if term.is_name and term.segment == own]
    beside = {term.key for term in fact.statement.terms if term.is_name and term.segment != own}
    if not names or not beside & names or any(term.key in names for term in here):
        return False
    before = [term.end for term in here if term.end <= fact.figure.start]
    return bool(before) and _VERB.search(text, before[-1], fact.figure.start) is not None
