"""Concerns about approving something as it is, which a page asks to confirm (DESIGN, section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validation.domain.decisions.bands import shown


@dataclass(frozen=True, slots=True)
class ApprovalConcern:
    """`words` complete the sentence "Approve although ..."; `code` names the concern in a form."""

    code: str
    words: str


def not_judged(halt_cause: str) -> ApprovalConcern:
    """`halt_cause` is empty while judging has not ended."""
    words = f"it was never judged ({halt_cause.replace('_', ' ')})" if halt_cause else "it is not judged yet"
    return ApprovalConcern("not_judged", words)


def flagged(why: str) -> ApprovalConcern:
    """For a gate that gives only the reason of its intervention."""
    return ApprovalConcern("flagged", f"it is flagged: {why.rstrip('.')}")


def response_concerns(
    *,
    judged: bool,
    halt_cause: str,
    failed_checks: Sequence[str],
    out_of_domain: str,
    confidence: float,
    approve: float,
) -> tuple[ApprovalConcern, ...]:
    """Concerns about a draft response; `approve` is the lowest confidence at which the policy approves."""
    if not judged:
        return (not_judged(halt_cause),)
    concerns = [
        ApprovalConcern(f"failed:{name}", f"{name.replace('_', ' ').capitalize()} fails") for name in failed_checks
    ]
    if out_of_domain:
        concerns.append(ApprovalConcern("out_of_domain", "the judge is outside its domain"))
    if confidence < approve:
        words = f"its confidence is {shown(confidence)} (approving needs {approve:.2f})"
        concerns.append(ApprovalConcern("low_confidence", words))
    return tuple(concerns)


def analysis_concerns(
    *, status: str, halt_cause: str, queued: bool, issues: Sequence[str]
) -> tuple[ApprovalConcern, ...]:
    """The concern about a query analysis with a status other than `pass`, quoting its first issue."""
    if halt_cause or queued:
        return (not_judged("" if queued else halt_cause),)
    if status == "pass":
        return ()
    more = f" and {len(issues) - 1} more" if len(issues) > 1 else ""
    first_issue = f": {issues[0].rstrip('.')}{more}" if issues else ""
    return (ApprovalConcern("not_passed", f"its checks say {status}{first_issue}"),)
