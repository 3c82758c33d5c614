"""What hangs on a judgement. Spans are found by searching, so an offset that does not hold its quote cannot be written
down by mistake."""

from __future__ import annotations

from dataclasses import asdict

from validation.domain.check import CheckName
from validation.domain.claim import ClaimState, EvidenceLink
from validation.domain.finding import Severity
from validation.models import (
    Attempt,
    ClaimRecord,
    FindingRecord,
    GoalScore,
    Judgement,
    MemoryCandidate,
    RequirementRecord,
)


def link(
    context_md: str, quote: str, *, section: int = 4, ref: str | None = None, url: str | None = None
) -> EvidenceLink:
    start = context_md.index(quote)
    return EvidenceLink(section, start, start + len(quote), quote, url, ref)


def claim(
    judgement: Judgement,
    text: str,
    state: ClaimState = ClaimState.SUPPORTED,
    *links: EvidenceLink,
    probability: float = 0.95,
) -> ClaimRecord:
    start = judgement.attempt.text.response_md.index(text)
    return ClaimRecord.objects.create(
        judgement=judgement,
        claim_id=f"c{judgement.claims.count() + 1}",
        text=text,
        start=start,
        end=start + len(text),
        state=state,
        probability=probability,
        evidence=[asdict(one) for one in links],
    )


def finding(
    judgement: Judgement,
    text: str,
    message: str,
    *,
    code: str = "money_not_in_evidence",
    severity: Severity = Severity.CERTAIN,
    check: CheckName = CheckName.NO_HALLUCINATIONS,
    claim_id: str = "",
) -> FindingRecord:
    start = judgement.attempt.text.response_md.index(text)
    return FindingRecord.objects.create(
        judgement=judgement,
        code=code,
        severity=severity,
        check_name=check,
        start=start,
        end=start + len(text),
        message=message,
        claim_id=claim_id,
    )


def requirement(
    judgement: Judgement, text: str, *, met: bool, kind: str = "budget", reason: str = ""
) -> RequirementRecord:
    return RequirementRecord.objects.create(judgement=judgement, text=text, kind=kind, met=met, reason=reason)


def goal(judgement: Judgement, goal_id: str, score: float, status: str, description: str = "") -> GoalScore:
    return GoalScore.objects.create(
        judgement=judgement, goal_id=goal_id, score=score, status=status, description=description
    )


def remember(attempt: Attempt, key: str, content: str, state: str = "staged") -> MemoryCandidate:
    settled = None if state == "staged" else attempt.decided_at
    return MemoryCandidate.objects.create(attempt=attempt, key=key, content=content, state=state, settled_at=settled)
