"""Where an item of the evidence is from: the address and the reference that stand nearest to it.

An object of JSON has its own or that of the object around it, never that of its neighbour; a line of a paragraph has
its own before that of the paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from validation.evidence.addresses.bare import CLOSING, ESCAPED_BLANK, OPENING, trim, unescape_slashes
from validation.evidence.text.json_paths import JsonValue, json_values

_URL = re.compile(rf"https?:(?:\\{{0,4}}/){{2}}[^\s<>|\"'`\]”{CLOSING}{OPENING}]{{1,2000}}")
_SOURCE_REF = re.compile(r"\(?\b(?:source_ref|source|ref)[\"']?:[ \t]?[\"']?([^\s()|,\"']{1,200})\)?")
_LABEL = re.compile(r"\b(?:source_refs?|sources?|refs?|url|link|from|see)\b", re.IGNORECASE)
_NOTE = re.compile(r"(?:\A|[.!?…:]|\n)[ \t\"'”’*_]{0,9}(\([^()\n]{1,500}\))[.*_]{0,3}\Z")
_SOURCE_LINE = re.compile(r"\s{0,4}\*\*Source(?::\*\*|\*\*:)[ \t]*<?(https?://\S+)\s*")
_REF_KEYS = ("source_ref", "source", "ref")
_LONGEST_PARAGRAPH = 2_000
"""Characters: in a longer one an address need not be that of every sentence."""


@dataclass(frozen=True, slots=True)
class Origin:
    url: str | None = None
    source_ref: str | None = None

    def or_else(self, other: Origin) -> Origin:
        return Origin(self.url or other.url, self.source_ref or other.source_ref)


NOWHERE = Origin()


def origin_of(text: str) -> Origin:
    """The first address and the first reference in a text."""
    return Origin(first_url(text), first_ref(text))


def origin_at_end(text: str) -> Origin:
    """What brackets behind the last sentence of a text, or its last line, name: `Booked early. (source_ref: st:gk)`.
    Nowhere if they say anything else."""
    note = _NOTE.search(text.rstrip())
    rest = _LABEL.sub(" ", _SOURCE_REF.sub(" ", _URL.sub(" ", note[1]))) if note else ""
    return origin_of(note[1]) if note and not re.search(r"\w", rest) else NOWHERE


def address_of_source(text: str) -> str | None:
    """The address that a line like `**Source:** https://...` gives, if it says nothing else."""
    line = _SOURCE_LINE.fullmatch(text)
    return first_url(line[1]) if line else None


def first_url(text: str) -> str | None:
    match = _URL.search(text)
    return unescape_slashes(trim(ESCAPED_BLANK.split(match[0])[0])) if match else None


def first_ref(text: str) -> str | None:
    match = _SOURCE_REF.search(text)
    return match[1] if match else None


class ParagraphOrigins:
    """Of prose and lists: the line of an item, then the whole of `text[start:end]` where it is short."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.whole = origin_of(text[start:end]) if end - start < _LONGEST_PARAGRAPH else NOWHERE

    def at(self, start: int, end: int) -> Origin:
        own = origin_of(self.text[start:end])
        return own if own.url and own.source_ref else own.or_else(self._line(start, end)).or_else(self.whole)

    def _line(self, start: int, end: int) -> Origin:
        if self.whole == NOWHERE:
            return NOWHERE
        left = max(self.start, self.text.rfind("\n", self.start, start) + 1)
        right = self.text.find("\n", end, self.end)
        return origin_of(self.text[left : self.end if right < 0 else right])


class JsonOrigins:
    """Of the entries of JSON-like text: the object that an entry lies in, then those around it."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.values = tuple(json_values(text, start, end))
        self.places = [value.start for value in self.values]
        self.origins: dict[int, Origin] = {}
        for value in self.values:
            if value.objects:
                own = _origin_of_value(value, text[value.start : value.end])
                self.origins[value.objects[-1]] = self.origins.get(value.objects[-1], NOWHERE).or_else(own)

    def at(self, start: int, end: int) -> Origin:
        found = NOWHERE
        for number in reversed(self._objects(start, end)):
            found = found.or_else(self.origins.get(number, NOWHERE))
        return found.or_else(origin_of(self.text[start:end]))

    def _objects(self, start: int, end: int) -> tuple[int, ...]:
        """Those around the first value in the span; around the one before, for the end of a long value."""
        index = bisect_left(self.places, start)
        if index == len(self.places) or self.places[index] >= end:
            index -= 1
        return self.values[index].objects if index >= 0 else ()


def _origin_of_value(value: JsonValue, text: str) -> Origin:
    named = value.path[-1:] and value.path[-1].lower() in _REF_KEYS and not _URL.match(text)
    reference = text.strip() if named and not re.search(r"[\s()|,]", text.strip()) else None
    return Origin(first_url(text), reference or first_ref(text))


_COLUMNS = {
    "claim": ("claim", "fact", "finding", "statement", "content", "text", "evidence", "passage", "result"),
    "url": ("url", "link", "href", "source_url", "source url"),
    "source_ref": ("source_ref", "source ref", "ref", "source"),
    "confidence": ("confidence", "conf", "score", "certainty"),
}


def columns_of(header: tuple[str, ...]) -> dict[str, int]:
    """The places of the columns that say where a row comes from, and of the one that says what is known."""
    names = [name.lower() for name in header]
    found = ((column, next((name for name in wanted if name in names), None)) for column, wanted in _COLUMNS.items())
    return {column: names.index(name) for column, name in found if name is not None}
