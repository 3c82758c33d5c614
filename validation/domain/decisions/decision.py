"""From a verdict to a decision: a pure function of verdict, evidence, goals and policy.

The most severe of several votes wins (APPROVE < REVISE < RETRY < FAIL). The confidence band, the checks, the
requirements of the query, the goals (two or more) and the judge's own decision each vote. A certain finding can
overrule a lenient judge, never the reverse (DESIGN, section 5; spec 1, sections 5, 8 and 10.4).
"""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.check import CheckName, CheckResult, CheckState, DecisionSource
from validation.domain.decisions.advice import advise
from validation.domain.decisions.bands import band_of, shown
from validation.domain.decisions.evidence_opinion import EvidenceOpinion, words_of_unmet
from validation.domain.decisions.goals import GoalVote, ScoredGoal, vote_of_goals
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Backtracking, Decision, ReasonTag, Verdict, most_severe

_ALL_HOLD = "all checks pass or do not apply"
JUST_UNDER = 0.001
"""How far under a threshold a more severe vote caps the confidence."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Who voted for which decision, and why."""

    voice: str
    decision: Decision
    reason: str


@dataclass(frozen=True, slots=True)
class DecisionResult:
    """A decision with its explanation. `raw_confidence` is the judge's; `confidence` is the one decided on."""

    decision: Decision
    confidence: float
    raw_confidence: float
    checks: tuple[CheckResult, ...]
    voices: tuple[Vote, ...]
    partial: bool
    caveat: str | None
    issues: tuple[str, ...]
    revision_hints: str
    suggested_fixes: str
    notes: str
    reason_tags: tuple[ReasonTag, ...]
    backtracking: Backtracking | None
    goals: tuple[ScoredGoal, ...]


def decide(
    verdict: Verdict, evidence: EvidenceOpinion, goals: tuple[ScoredGoal, ...], policy: ResponsePolicy
) -> DecisionResult:
    goal_vote = vote_of_goals(goals)
    checks = tuple(_check(name, verdict, evidence, goal_vote) for name in CheckName)
    confidence = _capped(verdict, evidence, policy)
    voices = (
        Vote("confidence", band_of(confidence, policy), f"confidence {shown(confidence)}"),
        *_check_voices(checks, evidence, skip_query=goal_vote is not None),
        *_requirement_voices(evidence),
        *([Vote("goals", goal_vote.decision, goal_vote.reason)] if goal_vote else []),
        Vote("judge", verdict.decision, "the judge's own decision"),
    )
    decision = most_severe(tuple(voice.decision for voice in voices))
    caveat = goal_vote.caveat if goal_vote and decision is Decision.APPROVE else None
    failed_goals = goal_vote.failed if goal_vote else ()
    return DecisionResult(
        decision=decision,
        confidence=_within_band(confidence, decision, policy),
        raw_confidence=verdict.confidence,
        checks=checks,
        voices=voices,
        partial=caveat is not None,
        caveat=caveat,
        notes=verdict.notes,
        goals=goals,
        **advise(decision, verdict, evidence, checks, failed_goals, policy)._asdict(),
    )


def _within_band(confidence: float, decision: Decision, policy: ResponsePolicy) -> float:
    """The confidence to show, which lies in the band of the decision: if another vote was more severe, just below that
    band's upper edge (DESIGN, section 5)."""
    return confidence if decision is Decision.APPROVE else min(confidence, _highest(decision, policy))


def _highest(decision: Decision, policy: ResponsePolicy) -> float:
    """Just below the upper edge of the band; the lower edge of a band that is narrower than that."""
    edges = {
        Decision.REVISE: (policy.revise, policy.approve),
        Decision.RETRY: (policy.retry, policy.revise),
        Decision.FAIL: (0.0, policy.retry),
    }
    lower, upper = edges[decision]
    return max(lower, upper - JUST_UNDER)


def _capped(verdict: Verdict, evidence: EvidenceOpinion, policy: ResponsePolicy) -> float:
    """The confidence, capped just below APPROVE if a certain finding contradicts a pass of the judge."""
    overruled = any(verdict.checks[finding.check].state.holds for finding in evidence.certain)
    return capped(verdict.confidence, policy) if overruled else verdict.confidence


def capped(confidence: float, policy: ResponsePolicy) -> float:
    return min(confidence, _highest(Decision.REVISE, policy))


def _check(name: CheckName, verdict: Verdict, evidence: EvidenceOpinion, goal_vote: GoalVote | None) -> CheckResult:
    judged = verdict.checks[name]
    found = _found(name, evidence)
    if name is CheckName.QUERY_ADDRESSED and goal_vote is not None and (found.doubt or found.state.holds):
        return _by_goals(goal_vote)
    if found.doubt and judged.state is CheckState.PASS:
        reason = f"{judged.reason} The evidence checker doubts it: {found.reason}".strip()
        return CheckResult(name, judged.state, reason, (DecisionSource.JUDGE,))
    votes = ((DecisionSource.JUDGE, judged.state, judged.reason), (DecisionSource.EVIDENCE, found.state, found.reason))
    for state in (CheckState.FAIL, CheckState.PASS, CheckState.NOT_APPLICABLE):
        holders = [(voice, reason) for voice, vote, reason in votes if vote is state]
        if holders:
            reasons = list(dict.fromkeys(reason for _, reason in holders if reason))
            return CheckResult(name, state, " ".join(reasons), tuple(voice for voice, _ in holders))
    raise AssertionError("every check has a state")


@dataclass(frozen=True, slots=True)
class _Found:
    """`doubt` marks a failure based on likely findings only, which is shown but cannot overrule a judge that passed the
    check; one that called it not applicable did not look at what is in doubt."""

    state: CheckState
    reason: str
    doubt: bool = False


def _found(name: CheckName, evidence: EvidenceOpinion) -> _Found:
    """The evidence checker's result for one check; only certain findings and unmet requirements can fail it."""
    certain = [finding.message for finding in evidence.certain if finding.check is name]
    state, reason = evidence.checks.get(name, (CheckState.NOT_APPLICABLE, ""))
    if certain:
        return _Found(CheckState.FAIL, reason if state is CheckState.FAIL and reason else " ".join(certain))
    if name is CheckName.QUERY_ADDRESSED and evidence.unmet:
        return _Found(CheckState.FAIL, " ".join(map(words_of_unmet, evidence.unmet)))
    return _Found(state, reason, doubt=state is CheckState.FAIL)


def _by_goals(vote: GoalVote) -> CheckResult:
    state = CheckState.FAIL if vote.failed else CheckState.PASS
    failed = ", ".join(goal.named for goal in vote.failed)
    reason = f"Not addressed: {failed}." if vote.failed else "Every goal is addressed at least in part."
    return CheckResult(CheckName.QUERY_ADDRESSED, state, reason, (DecisionSource.JUDGE,))


def _check_voices(checks: tuple[CheckResult, ...], evidence: EvidenceOpinion, *, skip_query: bool) -> tuple[Vote, ...]:
    """A failing check votes REVISE, because statements can be corrected; RETRY only if the evidence is missing."""
    failing = [check for check in checks if check.state is CheckState.FAIL]
    if skip_query:
        failing = [check for check in failing if check.name is not CheckName.QUERY_ADDRESSED]
    voices = []
    for check in failing:
        evidence_missing = evidence.evidence_missing if check.name is CheckName.QUERY_ADDRESSED else None
        decision = Decision.RETRY if evidence_missing else Decision.REVISE
        voices.append(Vote(check.name.value, decision, evidence_missing or check.reason))
    if not failing:
        left_out = len([check for check in checks if check.state is CheckState.FAIL])
        reason = "all others pass or do not apply; the goals decide Query addressed" if left_out else _ALL_HOLD
        voices.append(Vote("checks", Decision.APPROVE, reason))
    return tuple(voices)


def _requirement_voices(evidence: EvidenceOpinion) -> tuple[Vote, ...]:
    """An unmet requirement is never APPROVE (spec 1, section 10.4), whatever the goals say."""
    return tuple(
        Vote("requirement", Decision.RETRY if unmet.evidence_missing else Decision.REVISE, words_of_unmet(unmet))
        for unmet in evidence.unmet
    )
