"""The badge of each domain value: an icon, a tone of the stylesheet, and a word. Colour is never the only signal."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.attempt import AttemptState, MemoryState, Route
from validation.domain.check import CheckState
from validation.domain.claim import ClaimState
from validation.domain.finding import Severity
from validation.domain.intervention import InterventionState, Kind, Outcome, Priority, Ruling
from validation.domain.verdict import AnalysisStatus, GoalStatus


@dataclass(frozen=True, slots=True)
class Badge:
    word: str
    icon: str
    tone: str


_UNKNOWN = "info"

LOOKS: dict[str, dict[str, Badge]] = {
    "route": {
        Route.APPROVE: Badge("APPROVE", "approve", "approve"),
        Route.REVISE: Badge("REVISE", "revise", "revise"),
        Route.RETRY: Badge("RETRY", "retry", "retry"),
        Route.FAIL: Badge("FAIL", "fail", "fail"),
        Route.HALT: Badge("HALTED", "halted", "halted"),
    },
    "state": {
        AttemptState.QUEUED: Badge("QUEUED", "clock", "calm"),
        AttemptState.JUDGING: Badge("JUDGING", "judging", "accent"),
        AttemptState.HALTED: Badge("HALTED", "halted", "halted"),
        AttemptState.DECIDED: Badge("DECIDED", "check", "calm"),
    },
    "check": {
        CheckState.PASS: Badge("pass", "check", "approve"),
        CheckState.FAIL: Badge("fail", "x", "fail"),
        CheckState.NOT_APPLICABLE: Badge("does not apply", "minus", "calm"),
    },
    "claim": {
        ClaimState.SUPPORTED: Badge("supported", "check", "approve"),
        ClaimState.CONTRADICTED: Badge("contradicted", "x", "fail"),
        ClaimState.UNSUPPORTED: Badge("unsupported", "help", "retry"),
        ClaimState.NOT_FACTUAL: Badge("not factual", "minus", "calm"),
    },
    "goal": {
        GoalStatus.PASS: Badge("PASS", "check", "approve"),
        GoalStatus.PARTIAL: Badge("PARTIAL", "minus", "revise"),
        GoalStatus.FAIL: Badge("FAIL", "x", "fail"),
    },
    "severity": {
        Severity.CERTAIN: Badge("certain", "flag", "fail"),
        Severity.LIKELY: Badge("likely", "warning", "revise"),
    },
    "priority": {
        Priority.CRITICAL: Badge("critical", "bolt", "fail"),
        Priority.HIGH: Badge("high", "warning", "retry"),
        Priority.MEDIUM: Badge("medium", "flag", "revise"),
        Priority.LOW: Badge("low", "minus", "calm"),
    },
    "kind": {
        Kind.HALT: Badge("halted", "halted", "halted"),
        Kind.FAIL: Badge("fail", "fail", "fail"),
        Kind.WARNING: Badge("warning", "warning", "revise"),
        Kind.AUDIT: Badge("audit", "eye", "accent"),
    },
    "intervention": {
        InterventionState.OPEN: Badge("open", "desk", "accent"),
        InterventionState.CLAIMED: Badge("claimed", "lock", "revise"),
        InterventionState.RULED: Badge("ruled", "check", "calm"),
        InterventionState.EXPIRED: Badge("expired", "clock", "calm"),
    },
    "outcome": {
        Outcome.RULED: Badge("ruled", "check", "calm"),
        Outcome.ANSWERED: Badge("answered", "check", "calm"),
        Outcome.JUDGED_AGAIN: Badge("judged again", "judge", "calm"),
        Outcome.EXPIRED: Badge("expired", "clock", "calm"),
    },
    "ruling": {
        Ruling.APPROVE: Badge("approved as is", "approve", "approve"),
        Ruling.APPROVE_EDITED: Badge("approved edited", "approve", "approve"),
        Ruling.REVISE: Badge("sent to REVISE", "revise", "revise"),
        Ruling.RETRY: Badge("sent to RETRY", "retry", "retry"),
        Ruling.CONFIRM_FAIL: Badge("FAIL confirmed", "fail", "fail"),
        Ruling.DISMISS: Badge("dismissed", "x", "calm"),
    },
    "analysis": {
        AnalysisStatus.PASS: Badge("pass", "check", "approve"),
        AnalysisStatus.RETRY: Badge("retry", "retry", "retry"),
        AnalysisStatus.CLARIFY: Badge("clarify", "help", "accent"),
    },
    "memory": {
        MemoryState.STAGED: Badge("staged", "clock", "calm"),
        MemoryState.COMMITTED: Badge("committed", "check", "approve"),
        MemoryState.DISCARDED: Badge("discarded", "x", "calm"),
    },
}
"""Badges by the names used in templates."""


def badge_of(kind: str, value: str) -> Badge:
    """`kind` is a key of LOOKS. An unknown value is shown as is, in a neutral tone."""
    return LOOKS[kind].get(value, Badge(value, _UNKNOWN, "calm"))


def attempt_badge(state: str, route: str) -> Badge:
    """The badge of the route for a decided attempt, of the state for an undecided one."""
    return badge_of("route", route) if route else badge_of("state", state)
