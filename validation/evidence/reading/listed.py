"""The values of one list in JSON as one cell, so that all of them stand beside the rest of their object."""

from __future__ import annotations

import re
from collections.abc import Mapping

Span = tuple[int, int]
Cell = tuple[str, str]

_OPENS = re.compile(r"\[\s*[\"']?\Z")
_NEXT = re.compile(r"[\"']?\s*,\s*[\"']?")
_BEFORE = 40
"""Characters before a value within which its list opens: a bracket and what a file is indented by."""
_LONGEST = 240
"""Characters of a cell; what is longer goes on in a line of its own."""


def join_listed(text: str, cells: Mapping[Span, Cell]) -> dict[Span, Cell]:
    """`items: tent` and `items: stove` of `"items": ["tent", "stove"]` as `items: tent, stove`. What has a label of its
    own, `Monday: 8:00`, stays a line."""
    joined: dict[Span, Cell] = {}
    last: Span | None = None
    for (start, end), (name, value) in cells.items():
        if last is not None and joined[last][0] == name and _NEXT.fullmatch(text, last[1], start):
            both = f"{joined[last][1]}, {value}"
            if len(both) <= _LONGEST and ": " not in both:
                del joined[last]
                last = (last[0], end)
                joined[last] = name, both
                continue
        is_list = _OPENS.search(text, max(0, start - _BEFORE), start) or (
            last and _NEXT.fullmatch(text, last[1], start)
        )
        joined[start, end] = name, value
        last = (start, end) if is_list else None
    return joined
