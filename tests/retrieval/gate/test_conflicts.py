"""What counts as two chunks that state different things, and what does not (spec 5, edge cases)."""

import pytest

from retrieval.domain.result import RetrievalFindingCode
from tests.retrieval.gate.conftest import Judge

HELD = "How long must the button be held?"
TICKET = "How much does the ticket cost?"
OPENS = "When does the library open?"


def told(judged: Judge, query: str, *texts: str) -> list[tuple[str, ...]]:
    found = judged(query, texts).findings
    return [one.chunk_ids for one in found if one.code is RetrievalFindingCode.CONFLICT]


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (HELD, "The button must be held for 12 seconds.", "The button must be held for 20 seconds."),
        (TICKET, "The ticket costs 12 EUR.", "The ticket costs 15 EUR."),
        (TICKET, "The ticket costs 12,50 EUR.", "The ticket costs 12.90 EUR."),
        (OPENS, "The library opens at 10:00.", "The library opens at 9:00."),
        ("How tall is the tower?", "The tower is 90 metres tall.", "The tower is 120 metres tall."),
        ("When was the tower built?", "The tower was built in 1995.", "The tower was built in May 1996."),
        ("Who founded the company?", "Ada Roe founded the company.", "Ben Lark founded the company."),
    ],
)
def test_another_value_of_the_kind_asked_for_is_a_conflict(judged: Judge, query: str, one: str, other: str) -> None:
    assert [set(pair) for pair in told(judged, query, one, other)] == [{"c1", "c2"}]


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (HELD, "The button must be held for 12 seconds.", "The button must be held for 12 seconds at least."),
        (HELD, "The button must be held for 2 minutes.", "The button must be held for 120 seconds."),
        (TICKET, "The ticket costs 12.00 EUR.", "The ticket costs 12 EUR."),
        (TICKET, "The ticket costs 1,450 EUR.", "The ticket costs 1450 EUR."),
        (OPENS, "The library opens at 10:00.", "The library opens at 10:00 and closes at 16:00."),
        ("When was the tower built?", "The tower was built in 1995.", "The tower was built in May 1995."),
        ("How tall is the tower 5?", "The tower 5 is 90 metres tall.", "The tower 5 was not built by Ada Roe."),
    ],
)
def test_the_same_value_said_otherwise_is_none(judged: Judge, query: str, one: str, other: str) -> None:
    assert told(judged, query, one, other) == []
