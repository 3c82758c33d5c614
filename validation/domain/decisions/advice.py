"""Why a response was not approved and what to do about it: issues, hints and fixes for the next attempt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from validation.domain.check import CheckName, CheckResult, CheckState
from validation.domain.decisions.bands import shown
from validation.domain.decisions.evidence_opinion import EvidenceOpinion, words_of_unmet
from validation.domain.decisions.goals import ScoredGoal, backtracking_for, tags_for
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Backtracking, Decision, ReasonTag, Verdict


class Advice(NamedTuple):
    """Advice for the next attempt; empty for an approval."""

    issues: tuple[str, ...] = ()
    revision_hints: str = ""
    suggested_fixes: str = ""
    reason_tags: tuple[ReasonTag, ...] = ()
    backtracking: Backtracking | None = None


def advise(
    decision: Decision,
    verdict: Verdict,
    evidence: EvidenceOpinion,
    checks: tuple[CheckResult, ...],
    failed_goals: Sequence[ScoredGoal],
    policy: ResponsePolicy,
) -> Advice:
    if decision is Decision.APPROVE:
        return Advice()
    issues = _issues(verdict, evidence, checks, failed_goals) or (_too_low(verdict, policy),)
    leads = _leads(issues, evidence, failed_goals)
    hints, fixes = verdict.revision_hints, verdict.suggested_fixes
    if decision is Decision.REVISE:
        hints = _led(tuple(dict.fromkeys([*leads, *_formal(evidence)])), hints)
    else:
        fixes = _led(leads, fixes)
    missing = evidence.evidence_missing
    tags = tags_for(verdict, unmet=evidence.unmet, evidence_missing=missing, failed_goals=failed_goals)
    return Advice(issues, hints, fixes, tags, backtracking_for(decision, tags))


def _issues(
    verdict: Verdict,
    evidence: EvidenceOpinion,
    checks: tuple[CheckResult, ...],
    failed_goals: Sequence[ScoredGoal],
) -> tuple[str, ...]:
    """All reasons against approval, without repeats. Those that cannot be overruled come first: certain findings, unmet
    requirements, failed goals, the judge's issues, findings about form, then the reasons of failed checks that none of
    these explains, and those of the judge that the goals overruled, if it names no issue. The first one is shown in the
    queue, on the desk and in the hints."""
    formal = _formal(evidence)
    failing = [check.name for check in checks if check.state is CheckState.FAIL]
    overruled = [name for name, opinion in verdict.checks.items() if not opinion.state.holds and name not in failing]
    issues = [finding.message for finding in evidence.certain if finding.message not in formal]
    issues += map(words_of_unmet, evidence.unmet)
    issues += map(_missed, failed_goals)
    said = [issue for issue in verdict.issues if issue.strip()]
    issues += said
    issues += formal
    if not issues:
        issues = [check.reason for check in checks if check.state is CheckState.FAIL and check.reason]
    if not issues and evidence.evidence_missing:
        issues = [evidence.evidence_missing]
    if not said:
        issues += [reason for name in overruled if (reason := verdict.checks[name].reason)]
    return tuple(dict.fromkeys(issues or [f"{name.words}: failed." for name in [*failing, *overruled]]))


def _too_low(verdict: Verdict, policy: ResponsePolicy) -> str:
    return f"The judge's confidence is {shown(verdict.confidence)}; {policy.approve:.2f} is needed to approve."


def _formal(evidence: EvidenceOpinion) -> tuple[str, ...]:
    return tuple(one.message for one in evidence.certain if one.check is CheckName.COHERENT_FORMAT)


def _leads(issues: tuple[str, ...], evidence: EvidenceOpinion, failed_goals: Sequence[ScoredGoal]) -> tuple[str, ...]:
    """The start of hints and fixes: the first reason, then every goal that is not met."""
    asked = {words_of_unmet(unmet): f'Meet "{unmet.text}". {unmet.reason}'.strip() for unmet in evidence.requirements}
    missed = {_missed(goal): _sentence(f"Address {goal.id}: {goal.description}") for goal in failed_goals}
    first = [{**asked, **missed}.get(issue, _sentence(issue)) for issue in issues[:1]]
    return tuple(dict.fromkeys([*first, *missed.values()]))


def _led(leads: tuple[str, ...], text: str) -> str:
    """The judge's text after `leads`, without repeating them."""
    for lead in leads:
        text = text.replace(lead, "").strip()
    return " ".join([*leads, text]).strip()


def _missed(goal: ScoredGoal) -> str:
    return f"{goal.id} is not addressed: {goal.description}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…", "”")) else f"{text}."
