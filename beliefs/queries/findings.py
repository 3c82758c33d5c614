"""Beliefs by what their last assessment found: the lists behind the figures of the health report."""

from __future__ import annotations

from django.db.models import Q

from beliefs.domain.formula import ConfidenceStatus
from beliefs.domain.validation import CHECKS, CONTRADICTION, ValidationStatus
from validation.domain.policy import BeliefPolicy

FINDINGS = {
    "broken_evidence": "Broken evidence",
    "broken_links": "Broken links",
    "weak_evidence": "Weak evidence",
    "quotes_not_found": "Quotes not found",
    "approaching_review": "Review approaching",
    "review_due": "Review due",
    "contradicted": "Contradicted",
    "orphans": "Orphans",
}
"""Labels by name; the names are those of the report, where it has one."""


def with_finding(name: str, policy: BeliefPolicy) -> Q:
    """Of assessed beliefs. Raises KeyError for an unknown name."""
    signals = "confidence__signals"
    conditions = {
        "broken_evidence": Q(validation_status=ValidationStatus.INVALID),
        "broken_links": Q(broken_links__gt=0),
        "weak_evidence": Q(status=ConfidenceStatus.LOW_CONFIDENCE)
        | Q(**{f"{signals}__link_integrity__verified__lt": policy.min_evidence_count}),
        "quotes_not_found": Q(unverified_quotes__gt=0),
        "approaching_review": Q(age_days__range=(policy.warn_age_days, policy.max_age_days)),
        "review_due": Q(age_days__gt=policy.max_age_days),
        # By its place, since JSON contains is not portable to SQLite.
        "contradicted": Q(**{f"validation__checks__{CHECKS.index(CONTRADICTION)}__passed": False}),
        "orphans": Q(**{"in_degree": 0, f"{signals}__graph_support__out_degree": 0}),
    }
    return conditions[name] & ~Q(status="")
