"""How each word of the domain looks on a page: an icon, a tone of the stylesheet, and the word itself.

Colour never stands alone, so icon and word always come with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.attempt import AttemptState, MemoryState, Route
from validation.domain.check import CheckState
from validation.domain.claim import ClaimState
from validation.domain.finding import Severity
from validation.domain.intervention import InterventionState, Kind, Priority, Ruling
from validation.domain.verdict import AnalysisStatus, GoalStatus


@dataclass(frozen=True, slots=True)
class Badge:
    word: str
    icon: str
    tone: str


_UNKNOWN = "info"

_LOOKS: dict[type, dict[str, Badge]] = {
    Route: {
        Route.APPROVE: Badge("APPROVE", "approve", "approve"),
        Route.REVISE: Badge("REVISE", "revise", "revise"),
        Route.RETRY: Badge("RETRY", "retry", "retry"),
        Route.FAIL: Badge("FAIL", "fail", "fail"),
        Route.HALT: Badge("HALTED", "halted", "halted"),
    },
    AttemptState: {
        AttemptState.QUEUED: Badge("QUEUED", "clock", "calm"),
        AttemptState.JUDGING: Badge("JUDGING", "judging", "accent"),
        AttemptState.HALTED: Badge("HALTED", "halted", "halted"),
        AttemptState.DECIDED: Badge("DECIDED", "check", "calm"),
    },
    CheckState: {
        CheckState.PASS: Badge("pass", "check", "approve"),
        CheckState.FAIL: Badge("fail", "x", "fail"),
        CheckState.NOT_APPLICABLE: Badge("does not apply", "minus", "calm"),
    },
    ClaimState: {
        ClaimState.SUPPORTED: Badge("supported", "check", "approve"),
        ClaimState.CONTRADICTED: Badge("contradicted", "x", "fail"),
        ClaimState.UNSUPPORTED: Badge("unsupported", "help", "retry"),
        ClaimState.NOT_FACTUAL: Badge("not factual", "minus", "calm"),
    },
    GoalStatus: {
        GoalStatus.PASS: Badge("PASS", "check", "approve"),
        GoalStatus.PARTIAL: Badge("PARTIAL", "minus", "revise"),
        GoalStatus.FAIL: Badge("FAIL", "x", "fail"),
    },
    Severity: {
        Severity.CERTAIN: Badge("certain", "flag", "fail"),
        Severity.LIKELY: Badge("likely", "warning", "revise"),
    },
    Priority: {
        Priority.CRITICAL: Badge("critical", "bolt", "fail"),
        Priority.HIGH: Badge("high", "warning", "retry"),
        Priority.MEDIUM: Badge("medium", "flag", "revise"),
        Priority.LOW: Badge("low", "minus", "calm"),
    },
    Kind: {
        Kind.HALT: Badge("halted", "halted", "halted"),
        Kind.FAIL: Badge("fail", "fail", "fail"),
        Kind.WARNING: Badge("warning", "warning", "revise"),
        Kind.AUDIT: Badge("audit", "eye", "accent"),
    },
    InterventionState: {
        InterventionState.OPEN: Badge("open", "desk", "accent"),
        InterventionState.CLAIMED: Badge("claimed", "lock", "revise"),
        InterventionState.RULED: Badge("ruled", "check", "calm"),
        InterventionState.EXPIRED: Badge("expired", "clock", "calm"),
    },
    Ruling: {
        Ruling.APPROVE: Badge("approved as is", "approve", "approve"),
        Ruling.APPROVE_EDITED: Badge("approved edited", "approve", "approve"),
        Ruling.REVISE: Badge("sent to REVISE", "revise", "revise"),
        Ruling.RETRY: Badge("sent to RETRY", "retry", "retry"),
        Ruling.CONFIRM_FAIL: Badge("FAIL confirmed", "fail", "fail"),
        Ruling.DISMISS: Badge("dismissed", "x", "calm"),
    },
    AnalysisStatus: {
        AnalysisStatus.PASS: Badge("pass", "check", "approve"),
        AnalysisStatus.RETRY: Badge("retry", "retry", "retry"),
        AnalysisStatus.CLARIFY: Badge("clarify", "help", "accent"),
    },
    MemoryState: {
        MemoryState.STAGED: Badge("staged", "clock", "calm"),
        MemoryState.COMMITTED: Badge("committed", "check", "approve"),
        MemoryState.DISCARDED: Badge("discarded", "x", "calm"),
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


def badge_of(kind: str, value: str) -> Badge:
    """An unknown value is shown as it is, in a calm tone; `kind` is a key of KINDS."""
    return _LOOKS[KINDS[kind]].get(value, Badge(value, _UNKNOWN, "calm"))


def attempt_badge(state: str, route: str) -> Badge:
    """A decided attempt looks like its route, an undecided one like its state."""
    return badge_of("route", route) if route else badge_of("state", state)
