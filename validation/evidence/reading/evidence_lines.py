"""The evidence of one response as lines, written out once for everything that reads it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from validation.domain.context import FOUND
from validation.evidence.document.statement import Statement
from validation.evidence.reading.line import Line, stems_of
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.windows import WindowFinder
from validation.evidence.text.words import shorten

_SHOWN = 120


class Quote(NamedTuple):
    section: int
    text: str


class EvidenceLines:
    """`text` is the context that the `statements` of its evidence lie in."""

    def __init__(self, text: str, statements: Sequence[Statement]) -> None:
        self._text, self._statements = text, statements

    @cached_property
    def all(self) -> tuple[Line, ...]:
        return read_lines(self._text, self._statements)

    @cached_property
    def finder(self) -> WindowFinder:
        return WindowFinder(self.all)

    @cached_property
    def _sections(self) -> dict[int, int]:
        return {one.start: one.section for one in self._statements}

    def nearest(self, claim: str, most: int) -> list[Line]:
        """Those that share most words with a claim, in this order."""
        words = stems_of(claim)
        return sorted(self.all, key=lambda line: (-len(words & line.words), line.start))[:most]

    def quote(self, start: int, end: int) -> Quote:
        return Quote(self._sections.get(start, FOUND), shorten(self._text[start:end], _SHOWN))
