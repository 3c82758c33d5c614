"""Whom a comment names, and until when work can be put off."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.desk.mentions import find_mentions, split_mentions
from validation.domain.desk.snooze import LONGEST, snooze_presets, snooze_refusal

NOW = datetime(2026, 1, 31, 9, 30, tzinfo=UTC)
NAMES = ("mara", "otto.k", "Rita", "ab@firm.example", "mar")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("@mara look", ["mara"]),
        ("look, @MARA.", ["mara"]),
        ("(@rita) and @otto.k, @rita", ["Rita", "otto.k"]),
        ("@ab@firm.example: yes", ["ab@firm.example"]),
        ("ask@mara.example or x@mara", []),
        ("@marab, @ma and @", []),
        ("nothing", []),
    ],
)
def test_a_comment_names_who_there_is(text: str, named: list[str]) -> None:
    assert find_mentions(text, NAMES) == named


@given(st.text() | st.lists(st.sampled_from([*NAMES, "@", ".", " ", "\n", "ß", "@mara"])).map("".join))
def test_the_pieces_make_up_the_text(text: str) -> None:
    assert "".join(piece for piece, _ in split_mentions(text, NAMES)) == text


@pytest.mark.parametrize(
    ("until", "priority", "refused"),
    [
        (timedelta(hours=1), "low", ""),
        (timedelta(hours=3), "low", ""),
        (timedelta(hours=1), "critical", ""),
        (timedelta(hours=2), "critical", ""),
        (timedelta(hours=3), "critical", "critical"),
        (timedelta(0), "low", "still to come"),
        (-timedelta(hours=1), "critical", "still to come"),
        (LONGEST, "low", ""),
        (LONGEST + timedelta(seconds=1), "low", "30 days"),
    ],
)
def test_only_critical_work_must_be_back_when_it_is_due(until: timedelta, priority: str, refused: str) -> None:
    told = snooze_refusal(until=NOW + until, due_at=NOW + timedelta(hours=2), priority=priority, now=NOW)
    assert refused in told
    assert bool(told) == bool(refused)


def test_what_is_critical_and_overdue_can_not_wait() -> None:
    assert snooze_presets(due_at=NOW - timedelta(hours=1), priority="critical", now=NOW) == ()
    assert len(snooze_presets(due_at=NOW - timedelta(hours=1), priority="high", now=NOW)) == 5
