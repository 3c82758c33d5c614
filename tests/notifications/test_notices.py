"""How often a notice is told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOON
from validation.domain.operations.notices import Notice, choose_due

AWAY = Notice.JUDGE_AWAY


@pytest.mark.parametrize(
    ("minutes_holding", "told_at"),
    [
        (range(60 * 23), [0]),
        (range(60 * 49), [0, 60 * 24, 60 * 48]),
        ([0, 5, 30], [0]),
        ([0, 90], [0, 90]),
        ([], []),
    ],
    ids=["it lasts", "it lasts for days", "it comes and goes", "it comes back later", "nothing"],
)
def test_a_notice_is_told_once_and_again_when_it_lasts(minutes_holding: list[int], told_at: list[int]) -> None:
    told: dict[Notice, object] = {}
    found = []
    for minute in range(60 * 50):
        holding = [AWAY] if minute in minutes_holding else []
        due, told = choose_due(holding, told, now=NOON + timedelta(minutes=minute))  # type: ignore[arg-type,assignment]
        found += [minute] if due else []
    assert found == told_at
