"""How each word of the domain looks on a page: an icon, a tone of the stylesheet, and the word itself.

Colour never stands alone, so icon and word always come with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.analysis import AnalysisStatus
from validation.domain.attempt import AttemptState, MemoryState, Route
from validation.domain.check import CheckState
from validation.domain.claim import ClaimState
from validation.domain.finding import Severity
from validation.domain.intervention import InterventionState, Kind, Priority, Ruling
from validation.domain.verdict import GoalStatus


@dataclass(frozen=True, slots=True)
class Look:
    word: str
    icon: str
    tone: str


_UNKNOWN = "info"

_LOOKS: dict[type, dict[str, Look]] = {
    Route: {
        Route.APPROVE: Look("APPROVE", "approve", "approve"),
        Route.REVISE: Look("REVISE", "revise", "revise"),
        Route.RETRY: Look("RETRY", "retry", "retry"),
        Route.FAIL: Look("FAIL", "fail", "fail"),
        Route.HALT: Look("HALTED", "halted", "halted"),
    },
    AttemptState: {
        AttemptState.QUEUED: Look("QUEUED", "clock", "calm"),
        AttemptState.JUDGING: Look("JUDGING", "judging", "accent"),
        AttemptState.HALTED: Look("HALTED", "halted", "halted"),
        AttemptState.DECIDED: Look("DECIDED", "check", "calm"),
    },
    CheckState: {
        CheckState.PASS: Look("pass", "check", "approve"),
        CheckState.FAIL: Look("fail", "x", "fail"),
        CheckState.NOT_APPLICABLE: Look("does not apply", "minus", "calm"),
    },
    ClaimState: {
        ClaimState.SUPPORTED: Look("supported", "check", "approve"),
        ClaimState.CONTRADICTED: Look("contradicted", "x", "fail"),
        ClaimState.UNSUPPORTED: Look("unsupported", "help", "retry"),
        ClaimState.NOT_FACTUAL: Look("not factual", "minus", "calm"),
    },
    GoalStatus: {
        GoalStatus.PASS: Look("PASS", "check", "approve"),
        GoalStatus.PARTIAL: Look("PARTIAL", "minus", "revise"),
        GoalStatus.FAIL: Look("FAIL", "x", "fail"),
    },
    Severity: {
        Severity.CERTAIN: Look("certain", "flag", "fail"),
        Severity.LIKELY: Look("likely", "warning", "revise"),
    },
    Priority: {
        Priority.CRITICAL: Look("critical", "bolt", "fail"),
        Priority.HIGH: Look("high", "warning", "retry"),
        Priority.MEDIUM: Look("medium", "flag", "revise"),
        Priority.LOW: Look("low", "minus", "calm"),
    },
    Kind: {
        Kind.HALT: Look("halted", "halted", "halted"),
        Kind.FAIL: Look("fail", "fail", "fail"),
        Kind.WARNING: Look("warning", "warning", "revise"),
        Kind.AUDIT: Look("audit", "eye", "accent"),
    },
    InterventionState: {
        InterventionState.OPEN: Look("open", "desk", "accent"),
        InterventionState.CLAIMED: Look("claimed", "lock", "revise"),
        InterventionState.RULED: Look("ruled", "check", "calm"),
        InterventionState.EXPIRED: Look("expired", "clock", "calm"),
    },
    Ruling: {
        Ruling.APPROVE: Look("approved as is", "approve", "approve"),
        Ruling.APPROVE_EDITED: Look("approved edited", "approve", "approve"),
        Ruling.REVISE: Look("sent to REVISE", "revise", "revise"),
        Ruling.RETRY: Look("sent to RETRY", "retry", "retry"),
        Ruling.CONFIRM_FAIL: Look("FAIL confirmed", "fail", "fail"),
        Ruling.DISMISS: Look("dismissed", "x", "calm"),
    },
    AnalysisStatus: {
        AnalysisStatus.PASS: Look("pass", "check", "approve"),
        AnalysisStatus.RETRY: Look("retry", "retry", "retry"),
        AnalysisStatus.CLARIFY: Look("clarify", "help", "accent"),
    },
    MemoryState: {
        MemoryState.STAGED: Look("staged", "clock", "calm"),
        MemoryState.COMMITTED: Look("committed", "check", "approve"),
        MemoryState.DISCARDED: Look("discarded", "x", "calm"),
    },
}

KINDS = {
    "route": Route,
    "state": AttemptState,
    "check": CheckState,
    "claim": ClaimState,
    "goal": GoalStatus,
    "severity": Severity,
    "priority": Priority,
    "kind": Kind,
    "intervention": InterventionState,
    "ruling": Ruling,
    "memory": MemoryState,
    "analysis": AnalysisStatus,
}
"""The names under which templates ask for a look."""


def look_of(kind: str, value: str) -> Look:
    """An unknown value is shown as it is, in a calm tone; `kind` is a key of KINDS."""
    return _LOOKS[KINDS[kind]].get(value, Look(value, _UNKNOWN, "calm"))


def attempt_look(state: str, route: str) -> Look:
    """A decided attempt looks like its route, an undecided one like its state."""
    return look_of("route", route) if route else look_of("state", state)
