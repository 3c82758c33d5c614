"""The checks that rest on claims and findings, each with a sentence for the reviewer."""

from __future__ import annotations

from collections.abc import Container, Iterable

from validation.domain.check import CheckName, CheckState
from validation.domain.claim import Claim, ClaimState
from validation.domain.finding import Finding, Severity
from validation.domain.verdict import CheckOpinion
from validation.evidence.text.words import shorten, strip_markdown

INVENTS = frozenset(
    {"name_not_in_evidence", "feature_not_in_evidence", "number_not_in_evidence", "date_not_in_evidence"}
    | {"url_not_in_evidence", "money_not_in_evidence", "time_not_in_evidence"}
)
"""Findings of what the evidence does not hold."""


def build_checks(claims: tuple[Claim, ...], findings: tuple[Finding, ...]) -> dict[CheckName, CheckOpinion]:
    """The checks that rest on claims and findings alone."""
    return {
        CheckName.CLAIMS_SUPPORTED: _claims_supported(claims, findings),
        CheckName.NO_HALLUCINATIONS: _no_hallucinations(claims, findings),
        CheckName.COHERENT_FORMAT: _coherent_format(findings),
    }


def _claims_supported(claims: tuple[Claim, ...], findings: tuple[Finding, ...]) -> CheckOpinion:
    """What is wrong with the context itself comes first: no claim can rest on it."""
    certain = [one for one in findings if one.check is CheckName.CLAIMS_SUPPORTED and one.severity is Severity.CERTAIN]
    untrusted = [finding for finding in certain if finding.claim_id is None]
    if untrusted:
        return CheckOpinion(CheckState.FAIL, _told(untrusted))
    stated = [claim for claim in claims if claim.state is not ClaimState.NOT_FACTUAL]
    if not stated:
        return CheckOpinion(CheckState.NOT_APPLICABLE, "The response makes no factual claim.")
    weak = [claim for claim in stated if claim.state is not ClaimState.SUPPORTED]
    if not weak:
        all_of_them = "The one claim has" if len(stated) == 1 else f"All {len(stated)} claims have"
        return CheckOpinion(CheckState.PASS, f"{all_of_them} evidence.")
    told = _lacking(len(weak), len(stated), sum(claim.state is ClaimState.CONTRADICTED for claim in weak))
    return CheckOpinion(CheckState.FAIL, f"{told}; first: {shorten(strip_markdown(weak[0].text), 120)}")


def _lacking(weak: int, stated: int, contradicted: int) -> str:
    if stated == 1:
        return "The one claim is contradicted" if contradicted else "The one claim lacks support"
    told = f"{weak} of {stated} claims lack support" if weak > 1 else f"1 of {stated} claims lacks support"
    if not contradicted:
        return told
    return f"{told} and is contradicted" if weak == 1 else f"{told}, {contradicted} of them contradicted"


def _no_hallucinations(claims: tuple[Claim, ...], findings: tuple[Finding, ...]) -> CheckOpinion:
    supported = {claim.id for claim in claims if claim.state is ClaimState.SUPPORTED}
    invented = [finding for finding in findings if _invents(finding, supported)]
    if invented:
        return CheckOpinion(CheckState.FAIL, _told(invented))
    if all(claim.state is ClaimState.NOT_FACTUAL for claim in claims):
        return CheckOpinion(CheckState.NOT_APPLICABLE, "The response makes no factual claim.")
    return CheckOpinion(CheckState.PASS, "No invented figure, address, quotation, item or feature was found.")


def _invents(finding: Finding, supported: Container[str]) -> bool:
    """What is only likely decides nothing about a sentence that the evidence was found to support."""
    if finding.check is not CheckName.NO_HALLUCINATIONS:
        return False
    return finding.severity is Severity.CERTAIN or (finding.code in INVENTS and finding.claim_id not in supported)


def _coherent_format(findings: tuple[Finding, ...]) -> CheckOpinion:
    broken = [f for f in findings if f.check is CheckName.COHERENT_FORMAT and f.severity is Severity.CERTAIN]
    if broken:
        return CheckOpinion(CheckState.FAIL, _told(broken))
    return CheckOpinion(CheckState.PASS, "The markdown is whole and structured.")


def _told(findings: Iterable[Finding]) -> str:
    """The first three messages, and how many more there are."""
    messages = list(dict.fromkeys(finding.message for finding in findings))
    more = f" And {len(messages) - 3} more." if len(messages) > 3 else ""
    return " ".join(messages[:3]) + more
