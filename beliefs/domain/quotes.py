"""Quotes in Evidence and how they match their sources, by kind of match (spec 3); and passages for embedding."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from beliefs.domain.markdown_lines import without_code
from validation.domain.text.letters import compose_accents

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
    """`where` is the source that contains the quote, or else the cited sources."""

    text: str
    line: int
    match: Match
    where: str


def quotes_of(line: str) -> tuple[str, ...]:
    """Text in double quotes anywhere (it may contain code), and in single quotes outside of these and of code."""
    doubles = [(match.start(), match[1].strip()) for match in _DOUBLE.finditer(line)]
    rest = without_code(_DOUBLE.sub(lambda match: " " * len(match[0]), line))
    singles = [(match.start(), match[1].strip()) for match in _SINGLE.finditer(rest)]
    return tuple(text for _, text in sorted(doubles + singles) if text)


def whole_quotations(lines: Sequence[str]) -> list[str]:
    """The `lines` of one bullet, joined where a double quotation spans several: from a line with an odd number of
    quotation marks to the next such line, if the lines between have none."""
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
    """Ignores case, white space, typographic quotes and dashes, emphasis, and how accents are encoded."""
    return compose_accents(_SPACES.sub(" ", text.translate(_PLAIN)).strip().casefold())


_plain_text = lru_cache(maxsize=64)(normalised)


def key_terms(quote: str) -> tuple[str, ...]:
    words = (word for word in _WORD.findall(compose_accents(quote.casefold())) if len(word) >= KEY_TERM_LETTERS)
    return tuple(word for _, word in zip(range(KEY_TERMS), words, strict=False))


def check_quote(
    quote: str,
    *,
    line: int,
    cited: Sequence[tuple[str, str]],
    elsewhere: Callable[[str], str | None],
) -> CheckedQuote:
    """`cited` are (name, text) of the bullet's sources; `elsewhere` returns the name of another source that contains a
    normalised text, or None."""
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


LONGEST = 900
"""In characters; about 200 tokens of English, and the embedder reads 256."""

SHORTEST = 400
"""A shorter section shares its passage with the next one."""

MOST = 400
"""Passages per session; the rest is not embedded."""


def passages_of(text: str) -> tuple[str, ...]:
    """Groups lines by heading, and cuts a longer line at a space."""
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
