"""The judge without an LLM: a deterministic verdict from the evidence report alone (DESIGN, section 5).

The calibrated probability that the response is grounded decides APPROVE. Below that edge, confidence is 0.50-0.79 if at
least half the claims are supported and the query is addressed, 0.30-0.49 otherwise, and lower only if there is nothing
to repair. Within a band it grows with the probability.
"""

from __future__ import annotations

from validation.domain.check import CheckName, CheckState
from validation.domain.claim import NOT_SUPPORTED, Claim, ClaimState
from validation.domain.codes.findings import FindingCode
from validation.domain.decisions.bands import shown
from validation.domain.finding import Finding, Severity
from validation.domain.verdict import CheckOpinion, Decision, ReasonTag, Verdict
from validation.evidence.report import EvidenceReport
from validation.evidence.text.words import shorten, strip_markdown

APPROVE_EDGE = 0.80
_REVISE_BAND = (0.50, 0.799)
_RETRY_BAND = (0.30, 0.499)
_NO_CLAIMS = 0.90
_QUOTED = 120
"""Most characters quoted from a claim."""
_FOR_AN_LLM = CheckOpinion(CheckState.NOT_APPLICABLE, "Only an LLM can answer this check.")
"""For checks that the evidence checker does not decide."""
_NOTHING_TO_REPAIR = 0.10
_CONTRADICTS = frozenset(("value_contradicted", "statement_contradicted"))
_ON_CLAIMS = frozenset({CheckName.CLAIMS_SUPPORTED, CheckName.NO_HALLUCINATIONS})


def verdict_of(report: EvidenceReport, response_md: str) -> Verdict:
    checks = {name: report.checks.get(name, _FOR_AN_LLM) for name in CheckName}
    confidence = _confidence(report, response_md)
    decision = _decision(report, checks, confidence)
    return Verdict(
        decision=decision,
        confidence=confidence,
        checks=checks,
        issues=() if decision is Decision.APPROVE else _issues(report, checks, confidence),
        revision_hints=_hints(report) if decision is Decision.REVISE else "",
        suggested_fixes=_fixes(report) if decision in (Decision.RETRY, Decision.FAIL) else "",
        goals=dict(report.goals),
        reason_tags=(ReasonTag.TOOL_FAILURE,) if report.tool_failure and decision is not Decision.APPROVE else (),
        notes=_notes(report) if decision is Decision.APPROVE else "",
    )


def _confidence(report: EvidenceReport, response_md: str) -> float:
    if not any(character.isalnum() for character in response_md):
        return _NOTHING_TO_REPAIR
    all_hold = all(check.state.holds for check in report.checks.values())
    if report.grounded is None:
        return _NO_CLAIMS if all_hold else _within(_RETRY_BAND if _lacks_evidence(report) else _REVISE_BAND, 0.5)
    if all_hold and report.grounded >= APPROVE_EDGE and _trusted(report):
        return report.grounded
    repairable = _repairable(report.claims) and not _lacks_evidence(report)
    return _within(_REVISE_BAND if repairable else _RETRY_BAND, report.grounded)


def _lacks_evidence(report: EvidenceReport) -> bool:
    """Whether only another run of the tools can help; omissions in the response can be added to it."""
    if report.tool_failure:
        return True
    return report.evidence_missing is not None and not report.checks[CheckName.QUERY_ADDRESSED].state.holds


def _trusted(report: EvidenceReport) -> bool:
    """Whether the probability may approve. Outside its domain every claim must have evidence too."""
    return report.out_of_domain is None or all(
        claim.evidence for claim in report.claims if claim.state is not ClaimState.NOT_FACTUAL
    )


def _repairable(claims: tuple[Claim, ...]) -> bool:
    """Whether at most half of the claims fail, or only one: a single invented price is a REVISE, however short."""
    factual = [claim for claim in claims if claim.state is not ClaimState.NOT_FACTUAL]
    supported = sum(claim.state is ClaimState.SUPPORTED for claim in factual)
    return supported * 2 >= len(factual) or len(factual) - supported == 1


def _within(band: tuple[float, float], probability: float) -> float:
    low, high = band
    return low + (high - low) * probability


def _decision(report: EvidenceReport, checks: dict[CheckName, CheckOpinion], confidence: float) -> Decision:
    if confidence <= _NOTHING_TO_REPAIR:
        return Decision.FAIL
    if _lacks_evidence(report):
        return Decision.RETRY
    all_hold = all(opinion.state.holds for opinion in checks.values())
    return Decision.APPROVE if all_hold and confidence >= APPROVE_EDGE else Decision.REVISE


def _issues(report: EvidenceReport, checks: dict[CheckName, CheckOpinion], confidence: float) -> tuple[str, ...]:
    """One sentence per defect: content before form, and specific findings before a check's overall reason. Queues show
    the first."""
    failing = {name for name, opinion in checks.items() if opinion.state is CheckState.FAIL}
    by_weight = sorted(report.findings, key=lambda finding: finding.check is CheckName.COHERENT_FORMAT)
    issues = [finding.message for finding in by_weight if finding.check in failing]
    pointed = {finding.check for finding in report.findings}
    if pointed & _ON_CLAIMS:
        pointed |= _ON_CLAIMS
    if any(not requirement.met for requirement in report.requirements):
        pointed.add(CheckName.QUERY_ADDRESSED)
    issues += [checks[name].reason for name in checks if name in failing - pointed and checks[name].reason]
    if not failing and report.out_of_domain:
        issues.append(f"Less certain here: {report.out_of_domain}.")
    if not failing and not issues and confidence < APPROVE_EDGE and report.grounded is not None:
        weakest = "".join(f': "{_short(claim.text)}"' for claim in _weakest(report)[:1])
        issues.append(f"Weakest support ({shown(report.grounded)}){weakest}.")
    return tuple(dict.fromkeys(issues))


def _hints(report: EvidenceReport) -> str:
    """What synthesis should change, one sentence per defect."""
    hints = [finding.message for finding in report.findings if _points(finding)]
    hints += [f'Remove or correct "{_short(claim.text)}".' for claim in _unsupported(report)]
    hints += _unmet(report)
    hints += _unsourced(report)
    if not hints:
        hints = [_short(claim.text) for claim in _weakest(report)]
        hints = [f'Keep closer to the evidence in "{text}".' for text in hints]
    return " ".join(dict.fromkeys(hints))


def _unsourced(report: EvidenceReport) -> list[str]:
    """One sentence per claim without a source, with the URL if all its evidence has the same one."""
    claims = {claim.id: claim for claim in report.claims}
    lacking = [finding for finding in report.findings if finding.code == FindingCode.SOURCE_MISSING]
    return [_link_to(claims.get(finding.claim_id or "")) or finding.message for finding in lacking]


def _link_to(claim: Claim | None) -> str | None:
    urls = {link.url for link in claim.evidence if link.url} if claim else set()
    return f'Link "{_short(claim.text)}" to <{urls.pop()}>.' if claim and len(urls) == 1 else None


def _fixes(report: EvidenceReport) -> str:
    """What the planner should gather."""
    if fixes := _unmet(report):
        return " ".join([*fixes, f"Gather evidence for {'it' if len(fixes) == 1 else 'them'}."])
    return "Gather evidence that answers the query, then write the response from it."


def _unmet(report: EvidenceReport) -> list[str]:
    """Begin like hints and fixes do, so that duplicates can be removed (domain.decisions.decision)."""
    return [f'Meet "{one.text}". {one.reason}'.strip() for one in report.requirements if not one.met]


def _notes(report: EvidenceReport) -> str:
    supported = sum(claim.state is ClaimState.SUPPORTED for claim in report.claims)
    if not supported:
        return "The response makes no factual claim."
    return f"The evidence supports every claim ({supported})."


def _points(finding: Finding) -> bool:
    """Whether a finding says what to change: it is certain, or the evidence has another value."""
    return finding.severity is Severity.CERTAIN or finding.code in _CONTRADICTS


def _unsupported(report: EvidenceReport) -> list[Claim]:
    doubted = {finding.claim_id for finding in report.findings if _points(finding)}
    return [claim for claim in report.claims if claim.state in NOT_SUPPORTED and claim.id not in doubted]


def _weakest(report: EvidenceReport) -> list[Claim]:
    factual = [claim for claim in report.claims if claim.state is not ClaimState.NOT_FACTUAL]
    return sorted(factual, key=lambda claim: claim.probability)[:2]


def _short(text: str) -> str:
    return shorten(strip_markdown(text), _QUOTED)
