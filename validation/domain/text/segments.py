"""Splits a text into segments, to draw overlapping marks (claims, findings, requirements) without nesting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Mark:
    """`key` identifies the owner of `text[start:end]`; offsets are code points, end exclusive."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of text with the same marks throughout. `keys` are in order of start, longest first; `opened` and
    `closed` are the keys of marks that begin or end here."""

    text: str
    start: int
    keys: tuple[str, ...]
    opened: tuple[str, ...]
    closed: tuple[str, ...]


def cut(text: str, marks: Iterable[Mark]) -> tuple[Segment, ...]:
    """The joined segments are `text`. Marks are clipped to the text; empty ones are omitted."""
    clipped_marks = [clipped for mark in marks if (clipped := _clipped(mark, len(text))) is not None]
    starting: defaultdict[int, list[Mark]] = defaultdict(list)
    ending: defaultdict[int, list[str]] = defaultdict(list)
    for mark in sorted(clipped_marks, key=lambda mark: (mark.start, -mark.end)):
        starting[mark.start].append(mark)
        ending[mark.end].append(mark.key)
    edges = sorted({0, len(text), *starting, *ending})
    segments = []
    open_marks: dict[Mark, None] = {}
    for start, end in pairwise(edges):
        open_marks = {mark: None for mark in open_marks if mark.end > start}
        open_marks.update(dict.fromkeys(starting[start]))
        segments.append(
            Segment(
                text=text[start:end],
                start=start,
                keys=tuple(dict.fromkeys(mark.key for mark in open_marks)),
                opened=tuple(mark.key for mark in starting[start]),
                closed=tuple(dict.fromkeys(ending[end])),
            )
        )
    return tuple(segments)


def _clipped(mark: Mark, length: int) -> Mark | None:
    start, end = max(0, mark.start), min(mark.end, length)
    return Mark(mark.key, start, end) if start < end else None
