"""What a line of the evidence stands under: its headings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass

from validation.evidence.document.read import NO_TOPIC
from validation.evidence.language.masking import mask

LONGEST = 80
"""Characters of what names a thing; more of them tell something themselves."""
_HEADING = re.compile(r"(?P<page>\\)?(?P<level>#{1,6})[ \t]+(?P<said>[^\n]*)")
_BOLD = re.compile(r"[ \t]{0,3}(?:\*\*|__|\[(?=\w[^]]*\]$))(?P<said>[^][*_\n]{1,80})(?:\*\*:?|__:?|\])$")
"""A line of its own: pages and models write headings like that, settings `[cache]`."""
_OF_PAGE, _BOLD_LEVEL = 6, 13
"""Escaped headings are of a page within an item, below all that are not."""
_SECTION = re.compile(r"##[ \t]+[0-8]\. ")
_MARKED = re.compile(r"[][(<*_`~:]")


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    said: str
    parent: int
    """Its number, -1 for none; the number of a heading is its place among all."""


class Outline:
    """Of one document, as it is written. Linear in its length."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._above: list[int] = []
        self._headings: list[_Heading] = []
        self._title = 0
        at, start = -1, 0
        for written in text.splitlines(keepends=True):
            line = written.rstrip()
            above = at
            if heading := self._heading(line, at):
                self._headings.append(heading)
                at = len(self._headings) - 1
                if _SECTION.match(line):
                    self._title = self._title or at
            self._starts.append(start)
            start += len(written)
            self._above.append(above)
        self._paths = self._paths_of_headings()

    def above(self, place: int) -> str:
        """Of the line at `place`, outermost first; empty where nothing stands above that tells it from others."""
        number = bisect_right(self._starts, place) - 1
        heading = self._above[number] if number >= 0 else -1
        names = list(self._paths[heading]) if heading >= 0 else []
        while names and len(", ".join(names)) > LONGEST:
            del names[0]
        return ", ".join(names)

    def _heading(self, line: str, before: int) -> _Heading | None:
        """Those of the pipeline itself and of its sections, which name no thing, have nothing above them."""
        found = _HEADING.match(line)
        if found:
            level, said = len(found["level"]) + (_OF_PAGE if found["page"] else 0), _bare(found["said"].rstrip(" \t#"))
            if _SECTION.match(line) or NO_TOPIC.match(said):
                return _Heading(level, "", -1)
        else:
            found = _BOLD.match(line)
            level, said = _BOLD_LEVEL, _bare(found["said"]).rstrip(": ") if found else ""
            if not said or said[-1] in ".!?" or NO_TOPIC.match(said):
                return None
        while before >= 0 and self._headings[before].level >= level:
            before = self._headings[before].parent
        return _Heading(level, said, before)

    def _paths_of_headings(self) -> list[tuple[str, ...]]:
        """Of each heading the names above it that have others beside them, and its own unless it is alone. What stands
        before the first section is the title of the whole context."""
        counted = self._headings[self._title :]
        beside: dict[int, set[str]] = defaultdict(set)
        for one in counted:
            beside[one.parent].update({one.said} - {""})
        is_alone = len({one.said for one in counted} - {""}) < 2
        paths: list[tuple[str, ...]] = []
        above: list[tuple[str, ...]] = []
        for one in self._headings:
            path = above[one.parent] if one.parent >= 0 else ()
            paths.append(() if is_alone or not one.said else (*path, one.said))
            above.append((*path, one.said) if one.said and len(beside[one.parent]) > 1 else path)
        return paths


def _bare(said: str) -> str:
    return " ".join((mask(said) if _MARKED.search(said) else said).split())
