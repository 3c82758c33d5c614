"""Draws groups from the sources by weight, each in its own shuffled order, so that a run can go on where it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from training.examples import Group
from training.held_out import hash_number


class Source(Protocol):
    def group(self, number: int) -> Group:
        """The same number always gives the same group."""
        ...


class StoredSource:
    """Groups that lie in memory; every pass is shuffled anew."""

    def __init__(self, name: str, groups: list[Group]) -> None:
        self._name = name
        self._groups = groups
        self._order: tuple[int, list[int]] = (-1, [])

    def group(self, number: int) -> Group:
        turn, at = divmod(number, len(self._groups))
        if self._order[0] != turn:
            order = list(range(len(self._groups)))
            Random(hash_number(f"{self._name} {turn}")).shuffle(order)
            self._order = (turn, order)
        return self._groups[self._order[1][at]]


class DrawnSource:
    """Groups made on demand."""

    def __init__(self, name: str, draw: Callable[[Random], Group], world: str = "train") -> None:
        self._name, self._draw, self._world = name, draw, world

    def group(self, number: int) -> Group:
        return self._draw(Random(hash_number(f"{self._world} {self._name} {number}")))


class Mix:
    """`drawn` counts what was taken of each source: with it, and the seed, a mix goes on exactly."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self.drawn = dict.fromkeys(sorted(sources), 0)

    def draw(self, random: Random, weights: Mapping[str, float], groups: int) -> list[Group]:
        found = []
        names = sorted(self._sources.keys() & weights.keys())
        for name in random.choices(names, [weights[name] for name in names], k=groups):
            found.append(self._sources[name].group(self.drawn[name]))
            self.drawn[name] += 1
        return found
