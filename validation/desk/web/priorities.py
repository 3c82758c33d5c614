"""What a priority means, and why one piece of work has the one it has (DESIGN, section 7)."""

from __future__ import annotations

from typing import Protocol

from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority

MEANINGS = (
    (Priority.CRITICAL, "the judge is away, so nothing is judged until it answers"),
    (Priority.HIGH, "a user waits and only a person can help"),
    (Priority.MEDIUM, "an input or an answer of the judge could not be read"),
    (Priority.LOW, "failed, or to be looked at; no user is waiting"),
)
"""One line a priority, for the help."""
_HALTS = {
    HaltCause.JUDGE_UNAVAILABLE: "the judge is away, so nothing is judged until it answers",
    HaltCause.JUDGE_TIMEOUT: "the judge took too long, and a user waits",
    HaltCause.JUDGE_REFUSED: "the judge refused to answer, and a user waits",
    HaltCause.CONTEXT_TOO_LONG: "too long to be judged, so only a person can, and a user waits",
    HaltCause.JUDGE_TRUNCATED: "the judge's answer was cut off",
    HaltCause.VERDICT_MALFORMED: "the judge's answer could not be read",
    HaltCause.VERDICT_INCONSISTENT: "the judge's answer contradicts itself",
    HaltCause.INPUT_MALFORMED: "what was handed in could not be read",
}
_RECOVERS = "It is judged again by itself once the judge answers. An admin can test the judge under Settings."
_AGAIN = "Judge it again. If it halts again, rule on it yourself."
_NEXT_STEPS = {
    HaltCause.JUDGE_UNAVAILABLE: _RECOVERS,
    HaltCause.JUDGE_TIMEOUT: _RECOVERS,
    HaltCause.JUDGE_REFUSED: _AGAIN,
    HaltCause.CONTEXT_TOO_LONG: "Judging again cannot help: read it and rule on it yourself.",
    HaltCause.JUDGE_TRUNCATED: _AGAIN,
    HaltCause.VERDICT_MALFORMED: _AGAIN,
    HaltCause.VERDICT_INCONSISTENT: _AGAIN,
    HaltCause.INPUT_MALFORMED: "Judging again cannot help: the pipeline must hand it in again, well-formed.",
}


class Work(Protocol):
    @property
    def priority(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def cause(self) -> str: ...


def why_priority(work: Work, *, escalated: bool = False) -> str:
    """Ends the sentence `critical, because ...`."""
    if escalated:
        return "nobody ruled in time, so it was raised"
    if work.kind == Kind.HALT and work.cause in _HALTS:
        return _HALTS[HaltCause(work.cause)]
    if work.kind == Kind.FAIL and work.priority == Priority.LOW:
        return "failed; no user is waiting"
    if work.kind == Kind.AUDIT:
        return "an audit; nothing waits for it"
    if work.kind == Kind.WARNING and work.priority == Priority.LOW:
        return "a policy asks for a look; no user is waiting"
    return dict(MEANINGS).get(Priority(work.priority), "")


def next_step(work: Work) -> str:
    """What a reviewer does about a halt, by its cause; nothing for other work."""
    return _NEXT_STEPS[HaltCause(work.cause)] if work.kind == Kind.HALT and work.cause in _HALTS else ""
