"""Numbers in digits and words, with every value that their spelling allows, and what only looks like one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from validation.domain.context import LONGEST_REF
from validation.evidence.quantities.units import CURRENCY_SIGNS
from validation.evidence.words import CJK, alternatives, blank, words_of

NUMBER_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "hundred": 100, "one": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7,
    "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12, "dreißig": 30,
}  # fmt: skip
_TENS = r"[Tt]wenty|[Tt]hirty|[Ff]orty|[Ff]ifty|[Ss]ixty|[Ss]eventy|[Ee]ighty|[Nn]inety"
_ONES = "[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_REST = rf"(?:{_TENS})(?:[- ](?:{_ONES}))?|{_TEENS}|{_ONES}"
_WORD = re.compile(
    rf"\b(?:(?P<hundreds>{_ONES}|[Aa]) hundred(?:(?: and)? (?P<rest>{_REST}))?|(?P<tens>{_TENS})[- ](?P<ones>{_ONES})|"
    rf"{'|'.join([*NUMBER_WORDS, *(word.capitalize() for word in NUMBER_WORDS)])})\b"
)


def number_words(text: str) -> Iterator[tuple[int, int, float]]:
    """Start, end and value of each, without the magnitude behind it (`twelve thousand`)."""
    return ((*match.span(), _value(match)) for match in _WORD.finditer(text))


def _value(match: re.Match[str]) -> float:
    if match["hundreds"]:
        rest = re.split(r"[- ]", match["rest"].lower()) if match["rest"] else []
        count = NUMBER_WORDS.get(match["hundreds"].lower(), 1)
        return float(100 * count + sum(NUMBER_WORDS[word] for word in rest))
    words = (match["tens"], match["ones"]) if match["tens"] else (match[0],)
    return float(sum(NUMBER_WORDS[word.lower()] for word in words))


@dataclass(frozen=True, slots=True)
class Number:
    start: int
    end: int
    candidates: tuple[float, ...]
    decimals: int
    in_words: bool = False


_THIN = "\u00a0\u2000-\u200a\u202f\u205f"
"""Blanks that hold a number together."""
_GROUPED = rf"\d{{1,3}}(?:[.,'’{_THIN}]\d{{3}}){{1,6}}(?:[.,]\d{{1,2}})?(?!\d)"
_PLAIN = r"\d{1,15}(?:[.,]\d{1,6})?"
_DIGITS = re.compile(
    rf"(?:(?<![\w.,])(?<!\d[-/])[#+-]?|(?<=[{CJK}])|(?<=[{CURRENCY_SIGNS}])|(?<=\d[-/])|(?<=\b(?:EUR|USD|GBP|CHF)))(?:{_GROUPED}|{_PLAIN})"
)
_SPACED = re.compile(
    r"(?<![\w.,:/#+])(?<!\w[-–−])(?<!\d[ ])[1-9]\d{0,2}(?:[ ]\d{3}){1,4}(?:[.,]\d{1,2})?"
    r"(?![\d]|[ ]?[-–/:+]?\d|[.,:/]\d)"
)
"""`12 450 km`, as SI texts and French ones group digits."""
_WRAPPED = re.compile(
    r"(?<=[^\W\d_][ ])[1-9]\d{0,2}(?:[ ]{2,4}|[ ]?\n[ ]{0,3})\d{3}(?:[.,]\d{1,2})?(?=[ ][^\W\d_]|[ ]?[$€£%°])"
)
"""The same over the end of a line, or where a page shows several blanks as one."""
_THING_NUMBERED = re.compile(
    rf"(?:\b(?i:{alternatives(words_of('numbers.of_things'))})|(?<=[a-z,;:][ ])[A-Z][a-z]+)[.:*_ ]{{1,4}}$"
)
"""In `Route 1 450 m ahead` the first number is a name."""
_LONGEST_NAME = 30
_PACKED = re.compile(
    r"[ ]?(?:g|kg|ml|cl|l|oz|lbs?)\b[ ](?:[^\W\d]+[ ]){0,2}"
    rf"(?:{alternatives(words_of('numbers.packages'))})(?:e?[sn])?\b",
    re.IGNORECASE,
)
"""`1 400 g tin` is one tin."""
_NEXT = re.compile(r"[ ]{1,3}\d[\d.,]*(?<![.,])")
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}


def find_numbers(text: str) -> list[Number]:
    spaced = list(_spaced(text))
    text = strike_out(text, ((one.start, one.end) for one in spaced))
    found = [*spaced, *(_with_fraction(text, _digits(match)) for match in _DIGITS.finditer(text))]
    found += [Number(start, end, (value,), 0, True) for start, end, value in number_words(text)]
    return sorted(found, key=lambda number: number.start)


def precedes_number(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a number that another follows, and neither names a thing nor counts packages."""
    after = _NEXT.match(text, end)
    return after is not None and not _names(text, start, after.end())


def _names(text: str, start: int, end: int) -> bool:
    before = max(0, start - _LONGEST_NAME)
    return bool(_THING_NUMBERED.search(text, before, start) or _PACKED.match(text, end))


def strike_out(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these spans, in order, as signs that no number and no word has beside it."""
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], "\x00" * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _spaced(text: str) -> Iterator[Number]:
    """In order, without overlap: what one pattern takes begins with the end of a word or stands in one line."""
    for match in sorted(chain(_SPACED.finditer(text), _WRAPPED.finditer(text)), key=re.Match.start):
        if not _names(text, match.start(), match.end()):
            candidates, decimals = read_number(match[0])
            yield Number(*match.span(), candidates, decimals)


def _with_fraction(text: str, number: Number) -> Number:
    """`7½`, whole numbers only."""
    part = _FRACTIONS.get(text[number.end : number.end + 1])
    if part is None or number.decimals:
        return number
    return replace(
        number, end=number.end + 1, candidates=tuple(value + part for value in number.candidates), decimals=1
    )


def _digits(match: re.Match[str]) -> Number:
    written = match[0].lstrip("#+-")
    candidates, decimals = read_number(written)
    return Number(match.end() - len(written), match.end(), candidates, decimals)


def read_number(written: str) -> tuple[tuple[float, ...], int]:
    """Every value the digits may stand for, and the decimals of the first: `1.299` is 1299 or 1.299."""
    if written.isdecimal():
        return (float(written),), 0
    bare = re.sub(rf"['’\s{_THIN}]", "", written)
    marks = [char for char in bare if char in ".,"]
    if not marks:
        return (float(bare),), 0
    whole, _, part = bare.rpartition(marks[-1])
    whole = whole.replace(".", "").replace(",", "")
    decimal = float(f"{whole}.{part}")
    if len(marks) > 1 and marks[-1] == marks[-2]:
        return (float(whole + part),), 0
    if len(part) == 3 and len(marks) == 1 and len(whole) <= 3 and whole != "0":
        return (float(whole + part), decimal), 0
    return (decimal,), len(part)


_MASKED = re.compile(
    r"(?<![\w.,])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]?\d)"
    r"|(?<![\w.,])v?\d{1,3}\.\d{1,2}\.\d(?![\w.,]?\w)|\b24/7\b|\b(?:seven|7) days (?:a|per) week\b"
    r"|(?<=[A-Z]-)\d{1,4}\b(?![.,]\d|[ \t]?(?:[€$£%°]|[A-Z]{3}\b))|https?://[^\s<>)\]|]{1,2000}|\bwww\.[^\s<>)\]|]{1,2000}|(?<=\]\()[^()\n]{0,2000}(?=\))"
    r"|\[(?!\d{1,2}:\d\d|\d{4}-\d\d)[\w.:#^/-]{1,60}\](?!\()|\b[a-z]\d{1,3}\.r\d{1,4}\b"
    rf"|\((?:source_ref|source|ref):(?:[^()\n]{{1,120}}|[ \t]?[^\s()]{{1,{LONGEST_REF}}})\)"
    r"|(?m:^[ \t]{0,20}(?:>[ \t]?)?\d{1,3}[.)](?=[ \t]))|(?m:^#{1,6}[ \t]{1,4}\d{1,3}(?:\.\d{1,3}){0,4}[.):]?(?=[ \t]))"
    r"|(?m:^[ \t]{0,20}\**\d{1,2}[.)](?=[ \t]))"
)


def mask(text: str) -> str:
    """The text with what only looks like a quantity blanked, every offset kept."""
    return _MASKED.sub(blank, text)
