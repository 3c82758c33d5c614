"""Evidence among passages of other responses."""

from __future__ import annotations

import pytest

from evals.as_turn import among_others
from evals.datasets_io import GroundingItem, Passage


def item(name: str, *texts: str, context_md: str | None = None) -> GroundingItem:
    passages = tuple(Passage(f"{name}{number}", text) for number, text in enumerate(texts))
    return GroundingItem(name, "set", "task", "Which?", passages, "This.", True, None, context_md=context_md)


ITEMS = [item("lamp", "The lamp costs 40 EUR."), item("tent", "The tent weighs 2 kg."), item("boat", "It is red." * 9)]


def test_what_a_response_rests_on_is_kept() -> None:
    found = zip(ITEMS, among_others(ITEMS, 60), strict=True)
    assert all(set(one.passages) <= set(more.passages) for one, more in found)


def test_it_is_filled_up_to_the_length() -> None:
    assert all(sum(map(len, one.passages)) >= 60 for one in among_others(ITEMS, 60))


def test_where_the_others_have_too_little_all_of_it_is_taken() -> None:
    assert [len(one.passages) for one in among_others(ITEMS, 10_000)] == [3, 3, 3]


@pytest.mark.parametrize("least", [0, 20])
def test_evidence_that_is_long_enough_stays_alone(least: int) -> None:
    several = [item(name, *(f"{name} {number}." for number in range(9))) for name in ("lamps", "tents")]
    assert list(among_others(several, least)) == several


def test_a_whole_turn_stays_as_it_is() -> None:
    turn = item("turn", context_md="## 4. Execution Progress")
    assert next(among_others([turn, *ITEMS], 60)) is turn


def test_it_is_the_same_each_time() -> None:
    assert list(among_others(ITEMS, 60)) == list(among_others(ITEMS, 60))
