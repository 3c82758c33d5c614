"""Why judging was not possible (DESIGN, section 7). A halt is no decision and never counts as pass or fail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class HaltCause(StrEnum):
    JUDGE_UNAVAILABLE = "judge_unavailable"
    JUDGE_TIMEOUT = "judge_timeout"
    JUDGE_TRUNCATED = "judge_truncated"
    JUDGE_REFUSED = "judge_refused"
    VERDICT_MALFORMED = "verdict_malformed"
    VERDICT_INCONSISTENT = "verdict_inconsistent"
    INPUT_MALFORMED = "input_malformed"
    CONTEXT_TOO_LONG = "context_too_long"


TRANSIENT = frozenset({HaltCause.JUDGE_UNAVAILABLE, HaltCause.JUDGE_TIMEOUT})
"""Causes that go away when the judge recovers; their attempts are re-queued then."""


@dataclass(frozen=True, slots=True)
class Halt:
    cause: HaltCause
    message: str


class Halted(Exception):
    """Raised where judging stops; carries the halt and whatever the judge replied, so that nothing is lost."""

    def __init__(self, cause: HaltCause, message: str, *, raw_reply: str = "") -> None:
        super().__init__(message)
        self.halt = Halt(cause, message)
        self.raw_reply = raw_reply
