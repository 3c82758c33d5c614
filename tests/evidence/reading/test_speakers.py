"""The lines of a chat are read with the name of who says them."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.evidence_lines import EvidenceLines

HEATER = (
    "[14:02] Agent (Rita): Hello, what can I do for you?\n[14:03] Customer (Nils Aho): My heater shows E4.\n"
    "[14:05] Agent: I can send a technician on Wednesday.\n[14:06] Customer: Wednesday is fine.\n"
    "[14:08] Agent: The visit is free."
)
TWO_AGENTS = "[9:01] Agent (Rita): I pass you on.\n[9:02] Agent (Jon): Hello.\n[9:03] Agent: I refund 60 EUR."
TWO_CHATS = "### Chat 1\n[9:01] Agent (Rita): Hello.\n\n### Chat 2\n[9:03] Agent: I refund 60 EUR."
GUESTS = "- Guest (Gold): late check-out and a free minibar.\n- Guest: breakfast in the cellar, no minibar."
FARES = "Passenger (Premium): 80 EUR\nPassenger: 50 EUR"
UNTIMED = "Agent (Rita): Hello.\nCustomer: My heater shows E4.\nAgent: The visit is free."
TIMED = "[9:01] Agent (Rita): Hello.\n[9:02] Agent: The visit is free."
RENT = "- Rent (May): 800 EUR\n- Rent: due on the first of a month"


def lines(evidence: str) -> list[str]:
    document = with_evidence(evidence)
    return [line.text for line in EvidenceLines(document.text, read_evidence(document)).all]


def test_a_role_keeps_the_name_it_was_given() -> None:
    assert lines(HEATER)[2:] == [
        "14:05 Agent (Rita): I can send a technician on Wednesday.",
        "14:06 Customer (Nils Aho): Wednesday is fine.",
        "14:08 Agent (Rita): The visit is free.",
    ]


@pytest.mark.parametrize("evidence", [UNTIMED, TIMED])
def test_a_role_keeps_its_name_behind_another_and_behind_itself_at_a_later_time(evidence: str) -> None:
    *_, last = lines(evidence)
    assert last.endswith("Agent (Rita): The visit is free.")


@pytest.mark.parametrize("evidence", [TWO_AGENTS, TWO_CHATS, RENT, GUESTS])
def test_what_may_be_of_another_is_named_after_nobody(evidence: str) -> None:
    *_, last = lines(evidence)
    assert "(" not in last


def test_two_kinds_in_one_line_are_not_one_speaker() -> None:
    assert lines(FARES) == ["Passenger (Premium): 80 EUR; Passenger: 50 EUR"]


@pytest.mark.parametrize(("speaker", "is_right"), [("Rita", True), ("Nils", False)])
def test_what_one_said_the_other_did_not(speaker: str, is_right: bool) -> None:
    report = check_response(with_evidence(HEATER, query="What was agreed?"), f"{speaker} said that the visit is free.")
    assert ((report.grounded or 0) > 0.8) is is_right
