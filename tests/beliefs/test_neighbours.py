"""Whom a vector that moved concerns."""

from __future__ import annotations

import numpy as np
import pytest

from beliefs.domain.nearest import Neighbours, Query, Space, find, with_changed_neighbours, with_lost_neighbours

FEW = Neighbours("few", {"a": 0.7, "b": 0.6}, {})
FULL = Neighbours("full", {f"n{number}": 0.9 for number in range(9)} | {"last": 0.8}, {})
OPPOSED = Neighbours("opposed", {}, {"rival": 0.85})


def marked(held: Neighbours, name: str, along: float, against: float = 0.0) -> bool:
    return bool(with_changed_neighbours([held], [name], np.array([[along]]), np.array([[against]]), threshold=0.5))


@pytest.mark.parametrize(
    ("held", "name", "along", "concerned"),
    [
        (FEW, "new", 0.5, False),
        (FEW, "new", 0.5001, True),
        (FEW, "a", 0.7, False),
        (FEW, "a", 0.71, True),
        (FEW, "a", 0.1, True),
        (FULL, "new", 0.79, False),
        (FULL, "new", 0.81, True),
        (FULL, "last", 0.8, False),
        (FULL, "last", 0.3, True),
        (FEW, "few", 0.99, False),
    ],
)
def test_only_a_neighbour_that_comes_goes_or_scores_otherwise_concerns_a_belief(
    held: Neighbours, name: str, along: float, concerned: bool
) -> None:
    assert marked(held, name, along) is concerned


@pytest.mark.parametrize(
    ("name", "against", "concerned"),
    [("rival", 0.85, False), ("rival", 0.2, True), ("new", 0.79, False), ("new", 0.8, True)],
)
def test_so_does_one_that_is_close_to_the_negation(name: str, against: float, concerned: bool) -> None:
    assert marked(OPPOSED, name, 0.0, against) is concerned


def test_one_that_went_concerns_those_that_rested_on_it() -> None:
    assert with_lost_neighbours([FEW, FULL], {"a", *FULL.results}) == {"few"}


def test_of_equal_scores_the_names_decide_wherever_they_lie() -> None:
    query = Query("own", np.array([1.0, 0.0], np.float32), None)
    found = []
    for names in (sorted(f"b{n:02d}" for n in range(30)), sorted((f"b{n:02d}" for n in range(30)), reverse=True)):
        same = np.tile(np.array([[0.6, 0.8]], np.float32), (30, 1))
        space = Space((), np.zeros(0, np.int64), np.zeros((0, 0), np.float32), tuple(names), same)
        found.append([result.doc for result in find(space, [query])[0].results])
    assert found[0] == found[1] == [f"b{n:02d}" for n in range(10)]
