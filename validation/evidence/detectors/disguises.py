"""Figures and denials that the page shows and the text hides: `1<b>450</b>`, `n**o**t`, letters struck by a combining
mark. What is read of such a text is not what its reader sees, so each is a certain finding."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.domain.text.visible import BLANK_LETTERS
from validation.evidence.addresses.commonmark import Piece, render
from validation.evidence.words import words_of

_FIGURE = re.compile(r"\d+(?:[.,'’\u00a0\u2007-\u200a\u202f]\d+)*")
_WORD = re.compile(r"[^\W\d_]+")
_DENIALS = frozenset((*words_of("terms.denies"), *words_of("polarity.negations")))
_KEYCAPS = re.compile(r"\ufe0f?\u20e3(?=\d\ufe0f?\u20e3)")
"""`1️⃣2️⃣`: every key is seen for itself."""
_OVERLAY = "[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]"
_OVERLAID = re.compile(rf"\w{{0,20}}(?:\w[\u0300-\u036f]{{0,9}}?{_OVERLAY}+)+\w{{0,20}}")
_FORBIDS = re.compile(
    "\\b(?:is|are|was|were|be)[*_ ]{1,4}[\U0001f6ab\u26d4\U0001f645\u274c]\ufe0f?[*_ ]{0,4}"
    r"(?:allowed|permitted|welcome|accepted|admitted|included|refundable|valid|available|possible|free|open)\b"
)
"""A sign that stands for `not`."""
_UNSEEN_WORDS = re.compile("(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]{2,}")
"""Tag characters, which a program reads as letters; behind a black flag they name a country part."""
_PATH = re.compile(r"(?<=\d)\\(?=\d)")
_ALIKE = str.maketrans("асеіјорѕтухһкмвαεικνορτυ", "aceijopstyxhkmbaeiknoptu")
"""Cyrillic and Greek letters that look like Latin ones, lower case."""
_UNSEEN = ("Cf", "Mn", "Me", "Cc", "Co", "Cn")
"""Categories of characters without room of their own."""
_PLAIN_LETTERS = 0x180
"""Latin letters below are of everyday languages: `nöt` is Swedish."""
_MOST, _LONGEST = 20, 60
_TAGS = 0xE0000


def check_disguises(written: str) -> Iterator[Finding]:
    """One for every figure and denial that is not written as it is shown, the first ones of very many."""
    yield from islice(_disguises(written), _MOST)


def _disguises(written: str) -> Iterator[Finding]:
    for match in chain(_OVERLAID.finditer(written), _FORBIDS.finditer(written)):
        yield FindingCode.TEXT_DISGUISED.at(*match.span(), "denial", shown=match[0])
    for match in _UNSEEN_WORDS.finditer(written):
        shown = "".join(chr(ord(char) - _TAGS) for char in match[0][:_LONGEST])
        yield FindingCode.TEXT_DISGUISED.at(*match.span(), "unseen", shown=shown)
    for part in render(written).shown:
        yield from _of_part(written[part.start : part.end], part)


def _of_part(source: str, part: Piece) -> Iterator[Finding]:
    page = _visible(part.text)
    figures = Counter(_FIGURE.findall(page)) - Counter(_FIGURE.findall(source))
    denials = Counter(word for word in map(_plain, _WORD.findall(page)) if word in _DENIALS)
    for shown in (*figures, *(denials - Counter(map(str.lower, _WORD.findall(source))))):
        yield FindingCode.TEXT_DISGUISED.at(part.start, part.end, shown=shown[:_LONGEST])


def _visible(text: str) -> str:
    """Without what takes no room on the page."""
    text = _PATH.sub("", text)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", _KEYCAPS.sub(" ", text))
    shown = (char for char in text if char not in BLANK_LETTERS)
    return "".join(char for char in shown if char.isascii() or unicodedata.category(char) not in _UNSEEN)


def _plain(word: str) -> str:
    """In lower case, with plain letters for those of other alphabets that look like them."""
    if not all(char.isascii() or ord(char) >= _PLAIN_LETTERS for char in word):
        return word.lower()
    letters = unicodedata.normalize("NFKD", word).lower().translate(_ALIKE)
    return "".join(char for char in letters if not unicodedata.combining(char))
