"""A tool that failed asks for another run, not for other words."""

from __future__ import annotations

import pytest

from validation.domain.attempt import Submission
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision, ReasonTag
from validation.response.gate.gate import judge_response

CONTEXT = "## 0. User Query\nwhat does the Lumo H4 cost?\n\n## 4. Execution Progress\n\n{}\n"


@pytest.mark.parametrize(
    ("results", "is_tagged"),
    [
        ("**Result:** FAILED - the shop did not answer", True),
        ("**Result:** FAILED - timeout\n\n**Result:** SUCCESS\n\n- Lumo H4: weight 820 g", False),
    ],
)
def test_a_failed_tool_is_retried_unless_a_later_one_succeeded(results: str, is_tagged: bool) -> None:
    submission = Submission("t1", CONTEXT.format(results), "I could not find the price of the Lumo H4.")
    decided = judge_response(submission, policy=ResponsePolicy()).decided
    assert decided
    assert (ReasonTag.TOOL_FAILURE in decided.reason_tags) is is_tagged
    assert not is_tagged or decided.decision is Decision.RETRY
