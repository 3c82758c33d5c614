"""How long an assessment took, as its page says it."""

from __future__ import annotations

import pytest

from beliefs.templatetags.beliefs import seconds


@pytest.mark.parametrize(
    ("value", "words"),
    [(1.704, "1.7 s"), (59.97, "1 min 00 s"), (349.7, "5 min 50 s"), (359.7, "6 min 00 s")],
)
def test_seconds_never_reach_sixty(value: float, words: str) -> None:
    assert seconds(value) == words
