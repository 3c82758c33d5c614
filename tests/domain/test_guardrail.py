"""What a gateway does with a response, by what became of its attempt."""

from __future__ import annotations

from typing import Any

import pytest

from validation.domain.gateway.guardrail import GuardrailOnError, GuardrailVerdict, verdict_of

BLOCK, PASS = GuardrailOnError.BLOCK, GuardrailOnError.PASS
PAGE = "https://desk.example/attempts/1"


def attempt(**changed: Any) -> dict[str, Any]:
    return {
        "route": "APPROVE",
        "send": "draft",
        "issues": [],
        "route_reason": "",
        "revision_hints": "Replace 39.90 EUR with 49.90 EUR.",
        "suggested_fixes": "Search again.",
        "final_response_md": None,
        "ruling": None,
        "halt": None,
        "intervention_id": None,
        "intervention_open": False,
        **changed,
    }


@pytest.mark.parametrize(
    ("changed", "passes", "said"),
    [
        ({}, True, ""),
        ({"route": "REVISE", "send": "nothing"}, False, "Not approved, revise it: Replace 39.90 EUR with 49.90 EUR."),
        ({"route": "RETRY", "send": "nothing"}, False, "Not approved, retry it: Search again."),
        ({"route": "FAIL", "send": "nothing", "issues": ["Wrong."]}, False, "Not approved: Wrong."),
        (
            {"route": "FAIL", "send": "nothing", "issues": ["Wrong."], "intervention_open": True},
            False,
            "Not approved; waits for a person: Wrong.",
        ),
        ({"route": "FAIL", "send": "nothing", "issues": ["x"], "intervention_id": "7"}, False, "Not approved: x"),
        (
            {"route": "HALT", "send": "nothing", "halt": {"message": "The judge is away."}},
            False,
            "Could not be judged; waits for a person: The judge is away.",
        ),
        ({"route": None, "send": "nothing"}, False, "Not judged in time."),
        ({"route": "REVISE", "send": "nothing", "enforced": False}, True, ""),
    ],
)
def test_only_what_is_approved_or_not_enforced_passes(changed: dict[str, Any], passes: bool, said: str) -> None:
    verdict = verdict_of(attempt(**changed), page=PAGE, on_error=BLOCK)
    assert (verdict.passes, verdict.reason) == (passes, f"{said} See {PAGE}" if said else "")


def test_an_edited_response_takes_the_place_of_the_draft() -> None:
    edited = attempt(send="final", final_response_md="Better.", ruling={"message": None})
    assert verdict_of(edited, page=PAGE, on_error=BLOCK) == GuardrailVerdict(True, text="Better.")


def test_a_reviewers_message_is_the_reason() -> None:
    told = attempt(route="FAIL", send="message", ruling={"message": "Call us."})
    assert verdict_of(told, page=PAGE, on_error=PASS) == GuardrailVerdict(False, reason="Call us.")


@pytest.mark.parametrize(("route", "passes"), [(None, True), ("HALT", True), ("FAIL", False), ("REVISE", False)])
def test_letting_errors_pass_lets_no_judged_response_pass(route: str | None, passes: bool) -> None:
    unapproved = attempt(route=route, send="nothing", halt={"message": "x"})
    assert verdict_of(unapproved, page=PAGE, on_error=PASS).passes is passes
