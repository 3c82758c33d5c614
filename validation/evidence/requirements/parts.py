"""Every part of the query is answered in kind: a `when` with a time, `how many` with a number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from validation.domain.claim import Requirement
from validation.evidence.grounding.text.polarity import count_denials
from validation.evidence.language.masking import mask
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.units import CURRENCIES
from validation.evidence.requirements.amounts import is_amount_without_money
from validation.evidence.requirements.conditions import is_condition
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
    r"\b(?:how much (?:do|does|is|are|did|was|will|would)\b(?!.{1,60}\b(?:holds?|weighs?|contains?|carry|fits?|has|"
    r"have|needs?|uses?|consumes?)\b)|what (?:do|does|did|will) .{1,60}\bcosts?\b|what is the price)",
    re.IGNORECASE,
)
_AMOUNT = any_of("parts.amount", front=r"\bhow ")
_IS_IT = re.compile(
    r"^(?:is|are|do|does|did|can|may|has|have|was(?! (?:gibt|ist|sind|kostet|kann|soll))|were|will|should|must)\b",
    re.IGNORECASE,
)
_YEAR_OR_SPAN = re.compile(r"\b(?:1[0-9]|20)\d\d\b|\b\d+ (?:days?|weeks?|months?|hours?|minutes?|years?)\b")
_DAY = re.compile(r"\b(?:\d{1,2}(?:st|nd|rd|th)|weekdays?|weekends?)\b", re.IGNORECASE)
_TIME_WORD = any_of("parts.time_word", front=r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b")
_SOME = any_of("parts.some")
_YES = any_of("parts.yes")
_SHORTENED = re.compile(
    r"(?:^|[.!?][ ]|\n)[ ]{0,3}(?:it|he|she|they|you|there|that|this|i|we)[ ]"
    r"(?:is|was|are|were|has|have|had|does|do|did|can|could|may|will|would|must|should)(?:n['’]t|[ ]not)?[ ]?[.,:;!–—]",
    re.IGNORECASE,
)
"""A yes or no as its verb alone: `It was.`, `They don't:`."""
_PAYS = re.compile(r"\b(?:pay|owe|due|fees?|charges?|costs?)\b", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:better|worse)\b", re.IGNORECASE)
_COMPARED = any_of("parts.compared")
_IS_FAR = re.compile(r"\bhow (?:fast|far (?:is|are|away|from|to|apart))\b", re.IGNORECASE)
"""A way may be told in minutes; not how far a bag of plaster goes."""
_CURRENCIES = alternatives(word for word in CURRENCIES if word.isalpha() and len(word) > len("EUR"))
_IS_MANY = re.compile(
    rf"\bhow many (?!(?:\w+ ){{0,1}}?(?:{pattern_of('parts.counted_as_values')}|{_CURRENCIES})\b)", re.IGNORECASE
)
_IS_SCORE = re.compile(r"\bhow many (?:\w+ )?(?:goals|points|sets|games)\b", re.IGNORECASE)
_CLOCK = r"(?:[01]?\d|2[0-4]):[0-5]\d\b"
_TEAM = r"(?!\w+(?:day|tag)\b)(?-i:\b[A-ZÄÖÜ])[\w.]{2,20}"
_SCORE = re.compile(
    rf"(?<![\d:])(?!{_CLOCK})\d{{1,3}}:\d{{1,3}}(?![\d:])|(?:\b(?:{pattern_of('parts.result')})\b"
    rf"(?:(?!\b(?:{pattern_of('parts.before_a_time')})\b|\b{pattern_of('parts.at_a_time')}{_CLOCK})[^.;!?\n\d]){{0,40}}"
    rf"|{_TEAM} (?:-|–|vs\.?|gegen|against) {_TEAM}:? |{_TEAM} (?={_CLOCK} {_TEAM})){_CLOCK}"
    r"(?!:| ?(?:[ap]\.?m|uhr|hrs?)\b)",
    re.IGNORECASE,
)
"""What may be a clock time is a score only behind a word of a result, `won 21:15`, or the names of two teams."""
_NO_COUNT = frozenset((Kind.TIME, Kind.DATE, Kind.MONEY))
"""Of `how many paintings`; how many hours and euros they may say."""
_IS_GAP = re.compile(r"\bhow far (?:behind|ahead|off)\b", re.IGNORECASE)
_ONE = re.compile(r"\bone\b", re.IGNORECASE)
_ON_A_SCALE = re.compile(r"\bhow (?:hot|cold|fast|loud)\b", re.IGNORECASE)
_DEGREE = any_of("parts.degree")
_BILLIONS = re.compile(r"\b(?:has|have|had|got|there are|about|around|over|nearly|almost)[ ]\d{1,3}b\b", re.IGNORECASE)
"""Elsewhere `7b` is a class or a flat."""
_AS_PRICE = re.compile(r"\b(?:free|gratis|nothing|no (?:charge|cost|fee))\b|\d[.,]\d\d\b|%", re.IGNORECASE)
_LISTED = (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW)
_LONGEST = 1_000
_MOST = 6
_LONGEST_LINKED = 20_000


_UNITS = {
    "heavy": frozenset(("g", "oz")), "tall": frozenset(("m", "inch")), "far": frozenset(("m", "mile", "inch", "s")),
    "fast": frozenset(("km/h", "mph", "knot", "m/s", "s", "byte")), "loud": frozenset(("db",)),
    "hot": frozenset(("°c", "°f")), "cold": frozenset(("°c", "°f")), "deep": frozenset(("m", "inch")),
    "wide": frozenset(("m", "inch")), "high": frozenset(("m", "inch", "db", "%")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Answer:
    """The response as the rules below look at it. `is_list`: what it lists can be counted."""

    text: str
    kinds: frozenset[Kind]
    units: frozenset[str]
    concepts: frozenset[str]
    linked: frozenset[str]
    query: str
    is_list: bool
    figures: Sequence[Quantity]
    draft: Draft


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
        concepts=keys_of(spoken),
        linked=keys_of(draft.linked_text[:_LONGEST_LINKED]),
        query=asked.text,
        is_list=sum(block.kind in _LISTED for block in draft.blocks) > 1,
        figures=found_there,
        draft=draft,
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


def _has_time(part: str, answer: _Answer) -> bool:
    return _tells_time(answer.text, answer.kinds) or is_condition(part, answer.draft, _tells_time_itself)


def _tells_time(text: str, kinds: Set[Kind]) -> bool:
    return bool({Kind.TIME, Kind.DATE} & kinds or _TIME_WORD.search(text) or _YEAR_OR_SPAN.search(text))


def _tells_time_itself(text: str) -> bool:
    """Of evidence, where `may` is a verb and a day may have no month: `on the 25th`."""
    kinds = {quantity.kind for quantity in find_quantities(text)}
    return _tells_time(text.replace(" may ", " "), kinds) or bool(_DAY.search(text))


def _has_price(part: str, answer: _Answer) -> bool:
    """Money, or an amount where the part need not ask for money: `how much did it rain`."""
    if Kind.MONEY in answer.kinds or _AS_PRICE.search(answer.text):
        return True
    return is_amount_without_money(part, answer.figures, answer.draft)


def _has_amount(part: str, answer: _Answer) -> bool:
    """A figure; of `how heavy` a weight, of `how far` a distance; a bare number or a word of degree may say it too."""
    if _IS_GAP.search(part):  # in points, places, seconds
        return bool(answer.kinds) or bool(_ONE.search(answer.text))
    wanted = next((units for word, units in _UNITS.items() if re.search(rf"\bhow {word}\b", part, re.IGNORECASE)), None)
    if wanted is not None:
        wanted -= frozenset() if _IS_FAR.search(part) else frozenset("s")
        bare = _ON_A_SCALE.search(part) and {Kind.NUMBER, Kind.TIME} & answer.kinds  # `heat 2 of 5`, `8:30 a mile`
        return bool(bare) or bool(wanted & answer.units) or bool(_DEGREE.search(answer.text))
    if _IS_SCORE.search(part) and _SCORE.search(answer.text):
        return True
    kinds = answer.kinds - _NO_COUNT if _IS_MANY.search(part) and not answer.is_list else answer.kinds
    return bool(kinds) or bool(_SOME.search(answer.text) or _BILLIONS.search(answer.text))


def _speaks_of_it(part: str, answer: _Answer) -> bool:
    """Any concept of the part that no other part names, or a plain yes or no."""
    own = keys_of(part) - keys_of(answer.query.replace(part, " ", 1))
    if _PAYS.search(part) and Kind.MONEY in answer.kinds:
        return True
    if _COMPARES.search(part) and _COMPARED.search(answer.text):
        return True
    return (
        not own
        or bool(own & (answer.concepts | answer.linked))
        or bool(_YES.search(answer.text) or _SHORTENED.search(answer.text))
    )


_RULES: tuple[tuple[re.Pattern[str], Callable[[str, _Answer], bool], str], ...] = (
    (_WHEN, _has_time, "a time or a date"),
    (_COST, _has_price, "an amount"),
    (_AMOUNT, _has_amount, "a number"),
    (_IS_IT, _speaks_of_it, "an answer to this part"),
)
