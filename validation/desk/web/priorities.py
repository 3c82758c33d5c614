"""What a priority means, and why one piece of work has the one it has (DESIGN, section 7)."""

from __future__ import annotations

from validation.desk.queries.desk_item import Work
from validation.domain.halt import HaltCause
from validation.domain.intervention import Kind, Priority

MEANINGS = (
    (Priority.CRITICAL, "the judge is away, so nothing is judged until it answers"),
    (Priority.HIGH, "a user waits and only a person can help"),
    (Priority.MEDIUM, "an input or an answer of the judge could not be read"),
    (Priority.LOW, "failed, or to be looked at; no user is waiting"),
)
"""One line a priority, for the help."""
_CAUSES = frozenset(HaltCause)


def why_priority(work: Work) -> str:
    """Ends the sentence `critical, because ...`."""
    if work.escalated:
        return "nobody ruled in time, so it was raised"
    if work.kind == Kind.HALT and work.cause in _CAUSES:
        meaning = HaltCause(work.cause).meaning.rstrip(".")
        return meaning[0].lower() + meaning[1:]
    if work.kind == Kind.FAIL and work.priority == Priority.LOW:
        return "failed; no user is waiting"
    if work.kind == Kind.AUDIT:
        return "an audit; nothing waits for it"
    if work.kind == Kind.WARNING:
        return "a policy asks for a look; no user is waiting"
    return dict(MEANINGS).get(Priority(work.priority), "")


def next_step(work: Work) -> str:
    """What a reviewer does about a halt, by its cause; nothing for other work."""
    return HaltCause(work.cause).next_step if work.kind == Kind.HALT and work.cause in _CAUSES else ""
