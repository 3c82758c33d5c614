"""What is looked up by a key, or by a place in the text."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar


class Placed(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


Key = TypeVar("Key")
Value = TypeVar("Value")
Span = TypeVar("Span", bound=Placed)


def grouped(pairs: Iterable[tuple[Key, Value]]) -> defaultdict[Key, list[Value]]:
    """The values of each key, in their order."""
    found: defaultdict[Key, list[Value]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


def holding(spans: Sequence[Span], place: int) -> Span | None:
    """Of spans in order the one that holds `place`."""
    index = bisect_right(spans, place, key=lambda one: one.start) - 1
    return spans[index] if index >= 0 and place < spans[index].end else None
