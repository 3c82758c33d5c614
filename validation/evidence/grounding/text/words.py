"""Words, numbers, clock times and links of a text, each in one normal form, so that `4:30 PM` equals `16:30` and
`1,200` equals `1200`."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from validation.domain.text.letters import fold_letters
from validation.evidence.language.stems import FUNCTION_WORDS, stem
from validation.evidence.words import blank
from validation.reader.words import NUMBER_VALUES


class Kind(StrEnum):
    WORD = "word"
    NUMBER = "number"
    NUMBER_WORD = "number word"
    MONEY = "money"
    PERCENT = "percent"
    TIME = "time"
    LINK = "link"


class Token(NamedTuple):
    """`norm` is the lower-case word or the normal form of the figure; `raw == text[at:at + len(raw)]`."""

    kind: Kind
    norm: str
    raw: str
    at: int


_TOKEN = re.compile(
    r"(?=[\w$€£])(?:(?!https?://|www\.)[^\W\d_]{1,40}(?:['’][^\W\d_]{1,4})?"
    r"|\d{1,2}:\d{1,2}(?!\d)(?:\s{0,2}[aApP]\.?[mM]\b)?|\d{1,2}\s{0,2}[aApP]\.?[mM]\b"
    r"|\d{1,15}(?:[.,]\d{1,15}){0,6}(?:\s?(?:%|€|£|\$|(?i:percent|eur|usd)\b))?|[$€£]\s?\d{1,15}(?:[.,]\d{1,15}){0,6}"
    r"|(?:https?://|www\.)[^\s<>\"')\]]{1,2000})"
)
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{1,2}))?\s*([ap])?", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_GROUPED_BY_POINTS = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)|\d{1,3}(?:\.\d{3}){2,}")
_MONEY_MARKS = ("$", "€", "£", "eur", "usd")

_NUMBER_WORDS = NUMBER_VALUES | {
    "million": "1000000", "billion": "1000000000", "fourth": "4", "fifth": "5", "half": "0.5"
}  # fmt: skip
_NAMED_TIMES = {"noon": "12:00", "midnight": "00:00"}


_SOURCE_REF = re.compile(r"\(?\bsource_ref:[ \t]?[^\s()|,\"']{1,200}\)?")
_LINK_ASIDE = re.compile(r"\(\[[^\]\n]{1,80}\]\([^)\s]{1,2000}\)\)")


def blank_references(text: str) -> str:
    """The same text, blank where a source_ref stands, which names a place and states nothing; nothing moves."""
    return _SOURCE_REF.sub(blank, text)


def blank_citations(text: str) -> str:
    """Blank also where a link stands in brackets of its own, as in `([leaflet](https://example.org))`."""
    return _LINK_ASIDE.sub(blank, blank_references(text))


def tokens(text: str) -> list[Token]:
    """In the order of the text; punctuation is dropped. Linear in the length."""
    return [Token(*normal(match[0]), match[0], match.start()) for match in _TOKEN.finditer(text)]


def meanings(text: str) -> list[str | None]:
    """What each token means, see `meaning`."""
    return [meaning(raw) for raw in _TOKEN.findall(text)]


def content(found: list[Token]) -> list[tuple[Kind, str]]:
    """What carries meaning: stems of words that are no function words, and all figures in normal form."""
    return [(token.kind, meant) for token in found if (meant := meaning(token.raw)) is not None]


@lru_cache(maxsize=65_536)
def meaning(raw: str) -> str | None:
    """A stem or a figure in its normal form, None for words without meaning."""
    kind, norm = normal(raw)
    if kind is Kind.WORD and (len(norm) == 1 or norm in FUNCTION_WORDS):
        return None
    return stem(norm) if kind is Kind.WORD else norm


@lru_cache(maxsize=65_536)
def normal(raw: str) -> tuple[Kind, str]:
    """Kind and normal form of one token."""
    word = fold_letters(raw).lower().replace("’", "'")
    if word.startswith(("http", "www.")) and ("://" in word or word[3] == "."):
        return Kind.LINK, word.rstrip(".,;:!?*")
    if word[0].isdecimal() or word[0] in "$€£":
        return _figure(word)
    if word in _NAMED_TIMES:
        return Kind.TIME, _NAMED_TIMES[word]
    if word in _NUMBER_WORDS:
        return Kind.NUMBER_WORD, _NUMBER_WORDS[word]
    return Kind.WORD, word


def _figure(word: str) -> tuple[Kind, str]:
    if ":" in word or word.endswith("m"):
        return Kind.TIME, _clock(word)
    bare = word.strip("$€£% abcdefghijklmnopqrstuvwxyz")
    value = _number(bare)
    if word.startswith(_MONEY_MARKS) or word.endswith(_MONEY_MARKS):
        return Kind.MONEY, value
    return (Kind.NUMBER, value) if bare == word else (Kind.PERCENT, value)


def _clock(word: str) -> str:
    """`hh:mm` on the 24-hour clock."""
    match = _CLOCK.match(word)
    assert match
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour:02d}:{minute:02d}"


def _number(digits: str) -> str:
    if _GROUPED.fullmatch(digits):
        digits = digits.replace(",", "")
    elif _GROUPED_BY_POINTS.fullmatch(digits):
        digits = digits.replace(".", "").replace(",", ".")
    elif digits.count(",") == 1 and "." not in digits:
        digits = digits.replace(",", ".")
    if len(digits) > 15 or digits.count(".") > 1 or "," in digits:
        return digits
    return f"{float(digits.strip()):.10g}"  # `float` refuses U+001F, which patterns take for a blank
