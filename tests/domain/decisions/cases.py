"""Verdicts, goals and findings to decide on."""

from __future__ import annotations

from validation.domain.check import CheckName, CheckState
from validation.domain.claim import Requirement
from validation.domain.decisions.decision import DecisionResult, decide
from validation.domain.decisions.evidence_opinion import EvidenceOpinion
from validation.domain.decisions.goals import ScoredGoal, status_of
from validation.domain.finding import Finding, Severity
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import CheckOpinion, Decision, Verdict

POLICY = ResponsePolicy()
ALL_PASS: dict[CheckName, tuple[CheckState, str]] = dict.fromkeys(CheckName, (CheckState.PASS, ""))


def verdict(
    decision: str = "APPROVE", confidence: float = 0.92, failing: tuple[str, ...] = (), **more: object
) -> Verdict:
    checks = {
        name: CheckOpinion(CheckState.FAIL if name in failing else CheckState.PASS, f"{name} judged")
        for name in CheckName
    }
    return Verdict(decision=Decision(decision), confidence=confidence, checks=checks, **more)  # type: ignore[arg-type]


def goals(*scores: float) -> tuple[ScoredGoal, ...]:
    return tuple(
        ScoredGoal(f"GOAL_{index}", f"goal {index}", score, status_of(score, POLICY))
        for index, score in enumerate(scores, start=1)
    )


def finding(check: CheckName = CheckName.NO_HALLUCINATIONS, severity: Severity = Severity.CERTAIN) -> Finding:
    return Finding("money_not_in_evidence", severity, check, 0, 9, "99 EUR does not appear in the evidence.")


def decided(
    said: Verdict,
    *,
    findings: tuple[Finding, ...] = (),
    requirements: tuple[Requirement, ...] = (),
    evidence_missing: str | None = None,
    scores: tuple[float, ...] = (),
    checks: dict[CheckName, tuple[CheckState, str]] = ALL_PASS,
) -> DecisionResult:
    return decide(said, EvidenceOpinion(checks, findings, requirements, evidence_missing), goals(*scores), POLICY)
