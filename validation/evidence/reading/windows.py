"""Which lines a claim is read beside: all of a short evidence, else those that share most of its weighty words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from validation.evidence.reading.line import Line, stems_of
from validation.evidence.text.postings import word_weights
from validation.reader import write_passage

CHARACTERS = 700
"""Of a window. Counts, comparisons and what a condition belongs to need more lines than the nearest; the reader takes
some 250 tokens in at once."""
MOST_LINES = 40
"""Considered for one window, the nearest first."""


@dataclass(frozen=True, slots=True)
class Window:
    """`start` and `end` are of the line nearest to the claim; `shared` the weight of the claim's words that it holds,
    0.0-1.0."""

    text: str
    start: int
    end: int
    shared: float


class WindowFinder:
    """Chooses windows among the lines of one evidence. Linear in the lines for each claim."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._weights = word_weights([line.words for line in lines])

    def find(self, claim: str, context: str = "") -> Window | None:
        """`context`: what the claim stands under, whose words count half. None without any evidence."""
        if not self._lines:
            return None
        wanted = dict.fromkeys(stems_of(context), 0.5) | dict.fromkeys(stems_of(claim), 1.0)
        scores = [self._score(wanted, line.words) for line in self._lines]
        order = sorted(range(len(scores)), key=lambda number: (-scores[number], number))
        best = self._lines[order[0]]
        chosen = self._chosen(wanted, order, scores)
        total = math.fsum(share * self._weights.get(word, self._rare) for word, share in wanted.items())
        return Window(self._text(chosen), best.start, best.end, scores[order[0]] / total if total else 0.0)

    def _chosen(self, wanted: dict[str, float], order: Sequence[int], scores: Sequence[float]) -> list[int]:
        """The nearest line always; then, as far as there is room, what adds to it, its neighbours, and the others."""
        first = order[0]
        second = self._second(wanted, order, scores)
        near = [number for number in (first + 1, first - 1) if 0 <= number < len(self._lines)]
        chosen, room = {first}, CHARACTERS - self._length(first)
        for number in dict.fromkeys((*(() if second is None else (second,)), *near, *order[1:MOST_LINES])):
            length = self._length(number)
            if number not in chosen and length <= room:
                chosen.add(number)
                room -= length
        return sorted(chosen)

    def _length(self, number: int) -> int:
        line = self._lines[number]
        return len(line.text) + len(line.subject) + 3

    @property
    def _rare(self) -> float:
        return math.log(1 + len(self._lines))

    def _score(self, wanted: dict[str, float], words: frozenset[str]) -> float:
        return math.fsum(share * self._weights[word] for word, share in wanted.items() if word in words)

    def _second(self, wanted: dict[str, float], order: Sequence[int], scores: Sequence[float]) -> int | None:
        """The line that adds most of what the first one lacks, else the one that shares most."""
        if len(order) < 2:
            return None
        lacking = {word: share for word, share in wanted.items() if word not in self._lines[order[0]].words}
        added = {number: self._score(lacking, self._lines[number].words) for number in order[1:]}
        best = max(order[1:], key=lambda number: (added[number] + 0.3 * scores[number], -number))
        return best if scores[best] > 0 else None

    def _text(self, numbers: Sequence[int]) -> str:
        parts, named = [], ""
        for number in numbers:
            line = self._lines[number]
            parts.append(
                write_passage(line.text, line.subject) if line.subject and line.subject != named else line.text
            )
            named = line.subject or named
        return "\n".join(parts)
