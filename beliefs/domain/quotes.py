"""Quoted strings of Evidence and how far a source bears them out: each way of matching is told apart (spec 3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from beliefs.domain.markdown_lines import without_code

KEY_TERMS = 5
KEY_TERM_LETTERS = 5
KEY_TERM_SHARE = 0.7
_MARK = re.compile(r"[\"“”]")
_DOUBLE = re.compile(r"[\"“]([^\"“”]{2,2000})[\"”]")
_SINGLE = re.compile(r"(?<![\w'’])['‘]([^'‘’\n]{2,500})['’](?!\w)")
_WORD = re.compile(r"[^\W\d_]+")
_SPACES = re.compile(r"\s+")
_PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "*": None, "`": None, "_": " "})


class Match(StrEnum):
    VERBATIM = "verbatim"
    NORMALISED = "normalised"
    KEY_TERMS = "key_terms"
    ELSEWHERE = "elsewhere"
    NOT_FOUND = "not_found"


VERIFIED = (Match.VERBATIM, Match.NORMALISED, Match.KEY_TERMS)


@dataclass(frozen=True, slots=True)
class CheckedQuote:
    """`where` names the source that holds it, or the cited ones when none does."""

    text: str
    line: int
    match: Match
    where: str


def quotes_of(line: str) -> tuple[str, ...]:
    """Double quotes anywhere (a quotation may hold code), single quotes outside them and outside code."""
    doubles = [(match.start(), match[1].strip()) for match in _DOUBLE.finditer(line)]
    rest = without_code(_DOUBLE.sub(lambda match: " " * len(match[0]), line))
    singles = [(match.start(), match[1].strip()) for match in _SINGLE.finditer(rest)]
    return tuple(text for _, text in sorted(doubles + singles) if text)


def whole_quotations(lines: Sequence[str]) -> list[str]:
    """`lines` of one bullet, those joined that a double quotation runs over: from one with an odd number of marks to
    the next such, when none in between holds a mark."""
    done: list[str] = []
    opened: list[str] = []
    for line in lines:
        marks = len(_MARK.findall(line))
        if opened and marks % 2:
            done.append(" ".join([*opened, line.strip()]))
            opened = []
        elif marks % 2:
            opened = [line.rstrip()]
        elif opened and not marks:
            opened.append(line.strip())
        else:
            done += [*opened, line]
            opened = []
    return done + opened


def normalised(text: str) -> str:
    """Case, white space, typographic quotes and dashes, and marks of emphasis do not count."""
    return _SPACES.sub(" ", text.translate(_PLAIN)).strip().casefold()


def key_terms(quote: str) -> tuple[str, ...]:
    words = (word for word in _WORD.findall(quote.casefold()) if len(word) >= KEY_TERM_LETTERS)
    return tuple(word for _, word in zip(range(KEY_TERMS), words, strict=False))


def check_quote(
    quote: str,
    *,
    line: int,
    cited: Sequence[tuple[str, str]],
    elsewhere: Callable[[str], str | None],
) -> CheckedQuote:
    """`cited` are (name, text) of the sources of the bullet; `elsewhere` finds the name of another source that holds a
    normalised text."""
    for name, text in cited:
        if quote in text:
            return CheckedQuote(quote, line, Match.VERBATIM, name)
    wanted = normalised(quote)
    plain = [(name, _plain_text(text)) for name, text in cited]
    for name, text in plain:
        if wanted and wanted in text:
            return CheckedQuote(quote, line, Match.NORMALISED, name)
    for name, text in plain:
        if _holds_terms(quote, text):
            return CheckedQuote(quote, line, Match.KEY_TERMS, name)
    found = elsewhere(wanted) if wanted else None
    if found is not None:
        return CheckedQuote(quote, line, Match.ELSEWHERE, found)
    return CheckedQuote(quote, line, Match.NOT_FOUND, ", ".join(name for name, _ in cited))


def _holds_terms(quote: str, text: str) -> bool:
    terms = key_terms(quote)
    return bool(terms) and sum(term in text for term in terms) >= KEY_TERM_SHARE * len(terms)


@lru_cache(maxsize=64)
def _plain_text(text: str) -> str:
    return normalised(text)


LONGEST = 900
"""Characters; some 200 tokens of English, and the embedder reads 256."""

SHORTEST = 400
"""A section shorter than this shares its passage with the next one."""

MOST = 400
"""Passages of one session; what comes later is not embedded."""


def passages_of(text: str) -> tuple[str, ...]:
    """Lines gathered under their heading; a single longer line is cut at a space."""
    found: list[str] = []
    gathered = ""
    for line in _short_lines(text):
        ends = line.startswith("#") and len(gathered) >= SHORTEST
        if gathered and (ends or len(gathered) + len(line) > LONGEST):
            found.append(gathered)
            gathered = ""
        gathered = f"{gathered}\n{line}" if gathered else line
    if gathered:
        found.append(gathered)
    return tuple(found[:MOST])


def _short_lines(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        rest = line.strip()
        while len(rest) > LONGEST:
            blank = rest.rfind(" ", 0, LONGEST)
            cut = blank if blank > 0 else LONGEST
            lines.append(rest[:cut])
            rest = rest[cut:].strip()
        if rest:
            lines.append(rest)
    return lines
