"""A markdown text with all that is no content blanked, every offset kept: link targets, sources, marks."""

from __future__ import annotations

import re

from validation.evidence.language.stating import states
from validation.evidence.words import blank

_LINK_ASIDE = re.compile(r"\((?:[^()\[\]\n]{0,40})!?\[[^\[\]\n]{0,300}\]\([^()\n]{0,2000}\)[^()\n]{0,20}\)")
"""`([shop](https://...))`: only a source."""
_TARGET = re.compile(r"(?<=\])\([^()\n]{0,2000}\)")
_URL = re.compile(r"<?(?:https?://|www\.)[^\s<>)\]|]{1,2000}>?")
_KEY = r"(?:[a-z_]{2,30}:[\w./#-]{1,100}|t\d{1,4}\.r\d{1,5}|turn_\d{3,9}[\w./-]{0,80})"
_NAMED_SOURCE = re.compile(
    r"\(?\b(?:source_ref|source ref|ref)s?:[ \t]{0,3}[^\s()|,]{1,200}(?:,[ \t]?[\w.]+:[^\s()|,]{1,100}){0,20}\)?",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    rf"[(\[](?:source:?[ \t])?{_KEY}(?:[,;][ \t]?{_KEY}){{0,20}}[)\]](?!\()|\[\^?\d{{1,3}}\](?!\()", re.IGNORECASE
)
_SOURCE_LINE = re.compile(
    r"(?im)^[ \t]{0,8}(?:[-*][ \t]+)?[*_]{0,3}(?:sources?|references?|quellen?)[*_]{0,3}:[*_]{0,3}[^\n]{0,400}$"
)
_PATH_REFERENCE = re.compile(r"\((?:[\w-]+[./:#]){1,8}[\w#-]+\)(?!\()")
"""`(kelmar-transit/line-12)`, `(inv:2026-0113)`: a reference in brackets, without a word beside it."""
_LABEL = re.compile(r"\[[^\[\]\n]{0,300}\]")
_MARKS = re.compile(r"[*`]+|(?<![^\W_])_+|_+(?![^\W_])|~~")


_DAY_BEHIND = re.compile(r"(?<=\d )\(((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})\)", re.IGNORECASE)
"""`2026-04-08 (Wed)`: the weekday of this date, and no aside between it and the next."""
_TAG = re.compile(
    r"</?(?:a|abbr|b|blockquote|br|center|cite|dd|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|"
    r"mark|ol|p|pre|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|time|tr|u|ul)(?:[\s/][^<>]{0,500})?>",
    re.IGNORECASE,
)


def mask(text: str) -> str:
    """`text` with the same length and the same offsets. The label of a link stays where it is part of a sentence."""
    for pattern in (_LINK_ASIDE, _TARGET, _TAG, _SOURCE_LINE, _URL, _NAMED_SOURCE, _REFERENCE, _PATH_REFERENCE, _MARKS):
        text = pattern.sub(_blank_source if pattern is _SOURCE_LINE else blank, text)
    return _DAY_BEHIND.sub(r" \1 ", text)


def _blank_source(match: re.Match[str]) -> str:
    """A line that names its sources; what else it says stays."""
    _, _, named = match[0].partition(":")
    says_more = states(_LABEL.sub(" ", named))
    return " " * (len(match[0]) - len(named)) + named if says_more else blank(match)
