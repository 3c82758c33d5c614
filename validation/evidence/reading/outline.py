"""What a line of the evidence stands under: the item that a nested list belongs to, else the heading."""

from __future__ import annotations

import re
from bisect import bisect_right

from validation.evidence.document.read import NO_TOPIC

LONGEST = 80
"""Characters of what names a thing; more of them tell something themselves."""
_HEADING = re.compile(r"\\?#{1,6}[ \t]+(?P<said>[^\n]*?)[ \t#]*$")
_SECTION = re.compile(r"##[ \t]+[0-8]\. ")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,3}[.)])[ \t]+(?P<said>[^\n]+)$")


class Outline:
    """Of one document, as it is written. Linear in its length."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._above: list[str] = []
        heading, headings, open_items = "", set[str](), list[tuple[int, str]]()
        start = 0
        for written in text.splitlines(keepends=True):
            line, above = written.rstrip(), heading
            if titled := _HEADING.match(line):
                is_thing = not (_SECTION.match(line) or NO_TOPIC.match(titled["said"]))
                heading, open_items = titled["said"] if is_thing else "", []
                headings.add(heading)
            elif item := _ITEM.match(line):
                indent = len(item["indent"].expandtabs(4))
                open_items = [one for one in open_items if one[0] < indent]
                above = open_items[-1][1] if open_items else heading
                open_items.append((indent, item["said"].rstrip(": ")))
            elif line.strip():
                open_items = []
            self._starts.append(start)
            start += len(written)
            self._above.append(above if len(above) <= LONGEST else "")
        self._headings = headings - {""}

    def above(self, place: int) -> str:
        """Of the line at `place`; empty where nothing stands above that tells it from others."""
        number = bisect_right(self._starts, place) - 1
        said = self._above[number] if number >= 0 else ""
        return "" if self._headings == {said} else said
