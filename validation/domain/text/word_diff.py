"""Differences between two drafts, by words.

Hostile drafts may be long, so the search is bounded: common ends are removed first; the rest is compared by words if
that is small enough, else by lines, else shown as replaced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, takewhile
from operator import eq

from rapidfuzz.distance import LCSseq

_WORDS = re.compile(r"\s+|\w+(?:[.,]\w+)*|[^\w\s]")
"""A number such as 54.90 is one word, so that it changes as a whole."""
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_LARGEST_TABLE = 4_000_000
"""Most cells of the comparison, old times new tokens: a fraction of a second."""
_ISLAND = 2
"""Unchanged runs of at most this many characters between two changes are shown as changed, which reads better."""


class Change(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffPart:
    change: Change
    text: str


def word_diff(old: str, new: str) -> tuple[DiffPart, ...]:
    """Parts in order. SAME and REMOVED joined are `old`, SAME and ADDED joined are `new`."""
    if old == new:
        return (DiffPart(Change.SAME, old),) if old else ()
    for split in (_WORDS, _LINES):
        before, after = split.findall(old), split.findall(new)
        head = _common(before, after)
        tail = _common(before[head:][::-1], after[head:][::-1])
        inner_old, inner_new = before[head : len(before) - tail], after[head : len(after) - tail]
        if len(inner_old) * len(inner_new) <= _LARGEST_TABLE:
            parts = [
                DiffPart(Change.SAME, "".join(before[:head])),
                *_compared(inner_old, inner_new),
                DiffPart(Change.SAME, "".join(before[len(before) - tail :])),
            ]
            return _joined(_without_islands(_joined(parts)))
    return _joined([DiffPart(Change.REMOVED, old), DiffPart(Change.ADDED, new)])


def changed_share(parts: Sequence[DiffPart]) -> float:
    """The share of both texts that differs, 0.0-1.0; 0.0 for two empty texts."""
    total = sum(len(part.text) * (2 if part.change is Change.SAME else 1) for part in parts)
    changed = sum(len(part.text) for part in parts if part.change is not Change.SAME)
    return changed / total if total else 0.0


def replacements(parts: Sequence[DiffPart]) -> tuple[tuple[str, str], ...]:
    """(removed, added) in order; changes of white space are ignored."""
    found: list[tuple[str, str]] = []
    removed = ""
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        if part.change is Change.REMOVED:
            removed = part.text
            if following is None or following.change is not Change.ADDED:
                found.append((removed, ""))
                removed = ""
        elif part.change is Change.ADDED:
            found.append((removed, part.text))
            removed = ""
    return tuple((old, new) for old, new in found if old.strip() or new.strip())


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(takewhile(bool, map(eq, one, other)))


def _compared(old: list[str], new: list[str]) -> list[DiffPart]:
    parts = []
    for step in LCSseq.opcodes(old, new):
        before = "".join(old[step.src_start : step.src_end])
        after = "".join(new[step.dest_start : step.dest_end])
        if step.tag == "equal":
            parts.append(DiffPart(Change.SAME, before))
        else:
            parts += [DiffPart(Change.REMOVED, before), DiffPart(Change.ADDED, after)]
    return parts


def _without_islands(parts: Sequence[DiffPart]) -> list[DiffPart]:
    shown: list[DiffPart] = []
    for index, part in enumerate(parts):
        inside = 0 < index < len(parts) - 1
        if inside and part.change is Change.SAME and len(part.text.strip()) <= _ISLAND and "\n" not in part.text:
            shown += [DiffPart(Change.REMOVED, part.text), DiffPart(Change.ADDED, part.text)]
        else:
            shown.append(part)
    return shown


def _joined(parts: Sequence[DiffPart]) -> tuple[DiffPart, ...]:
    """Merges the changes between two unchanged parts into one removal and one addition."""
    shown: list[DiffPart] = []
    for same, run in groupby((part for part in parts if part.text), key=lambda part: part.change is Change.SAME):
        words = list(run)
        changes = (Change.SAME,) if same else (Change.REMOVED, Change.ADDED)
        shown += [DiffPart(change, "".join(part.text for part in words if part.change is change)) for change in changes]
    return tuple(part for part in shown if part.text)
