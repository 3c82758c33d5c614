"""The name of the thing that a line, a row or an object is about."""

from __future__ import annotations

import re

from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.language.terms import read_terms
from validation.evidence.words import words_of

_NAME = re.compile(
    r"(?:the[ ]|The[ ])?(?P<name>(?:[A-ZÄÖÜ][\w.'’&+-]*|\d[\w.]*(?=[ ][A-ZÄÖÜ]))"
    r"(?:[ ](?:[A-ZÄÖÜ0-9][\w.'’&+-]*|of|de|la|van|von)){0,6})(?P<behind>[ ]{0,3}[,:(–—|]|[ ]-[ ]|$)?"
)
_FIRST = re.compile(r"(?P<name>[A-ZÄÖÜ][\w.'’&+-]*(?:[ ][\w.'’&+/-]+){0,7}?)[ ]{0,2}[,–—(][ ]{0,2}(?=[\d$€£])")
"""What stands before the first comma of a line, when a figure follows: `Chocolate peanut bar, 7.50 EUR`."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATED = re.compile(
    r"(?:[A-Z][a-z]+ )?\d{1,2}(?:st|nd|rd|th|\.)? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b"
)
_LONGEST = 7
_NAMING = words_of("names.naming")
_OPENERS = words_of("names.openers")


def is_name_column(column: str) -> bool:
    """Whether a column or key names the thing itself."""
    words = column.lower().replace("_", " ").split()
    return bool(words) and (words[-1] in _NAMING or words[0] in ("name", "title"))


def leading_name(text: str, start: int, end: int, *, listed: bool) -> str:
    """The name that a text begins with, or nothing. One plain word is a name only in a list, before a comma, a colon
    or a dash: `Laufwerk: 129 EUR`."""
    first = _FIRST.match(text, start, end) if listed else None
    if first and len(first["name"].split()) <= _LONGEST:
        return first["name"].strip()
    match = _NAME.match(text, start, end)
    if match is None:
        return ""
    words = match["name"].rstrip(".").split()
    while words and words[-1] in ("of", "de", "la", "van", "von"):
        words.pop()
    if not words or words[0].lower() in FUNCTION_WORDS | _OPENERS:
        return ""
    if (len(words) == 2 and _YEAR.fullmatch(words[1])) or (match.end() < end and _DATED.match(match["name"])):
        return ""  # `Revenue 2025`, `Since 16 June it costs`
    name = " ".join(words)
    telling = len(words) > 1 or (any(map(str.isdigit, name)) and not name.isdigit())
    return (
        name if telling or (listed and match["behind"] and match["behind"].strip()[:1] in (",", "–", "—", "(")) else ""
    )


def sides_of(name: str) -> frozenset[str]:
    """The concepts of a name, and of words that deny one, `Died`, that too: `-alive`."""
    return frozenset(key for term in read_terms(name) for key in (term.key, term.side))


def keys_of(name: str) -> frozenset[str]:
    return frozenset(term.key for term in read_terms(name))
