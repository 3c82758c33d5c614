"""Prices and times that stand nowhere: which of them may be worked out from those that do."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response

EVIDENCE = {
    "rent": "The flat costs 240 euros for two nights; a deposit of 60 euros was paid. Cleaning: 10 percent extra.",
    "room": "The deposit is at least 60 euros.",
    "bread": "Knead at 8:30, rest the dough for 90 minutes, shape it and let it rest for another 25 minutes.",
    "ticket": "A ticket costs 18 euros. Children pay half.",
    "tickets": "Adults pay 18 euros, seniors 14 euros. Children pay half the adult price.",
    "hours": "Thursdays 10:00 to 18:00. The last admission is 45 minutes before closing.",
}


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        ("rent", "After the deposit, 180 euros remain to be paid."),
        ("rent", "A night comes to 120 euros."),
        ("rent", "With cleaning it is 264 euros."),
        ("rent", "Four such stays would be 960 euros for 4 families."),
        ("ticket", "Children pay 9 euros."),
        ("ticket", "A ticket for a child is 9 euros."),
        ("hours", "They let nobody in after 17:15."),
        ("bread", "The second rest is over at 10:25."),
        ("hours", "Nothing happens there before noon."),
        ("hours", "At 7:30 they are still closed."),
    ],
)
def test_what_may_follow_is_no_certain_invention(evidence: str, response_md: str) -> None:
    assert Severity.CERTAIN not in _severities(evidence, response_md)


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        ("rent", "After the deposit, 187 euros remain to be paid."),
        ("rent", "The flat costs 245 euros."),
        ("rent", "The flat costs 180 dollars."),
        ("room", "The deposit is at least 55 euros."),
        ("bread", "The second rest is over at 10:45."),
        ("ticket", "Children pay 8 euros."),
        ("ticket", "Adults pay 9 euros."),
        ("tickets", "Children pay 7 euros."),
        ("hours", "They let nobody in after 17:20."),
        ("hours", "They open at 9:30."),
    ],
)
def test_what_cannot_follow_is_certain(evidence: str, response_md: str) -> None:
    assert Severity.CERTAIN in _severities(evidence, response_md)


def test_among_many_amounts_nothing_is_taken_to_follow() -> None:
    prices = "\n".join(f"- item {number}: {number * 7 + 3} euros" for number in range(40))
    report = check_response(with_evidence(prices), "The bag costs 16.50 euros.")
    assert Severity.CERTAIN in {finding.severity for finding in report.findings}


def _severities(evidence: str, response_md: str) -> set[Severity]:
    report = check_response(with_evidence(EVIDENCE[evidence], query="Can I get in at 7:30?"), response_md)
    return {one.severity for one in report.findings if one.code in ("money_not_in_evidence", "time_not_in_evidence")}
