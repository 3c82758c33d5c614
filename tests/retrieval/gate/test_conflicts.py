"""What counts as two chunks that state different things, and what does not (spec 5, edge cases)."""

import pytest

from retrieval.domain.result import RetrievalFindingCode, RetrievalResult
from tests.retrieval.gate.conftest import Judge

HELD = "How long must the button be held?"
TICKET = "How much does the ticket cost?"
OPENS = "When does the library open?"


FOUNDED = "What year was the company founded?"
REFUNDS = "Are refunds available for opened items?"


def conflicts_in(result: RetrievalResult) -> list[set[str]]:
    return [set(one.chunk_ids) for one in result.findings if one.code is RetrievalFindingCode.CONFLICT]


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
        (FOUNDED, "The company was founded in 1995.", "Our company was founded in 1997."),
        (
            REFUNDS,
            "Refunds are available for opened items within 30 days.",
            "Refunds are not available for opened items.",
        ),
    ],
)
def test_another_value_or_a_denial_is_a_conflict_of_which_both_sides_are_quoted(
    judged: Judge, query: str, one: str, other: str
) -> None:
    result = judged(query, (one, other))
    assert conflicts_in(result) == [{"c1", "c2"}]
    assert {line.quote for line in result.evidence} == {one, other}


@pytest.mark.parametrize(
    ("query", "one", "other"),
    [
        (HELD, "The button must be held for 12 seconds.", "The button must be held for 12 seconds at least."),
        (HELD, "The button must be held for 2 minutes.", "The button must be held for 120 seconds."),
        (TICKET, "The ticket costs 12.00 EUR.", "The ticket costs 12 EUR."),
        (TICKET, "The ticket costs 1,450 EUR.", "The ticket costs 1450 EUR."),
        (OPENS, "The library opens at 10:00.", "The library opens at 10:00 and closes at 16:00."),
        (FOUNDED, "The company was founded in 1995.", "Our company was founded in 1995 by two sisters."),
        ("When was the tower built?", "The tower was built in 1995.", "The tower was built in May 1995."),
        ("How tall is the tower 5?", "The tower 5 is 90 metres tall.", "The tower 5 was not built by Ada Roe."),
    ],
)
def test_the_same_value_said_otherwise_is_none(judged: Judge, query: str, one: str, other: str) -> None:
    assert conflicts_in(judged(query, (one, other))) == []
