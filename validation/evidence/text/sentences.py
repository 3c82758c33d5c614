"""Where sentences end: one pass, no dictionary beyond common abbreviations.

A stop ends a sentence only before white space and something that can begin one, so decimals, urls, versions and
`a.m.` stay whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.evidence.text.blocks import trim
from validation.evidence.words import pattern_of

Span = tuple[int, int]

_STOP = re.compile(r"[.!?…]{1,20}[\"'”’»)\]*_]{0,6}(?=\s|$)|[。！？؟]|\n|<br[ \t]{0,3}/?>")
_LAST_WORD = re.compile(r"[\w.&'-]{0,24}$")
_NEVER_LAST = re.compile(pattern_of("sentences.never_last"))
"""Of English, German, French, Spanish, Italian, Dutch, Polish and the Scandinavian languages."""
_STREET = re.compile(r"[A-ZÄÖÜ][\w-]{1,20}(?:str|pl)")
_TWO_PARTS = re.compile(r"\b[ptzv]\.[ \xa0](?:ex|v|T)\Z")
_LETTER = re.compile(r"(?<![\d  ])[ \t\xa0(][a-z]\Z")
_COUNTED = re.compile(r"\.\s*[#\d]")
_DEGREES = ("°", "º", "˚")
_SHORT_LINE = 50
_LABEL = re.compile(r"[ \t]*[^\W_][^:\n.!?]{0,40}:[ \t]+\S")
_ADDRESS = re.compile(r"://[^\s]+[ \t]*$")
_MONTH = re.compile(r"\s+(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b")


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> tuple[Span, ...]:
    """The sentences of `text[start:end]` as spans without the white space around them; nothing but white space and
    pieces without a letter or digit is left out."""
    end = len(text) if end is None else end
    spans: list[Span] = []
    at = start
    for stop in _STOP.finditer(text, start, end):
        if not _ends(text, at, stop, end):
            continue
        spans += spoken(text, at, stop.end())
        at = stop.end()
    return (*spans, *spoken(text, at, end))


def line_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """The lines of `text[start:end]` without the white space around them; a blank one is empty."""
    for line in text[start:end].split("\n"):
        yield trim(text, start, start + len(line))
        start += len(line) + 1


def spoken(text: str, start: int, end: int) -> tuple[Span, ...]:
    """The one span without the white space around it, none where it has no letter or digit."""
    return (trim(text, start, end),) if any(map(str.isalnum, text[start:end])) else ()


def sentence_at(text: str, place: int, start: int, end: int) -> Span:
    """The sentence of `text[start:end]` that holds `place`; all of it where none does."""
    return next((span for span in sentence_spans(text, start, end) if span[0] <= place < span[1]), (start, end))


def _ends(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    if stop[0] == "\n":
        return _line_ends(text, begin, stop.start(), end)
    if stop[0][0] in "。！？؟<":
        return True
    if stop[0][0] == "." and text[begin : stop.start()].strip().isdecimal():
        return False  # `8. Lindenstr. 12`: a number alone counts, it states nothing
    if not _can_begin(text, stop.end(), end):
        return False
    return stop[0][0] != "." or len(stop[0].rstrip("\"'”’»)]*_")) > 1 or not _abbreviates(text, begin, stop.start())


def _line_ends(text: str, begin: int, at: int, end: int) -> bool:
    """A hard break, a line ending in a colon, or before something that begins anew a short line, one that ends in an
    address, or the first of two with labels: `Aro: 49.90 EUR`, `Brio: 39.50 EUR`."""
    line = text[max(begin, text.rfind("\n", begin, at) + 1) : at].rstrip("\r")
    if line.endswith(("  ", "\\", ":")):
        return True
    if not _can_begin(text, at, end) or line.rstrip().endswith((",", ";", "-", "–")):
        return False
    is_labelled = _LABEL.match(line) is not None and _LABEL.match(text, at + 1, end) is not None
    return len(line) < _SHORT_LINE or is_labelled or _ADDRESS.search(line) is not None


def _can_begin(text: str, at: int, end: int) -> bool:
    """Whether what follows is no lower-case word; `iPhone` and `eBay` may begin a sentence."""
    ahead = text[at : min(end, at + 40)].lstrip().lstrip("*_\"'“‘«([")
    return not ahead[:1].islower() or ahead[1:2].isupper()


def _abbreviates(text: str, begin: int, at: int) -> bool:
    before = _LAST_WORD.search(text, max(0, at - 24), at)
    word = before[0] if before else ""
    if word.isdigit():
        return bool(_MONTH.match(text, at + 1))
    if word == "No" and (text[begin:at].strip() == word):
        return _COUNTED.match(text, at) is not None  # an answer, unless a number follows
    initial = len(word) == 1 and word.isupper() and word != "I" and text[at - 2 : at - 1] not in _DEGREES
    letter = len(word) == 1 and _LETTER.search(text, max(0, at - 3), at)  # `z. B.`, not `540 g.`
    letter = letter or _TWO_PARTS.search(text, max(0, at - 6), at)
    return initial or bool(letter) or bool(_NEVER_LAST.fullmatch(word.lower())) or bool(_STREET.fullmatch(word))
