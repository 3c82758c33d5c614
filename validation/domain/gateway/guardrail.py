"""What a gateway must do with a response: pass it, replace it, or block it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from validation.domain.attempt import Route
from validation.domain.intervention import Ruling


class Send(StrEnum):
    """`final` is the response as edited by a reviewer, `message` a reviewer's message instead of a response."""

    DRAFT = "draft"
    FINAL = "final"
    MESSAGE = "message"
    NOTHING = "nothing"


def send_of(*, route: str, ruling: str, enforced: bool) -> Send:
    """`ruling` is the one that decided the route, empty if a judgement did. If the pipeline only observes, the draft is
    sent in any case."""
    if not enforced:
        return Send.DRAFT
    if ruling == Ruling.APPROVE_EDITED:
        return Send.FINAL
    if ruling == Ruling.CONFIRM_FAIL:
        return Send.MESSAGE
    return Send.DRAFT if route == Route.APPROVE else Send.NOTHING


class GuardrailOnError(StrEnum):
    """What to do with a response that could not be judged; a setting of the pipeline."""

    BLOCK = "block"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class GuardrailVerdict:
    """`text` replaces the response if set; `reason` explains a verdict that does not pass."""

    passes: bool
    text: str | None = None
    reason: str = ""


PASSED = GuardrailVerdict(True)
_LONGEST_REASON = 400


def verdict_of(attempt: Mapping[str, Any], *, page: str, on_error: GuardrailOnError) -> GuardrailVerdict:
    """The verdict on an attempt, given as its API resource. `page` is its URL for people."""
    route, send = attempt["route"], attempt["send"]
    if not attempt.get("enforced", True) or (route == "APPROVE" and send == "draft"):
        return PASSED
    if route == "APPROVE" and send == "final":
        return GuardrailVerdict(True, text=attempt["final_response_md"])
    if send == "message":
        return GuardrailVerdict(False, reason=attempt["ruling"]["message"])
    if route is None:
        return unjudged(f"Not judged in time. See {page}", on_error)
    if route == "HALT":
        return unjudged(f"Could not be judged; waits for a person: {attempt['halt']['message']} See {page}", on_error)
    return GuardrailVerdict(False, reason=f"{_why(attempt)} See {page}")


def unjudged(reason: str, on_error: GuardrailOnError) -> GuardrailVerdict:
    return PASSED if on_error is GuardrailOnError.PASS else GuardrailVerdict(False, reason=reason)


def _why(attempt: Mapping[str, Any]) -> str:
    reason = "; ".join(attempt["issues"])[:_LONGEST_REASON] or attempt["route_reason"]
    if attempt["route"] == "FAIL":
        waits = attempt["intervention_open"] and not attempt["ruling"]
        return f"Not approved; waits for a person: {reason}" if waits else f"Not approved: {reason}"
    hints = attempt["suggested_fixes"] if attempt["route"] == "RETRY" else attempt["revision_hints"]
    return f"Not approved, {attempt['route'].lower()} it: {hints[:_LONGEST_REASON] or reason}"
