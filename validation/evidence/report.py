"""What the evidence checker holds of one response: the input of the embedded judge and the cross-examiner of an LLM."""

from __future__ import annotations

from dataclasses import dataclass, field

from validation.domain.check import CheckName
from validation.domain.claim import Claim, Requirement
from validation.domain.finding import Finding, Severity
from validation.domain.verdict import CheckOpinion

EVIDENCE_VERSION = "44"
"""Recorded with every judgement; raised whenever the same input could give another report."""


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """`grounded` is the calibrated probability (0.0-1.0) that every claim of the response is supported, None when it
    makes none. `out_of_domain` says why that figure cannot be relied on for this input. `evidence_missing` says what
    the evidence itself lacks, `tool_failure` the tool that failed where that is why: nothing on the item, nothing
    within the budget, or nothing at all though the query needs facts."""

    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    requirements: tuple[Requirement, ...]
    checks: dict[CheckName, CheckOpinion]
    grounded: float | None
    out_of_domain: str | None = None
    evidence_missing: str | None = None
    tool_failure: str | None = None
    goals: dict[str, float] = field(default_factory=dict)

    @property
    def certain(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity is Severity.CERTAIN)
