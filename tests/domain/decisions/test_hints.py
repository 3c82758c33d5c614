"""What a decision says to whoever repairs the draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.domain.decisions.cases import decided, finding, verdict
from validation.domain.check import CheckName, CheckState
from validation.domain.claim import Requirement
from validation.domain.finding import Finding
from validation.domain.verdict import Decision


def unmet(text: str = "under 60 euros") -> Requirement:
    return Requirement(text, "budget", met=False, reason="72 EUR is offered.")


@pytest.mark.parametrize("scores", [(0.9, 0.1), (0.1, 0.1)])
def test_nobody_says_that_all_checks_pass_beside_a_failing_one(scores: tuple[float, ...]) -> None:
    told = decided(verdict(), scores=scores)
    assert CheckState.FAIL in [check.state for check in told.checks]
    assert not [voice for voice in told.voices if voice.reason.startswith("all checks pass")]


@pytest.mark.parametrize(
    ("more", "first", "lead"),
    [
        (
            {"findings": (finding(),)},
            "99 EUR does not appear in the evidence.",
            "99 EUR does not appear in the evidence.",
        ),
        (
            {"requirements": (unmet(),)},
            'Not met: "under 60 euros". 72 EUR is offered.',
            'Meet "under 60 euros". 72 EUR is offered.',
        ),
        ({"scores": (0.9, 0.1)}, "GOAL_2 is not addressed: goal 2", "Address GOAL_2: goal 2."),
        ({}, "The tone is off", "The tone is off."),
    ],
)
def test_the_first_issue_is_what_the_hints_begin_with(more: dict[str, object], first: str, lead: str) -> None:
    said = verdict("REVISE", 0.6, issues=("The tone is off",), revision_hints="Write it anew.")
    told = decided(said, **more)  # type: ignore[arg-type]
    assert (told.decision, told.issues[0]) == (Decision.REVISE, first)
    assert told.revision_hints == f"{lead} Write it anew."


def test_fixes_begin_with_the_first_issue_too() -> None:
    said = verdict("RETRY", 0.4, issues=("Nothing on the item",), suggested_fixes="Search again.")
    assert decided(said).suggested_fixes == "Nothing on the item. Search again."


def test_every_unmet_goal_appears_in_the_hints() -> None:
    told = decided(verdict("REVISE", 0.6, revision_hints="Add it."), findings=(finding(),), scores=(0.9, 0.9, 0.1))
    assert told.revision_hints == "99 EUR does not appear in the evidence. Address GOAL_3: goal 3. Add it."


def test_a_hint_is_said_once() -> None:
    hints = "Name the shop. 99 EUR does not appear in the evidence."
    told = decided(verdict("REVISE", 0.6, revision_hints=hints), findings=(finding(),))
    assert told.revision_hints == "99 EUR does not appear in the evidence. Name the shop."


@pytest.mark.parametrize("more", [(finding(),), ()])
def test_a_fault_of_form_is_the_last_issue_and_is_hinted_at_all_the_same(more: tuple[Finding, ...]) -> None:
    wall = replace(finding(), check=CheckName.COHERENT_FORMAT, message="180 words without a break.")
    said = verdict("REVISE", 0.6, issues=("The tone is off",), revision_hints="Write it anew.")
    told = decided(said, findings=(wall, *more))
    assert told.issues == (*(one.message for one in more), "The tone is off", wall.message)
    assert told.revision_hints == " ".join(
        [more[0].message if more else "The tone is off.", wall.message, "Write it anew."]
    )


def test_a_fault_of_form_is_no_fix_for_the_planner() -> None:
    wall = replace(finding(), check=CheckName.COHERENT_FORMAT, message="180 words without a break.")
    said = verdict("RETRY", 0.4, issues=("Nothing on the item",), suggested_fixes="Search again.")
    assert decided(said, findings=(wall,)).suggested_fixes == "Nothing on the item. Search again."


def test_an_approval_gives_no_hints() -> None:
    told = decided(verdict(revision_hints="None.", suggested_fixes="None."))
    assert (told.revision_hints, told.suggested_fixes) == ("", "")
