"""Plans told as plans, and limits that stand once."""

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

CLINIC = "The clinic is to move into the old mill on 4 June. Two nurses were hired. A lift will be fitted later."


@pytest.mark.parametrize(
    "claim",
    [
        "Two nurses were hired.",
        "The clinic will move into the old mill on 4 June.",
    ],
)
def test_what_was_done_or_is_told_as_a_plan_may_be_said(claim: str) -> None:
    assert outcome(CLINIC, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim", "known"),
    [
        (
            "Keep at least 40 cm between the rows.",
            "Plant the rows with gaps of at most 40 cm.",
            SupportState.CONTRADICTED,
        ),
        ("Give at least 72 hours' warning.", "At most three days (72 hours) of notice.", SupportState.CONTRADICTED),
        ("Keep at least 40 cm between the rows.", "Keep 40 cm or more between the rows.", SupportState.SUPPORTED),
    ],
)
def test_a_limit_that_stands_once_is_not_turned_round(evidence: str, claim: str, known: SupportState) -> None:
    assert outcome(evidence, claim).known is known
