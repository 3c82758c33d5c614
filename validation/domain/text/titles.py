"""Tells a title from a sentence or record that only stands above a line of dashes."""

from __future__ import annotations

LONGEST_TITLE = 100
"""Characters; longer lines tell something themselves."""


def is_title(text: str) -> bool:
    """Whether `text`, underlined by dashes, is a heading: one short line, no sentence and no link. Tool output often
    divides its records by dashes."""
    bare = text.strip()
    return (
        bool(bare) and len(bare) <= LONGEST_TITLE and "\n" not in bare and bare[-1] not in ".!?" and "://" not in bare
    )
