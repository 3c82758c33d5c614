"""What the evidence checker contributes to a decision."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.check import CheckName, CheckState
from validation.domain.claim import Requirement
from validation.domain.finding import Finding, Severity


@dataclass(frozen=True, slots=True)
class EvidenceOpinion:
    """The evidence checker's input to the decision. `checks` holds state and reason of every check that it can decide;
    `evidence_missing` says what the evidence itself lacks, which no rewording can fix."""

    checks: dict[CheckName, tuple[CheckState, str]]
    findings: tuple[Finding, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    evidence_missing: str | None = None

    @property
    def certain(self) -> list[Finding]:
        """The certain findings, which no judge can overrule."""
        return [finding for finding in self.findings if finding.severity is Severity.CERTAIN]

    @property
    def unmet(self) -> list[Requirement]:
        return [requirement for requirement in self.requirements if not requirement.met]


def words_of_unmet(requirement: Requirement) -> str:
    """The requirement as a reason against approval."""
    return f'Not met: "{requirement.text}". {requirement.reason}'.strip()
