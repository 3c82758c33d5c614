"""The values of JSON-like text with their key paths and places; what does not parse is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class JsonValue:
    """`text[start:end]` is the value without quotation marks; `path` the keys above it, outermost first; `objects`
    the ids of the objects it lies in, outermost first; `element` the id of the innermost that is one of a list; `lists`
    the ids of the lists between it and the innermost object, outermost first."""

    path: tuple[str, ...]
    start: int
    end: int
    objects: tuple[int, ...]
    element: int = 0
    lists: tuple[int, ...] = ()


_TOKEN = re.compile(
    r"\"(?P<double>(?:[^\"\\]++|\\.)*+)(?:\"|\\?\Z)|'(?P<single>(?:[^'\\\n]++|\\.|(?<=\w)'(?=\w))*+)(?:'|\\?\Z)"
    r"|(?P<mark>[{}\[\]:,])|(?P<bare>[^\s{}\[\]:,\"']+)",
    re.DOTALL,
)
"""A string that is cut off reaches to the end of the text."""
_DEEPEST = 24


@dataclass
class _Level:
    is_object: bool
    number: int
    key: str = ""
    expects_key: bool = True
    keys: tuple[str, ...] = field(default=())
    element: int = 0


def is_json(text: str) -> bool:
    """Whether a text begins as an object or a list of such."""
    bare = text.lstrip()
    return bare[:1] in ("{", "[") and bare[1:60].lstrip()[:1] in ("'", '"', "{", "[")


def json_values(text: str, start: int, end: int) -> Iterator[JsonValue]:
    """Every scalar of `text[start:end]` in order. Linear; never raises."""
    levels: list[_Level] = []
    count = 0
    for match in _TOKEN.finditer(text, start, end):
        mark = match["mark"]
        if mark in ("{", "["):
            count += 1
            if len(levels) < _DEEPEST:
                path = _path(levels)
                listed = mark == "{" and bool(levels) and not levels[-1].is_object
                element = count if listed else levels[-1].element if levels else 0
                levels.append(_Level(mark == "{", count, keys=path, element=element))
        elif mark in ("}", "]"):
            if levels:
                levels.pop()
        elif mark == "," and levels:
            levels[-1].expects_key, levels[-1].key = True, ""
        elif mark == ":" and levels:
            levels[-1].expects_key = False
        elif mark is None:
            group = next(name for name in ("double", "single", "bare") if match[name] is not None)
            if levels and levels[-1].is_object and levels[-1].expects_key:
                levels[-1].key = levels[-1].key or match[group]
            else:
                objects = tuple(level.number for level in levels if level.is_object)
                element = levels[-1].element if levels else 0
                yield JsonValue(_path(levels), *match.span(group), objects, element, _lists(levels))


def _path(levels: list[_Level]) -> tuple[str, ...]:
    if not levels:
        return ()
    last = levels[-1]
    return (*last.keys, last.key) if last.is_object and last.key else last.keys


def _lists(levels: list[_Level]) -> tuple[int, ...]:
    inner = next((place for place in range(len(levels), 0, -1) if levels[place - 1].is_object), 0)
    return tuple(level.number for level in levels[inner:])


def object_end(text: str, start: int) -> int | None:
    """Behind the bracket that closes what opens at `start`; None where nothing does."""
    depth = 0
    for match in _TOKEN.finditer(text, start):
        if match["mark"] in ("{", "["):
            depth += 1
        elif match["mark"] in ("}", "]"):
            depth -= 1
        if not depth:
            return match.end()
    return None
