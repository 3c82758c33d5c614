"""Numbers in words: `three`, `twenty-four`, `four hundred and twelve`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORDS = {
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
    rf"\b(?:(?P<hundreds>{_ONES}|[Aa]) hundred(?:(?: and)? (?P<rest>{_REST}))?|"
    rf"(?P<tens>{_TENS})[- ](?P<ones>{_ONES})|"
    rf"{'|'.join([*_WORDS, *(word.capitalize() for word in _WORDS)])})\b"
)


def number_words(text: str) -> Iterator[tuple[int, int, float]]:
    """Start, end and value of each, without the magnitude behind it (`twelve thousand`)."""
    return ((*match.span(), _value(match)) for match in _WORD.finditer(text))


def _value(match: re.Match[str]) -> float:
    if match["hundreds"]:
        rest = re.split(r"[- ]", match["rest"].lower()) if match["rest"] else []
        count = _WORDS.get(match["hundreds"].lower(), 1)
        return float(100 * count + sum(_WORDS[word] for word in rest))
    words = (match["tens"], match["ones"]) if match["tens"] else (match[0],)
    return float(sum(_WORDS[word.lower()] for word in words))
