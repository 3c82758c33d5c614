"""Pieces of work for a reviewer, and the answers to them (DESIGN, sections 7 and 8)."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from enum import StrEnum

from validation.domain.halt import HaltCause
from validation.domain.policy import DuePolicy
from validation.domain.verdict import Decision


class Kind(StrEnum):
    """`warning`: a policy asks for a review although nothing failed. `audit`: a decision to be answered blind, which
    never blocks the pipeline."""

    FAIL = "fail"
    HALT = "halt"
    WARNING = "warning"
    AUDIT = "audit"


class Priority(StrEnum):
    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """0 for the most urgent."""
        return list(Priority).index(self)


class InterventionState(StrEnum):
    OPEN = "open"
    CLAIMED = "claimed"
    RULED = "ruled"
    EXPIRED = "expired"


UNSETTLED = (InterventionState.OPEN, InterventionState.CLAIMED)
AWAITED = (Kind.FAIL, Kind.HALT)
"""Kinds that a pipeline waits for while they are unsettled."""


class Outcome(StrEnum):
    """How closed work ended. `judged_again`: a new judgement closed it and nobody ruled."""

    RULED = "ruled"
    ANSWERED = "answered"
    JUDGED_AGAIN = "judged_again"
    EXPIRED = "expired"


class Ruling(StrEnum):
    APPROVE = "approve"
    APPROVE_EDITED = "approve_edited"
    REVISE = "revise"
    RETRY = "retry"
    CONFIRM_FAIL = "confirm_fail"
    DISMISS = "dismiss"


DECIDES = {
    Ruling.APPROVE: Decision.APPROVE,
    Ruling.APPROVE_EDITED: Decision.APPROVE,
    Ruling.REVISE: Decision.REVISE,
    Ruling.RETRY: Decision.RETRY,
    Ruling.CONFIRM_FAIL: Decision.FAIL,
}
"""The decision that each ruling stands for; a dismissal has none."""
OF_DRAFTS = (Ruling.APPROVE_EDITED, Ruling.REVISE, Ruling.RETRY)
"""Rulings that need a draft, which can be edited or written again."""


class RulingState(StrEnum):
    PENDING = "pending"
    FINAL = "final"
    UNDONE = "undone"


_HALT_PRIORITY = {
    HaltCause.JUDGE_UNAVAILABLE: Priority.CRITICAL,
    HaltCause.JUDGE_TIMEOUT: Priority.HIGH,
    HaltCause.JUDGE_REFUSED: Priority.HIGH,
    HaltCause.CONTEXT_TOO_LONG: Priority.HIGH,
    HaltCause.JUDGE_TRUNCATED: Priority.MEDIUM,
    HaltCause.VERDICT_MALFORMED: Priority.MEDIUM,
    HaltCause.VERDICT_INCONSISTENT: Priority.MEDIUM,
    HaltCause.INPUT_MALFORMED: Priority.MEDIUM,
}


def halt_priority(cause: HaltCause) -> Priority:
    """Critical: the judge is down. High: a user waits and only a person can help. Medium: malformed."""
    return _HALT_PRIORITY[cause]


def fail_fingerprint(turn_key: str) -> str:
    """A FAIL has one intervention per turn."""
    return f"fail:{turn_key}"


def halt_fingerprint(gate: str, pipeline: str, cause: HaltCause, judge: str, model: str) -> str:
    """Groups halts by gate, pipeline, cause, judge and model."""
    return _fingerprint(Kind.HALT, gate, pipeline, cause.value, judge, model)


def turn_fingerprint(kind: Kind, *, gate: str, pipeline: int, turn_id: str) -> str:
    """Groups what a gate finds about a turn by kind, whether or not the turn has an attempt yet."""
    return _fingerprint(kind, gate, str(pipeline), turn_id)


def _fingerprint(kind: Kind, *parts: str) -> str:
    digest = hashlib.sha256("\x1f".join(parts).encode()).hexdigest()
    return f"{kind}:{digest[:32]}"


def due_at(priority: Priority, opened_at: datetime, policy: DuePolicy) -> datetime:
    minutes = {
        Priority.CRITICAL: policy.critical_minutes,
        Priority.HIGH: policy.high_minutes,
        Priority.MEDIUM: policy.medium_minutes,
        Priority.LOW: policy.low_minutes,
    }[priority]
    return opened_at + timedelta(minutes=minutes)
