"""Lines that say `name: value`, and lines of opening hours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from validation.evidence.quantities.hour_ranges import HOURS_LINE
from validation.evidence.text.blocks import trim
from validation.evidence.words import any_of

_FIELD = re.compile(r"(?P<name>[^:\n|.!?]{1,60}?)[ \t]*(?::(?=[ \t])|(?P<equal>=)(?![=>]))[ \t]*(?P<value>[^\n]+)")
_PAIR = re.compile(r"(?:^|(?<=[\s,;]))\w{1,40}=(?=[^\s=])")
"""`status=ok`."""
_LEAST_PAIRS = 2
_GAP = 4
"""Of the stop and the spaces in front of a label."""
_OF_THE_RUN = frozenset(("result", "tool", "called", "goal", "goal focus", "action", "command", "coordinator"))
_LABELLED = re.compile(
    rf"[.;!?][ \t]{{1,3}}(?=[A-ZÄÖÜ][^:\n|.!?;]{{0,60}}:[ \t])"
    rf"|(?:(?:(?<=\d)|(?<=Uhr)|(?<=[ap]m)|(?<=closed))[,;]|:)[ \t]{{1,3}}(?={HOURS_LINE.pattern})"
)
_STAMPED = re.compile(r"\[?(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?|\d\d:\d\d)\b")
_DATED = re.compile(
    r"\[?(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,2}\.? ?[A-Z][a-zä]{2,8}\.?(?:,? \d{4})?|"
    r"[A-Z][a-z]{2,8}\.? \d{1,2}(?:, \d{4})?)(?:[T ,]{1,2}\d{1,2}:\d\d(?::\d\d)?)?\]?"
)
"""A date, which is no name of a property: `14 Sep 2025: oil change`."""
_SHORT = 50
"""Characters: shorter lines than those of a wrapped paragraph."""
_VERB = any_of("lines.verb")
_LONGEST_NAME, _LONGEST_VALUE = 6, 14
"""Words of a field; a longer value is prose under a label."""


def field_at(masked: str, start: int, end: int) -> re.Match[str] | None:
    """The groups `name` and `value` of a line that is a field."""
    match = _FIELD.fullmatch(masked, start, end) if start < end else None
    return match if match and _is_field(match) else None


def is_dated(field: re.Match[str]) -> bool:
    """Whether what stands before the colon is a date, and no name of a property."""
    return _DATED.fullmatch(field["name"].strip()) is not None


def is_run_field(field: re.Match[str]) -> bool:
    """Whether a field is about the run of the pipeline, not about what it found."""
    return field["name"].strip().lower() in _OF_THE_RUN


def is_hours(masked: str, start: int, end: int) -> bool:
    """`Tue-Fri 11:30-14:30`."""
    return HOURS_LINE.match(masked, start, end) is not None


def is_within_line(text: str, start: int) -> bool:
    """Whether a piece of `split_lines` begins behind a sentence of its line, and not at the indent."""
    return text[max(0, start - _GAP) : start].rstrip(" \t").endswith((".", ";", "!", "?"))


def split_lines(text: str, masked: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Fields, opening hours, lines that begin with a time, and lines that are all short each for itself, other lines
    together; of `Mira: 120 EUR. Sol: 145 EUR.` each label. With each whether it is a record of its own."""
    pieces = list(_pieces(text, masked, start, end))
    are_short = all(last - first <= _SHORT for first, last in pieces)
    for first, last in pieces:
        own = first < last and (
            is_hours(masked, first, last) or _STAMPED.match(text, first) is not None or _has_pairs(text[first:last])
        )
        if first < last and (own or are_short or field_at(masked, first, last)):
            if text[start:first].strip():
                yield start, first, False
            yield first, last, own
            start = last
    if start < end and text[start:end].strip():
        yield start, end, False


def _pieces(text: str, masked: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines, cut where a sentence begins with a label."""
    at = start
    for line in text[start:end].split("\n"):
        cuts = [at, *(cut.end() for cut in _LABELLED.finditer(masked, at, at + len(line))), at + len(line)]
        for left, right in pairwise(cuts):
            yield trim(text, left, right)
        at += len(line) + 1


def _has_pairs(line: str) -> bool:
    return "=" in line and len(_PAIR.findall(line)) >= _LEAST_PAIRS


def _is_field(match: re.Match[str]) -> bool:
    if match["equal"] and (" " in match["name"].strip() or _PAIR.search(match["value"])):
        return False  # an equation, or several pairs
    if is_run_field(match):
        return True
    name, value = match["name"].strip(), match["value"].strip()
    short = len(name.split()) <= _LONGEST_NAME and 0 < len(value.split()) <= _LONGEST_VALUE
    return short and not _VERB.search(name)
