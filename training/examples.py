"""What the reader learns from: one claim or question beside one window of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

Span = tuple[int, int]


class Label(IntEnum):
    """The first three are the classes of the support head. NOT_ENTAILED is the second or the third, unknown which."""

    ENTAILED = 0
    CONTRADICTED = 1
    NEUTRAL = 2
    NOT_ENTAILED = 3


@dataclass(frozen=True, slots=True)
class Example:
    """`made_up`: spans of the text that the window does not carry, None where nobody marked them. `answer`: a span of
    the window. A head learns from an example only what is not None."""

    source: str
    kind: str
    text: str
    window: str
    question: str = ""
    heading: str = ""
    label: Label | None = None
    made_up: tuple[Span, ...] | None = None
    answerable: bool | None = None
    answer: Span | None = None


Group = list[Example]
"""A minimal pair or more, which are drawn together."""
