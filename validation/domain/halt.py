"""Why judging was not possible (DESIGN, section 7). A halt is no decision and never counts as pass or fail."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.codes.code import Code

_RECOVERS = "It is judged again by itself once the judge answers. An admin can test the judge under Settings."
_AGAIN = "Judge it again. If it halts again, rule on it yourself."
_READ_IT = "Judging again cannot help: read it and rule on it yourself."
_RESEND = "Judging again cannot help: the pipeline must hand it in again, well-formed."


class HaltCause(Code):
    JUDGE_UNAVAILABLE = "judge_unavailable", "The judge is away, so nothing is judged until it answers.", _RECOVERS
    JUDGE_TIMEOUT = "judge_timeout", "The judge took too long, and a user waits.", _RECOVERS
    JUDGE_TRUNCATED = "judge_truncated", "The judge's answer was cut off.", _AGAIN
    JUDGE_REFUSED = "judge_refused", "The judge refused to answer, and a user waits.", _AGAIN
    VERDICT_MALFORMED = "verdict_malformed", "The judge's answer could not be read.", _AGAIN
    VERDICT_INCONSISTENT = "verdict_inconsistent", "The judge's answer contradicts itself.", _AGAIN
    INPUT_MALFORMED = "input_malformed", "What was handed in could not be read.", _RESEND
    CONTEXT_TOO_LONG = "context_too_long", "Too long to be judged, so only a person can, and a user waits.", _READ_IT


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
