"""What changed between two drafts, word by word.

Hostile drafts may be long, so the search is bounded: common ends are cut off first; what remains is compared by words
when that is small enough, else by lines, else shown as replaced whole.
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
"""A figure such as 54.90 is one word, so that it changes as a whole."""
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_LARGEST_TABLE = 4_000_000
"""Cells of the comparison, old tokens times new tokens: a fraction of a second."""
_ISLAND = 2
"""An unchanged run of at most so many letters between two changes reads better as part of them."""


class Change(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffPart:
    change: Change
    text: str


def word_diff(old: str, new: str) -> tuple[DiffPart, ...]:
    """Parts in reading order. SAME and REMOVED joined are `old`, SAME and ADDED joined are `new`."""
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
    """How much of both texts is not shared, 0.0-1.0; 0.0 for two empty texts."""
    total = sum(len(part.text) * (2 if part.change is Change.SAME else 1) for part in parts)
    changed = sum(len(part.text) for part in parts if part.change is not Change.SAME)
    return changed / total if total else 0.0


def replacements(parts: Sequence[DiffPart]) -> tuple[tuple[str, str], ...]:
    """What was removed and what stands in its place, in reading order; white space alone is no change."""
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
    """Between two unchanged parts: one removal, then one addition."""
    shown: list[DiffPart] = []
    for same, run in groupby((part for part in parts if part.text), key=lambda part: part.change is Change.SAME):
        words = list(run)
        changes = (Change.SAME,) if same else (Change.REMOVED, Change.ADDED)
        shown += [DiffPart(change, "".join(part.text for part in words if part.change is change)) for change in changes]
    return tuple(part for part in shown if part.text)
