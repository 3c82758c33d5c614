"""The five checks of spec 3 with their warnings, and the resulting status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from beliefs.domain.belief import Flaw
from beliefs.domain.quotes import VERIFIED, Match
from beliefs.domain.signals import (
    ContentMatch,
    Contradiction,
    LinkIntegrity,
    SemanticSupport,
    Signals,
    Temporal,
    not_found_sentence,
)
from validation.domain.policy import BeliefPolicy

CONTRADICTION = "contradiction_check"
CHECKS = ("link_integrity", "content_match", "semantic_support", CONTRADICTION, "temporal_health")
"""In the order of every validation's list."""


class ValidationStatus(StrEnum):
    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class BeliefCheck:
    name: str
    passed: bool
    details: str
    warnings: tuple[str, ...] = ()

    def as_schema(self) -> dict[str, Any]:
        body: dict[str, Any] = {"name": self.name, "passed": self.passed, "details": self.details}
        return {**body, "warnings": list(self.warnings)} if self.warnings else body


@dataclass(frozen=True, slots=True)
class BeliefValidation:
    status: ValidationStatus
    checks: tuple[BeliefCheck, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(warning for check in self.checks for warning in check.warnings)

    def as_schema(self, at: datetime) -> dict[str, Any]:
        checks = [check.as_schema() for check in self.checks]
        return {"status": self.status.value, "timestamp": at, "checks": checks}


def validate(
    signals: Signals,
    *,
    contradictions: Sequence[Contradiction],
    broken_elsewhere: Sequence[str],
    flaws: Iterable[Flaw],
    policy: BeliefPolicy,
) -> BeliefValidation:
    """Invalid only if an Evidence link does not resolve. `broken_elsewhere` are messages about links elsewhere."""
    messages: dict[str, list[str]] = {}
    for flaw in flaws:
        messages.setdefault(flaw.check, []).append(flaw.message)
    checks = (
        _links(signals.link_integrity, policy, [*broken_elsewhere, *messages.get("link_integrity", ())]),
        _content(signals.content_match),
        _semantic(signals.semantic_support, policy),
        _contradictions(contradictions),
        _temporal(signals.temporal, policy, messages.get("temporal_health", [])),
    )
    return BeliefValidation(_status(checks), checks)


def _status(checks: Sequence[BeliefCheck]) -> ValidationStatus:
    if not checks[0].passed:
        return ValidationStatus.INVALID
    clean = all(check.passed and not check.warnings for check in checks)
    return ValidationStatus.VALID if clean else ValidationStatus.WARNING


def _links(links: LinkIntegrity, policy: BeliefPolicy, others: Sequence[str]) -> BeliefCheck:
    warnings = [f"Evidence link leads nowhere: {target}" for target in links.missing]
    if links.verified < policy.min_evidence_count:
        plural = "s" * (links.verified != 1)
        warnings.append(f"{links.verified} verified evidence link{plural}, {policy.min_evidence_count} are asked for")
    details = f"{links.verified}/{links.total} links verified"
    return BeliefCheck("link_integrity", not links.missing, details, (*warnings, *others))


def _content(content: ContentMatch) -> BeliefCheck:
    if not content.quotes:
        return BeliefCheck("content_match", True, "nothing to check")
    warnings = []
    for quote in content.quotes:
        if quote.match is Match.KEY_TERMS:
            warnings.append(f"Only key terms found: '{quote.text[:120]}' in {quote.where}")
        elif quote.match not in VERIFIED:
            warnings.append(not_found_sentence(quote))
    details = f"{content.verified}/{len(content.quotes)} quotes found"
    return BeliefCheck("content_match", content.verified > 0, details, tuple(warnings))


def _semantic(semantic: SemanticSupport, policy: BeliefPolicy) -> BeliefCheck:
    if not semantic.available:
        return BeliefCheck("semantic_support", True, "unavailable: no embedder", ("Semantic support was not measured",))
    if not semantic.results:
        warning = f"No session and no other belief scores above {policy.medium_evidence:g}"
        return BeliefCheck("semantic_support", False, "nothing to check", (warning,))
    word = "strong" if semantic.value >= policy.strong_evidence else "medium"
    number = len(semantic.results)
    details = f"Avg score {semantic.value:.2f} from {number} result{'s' * (number != 1)} ({word})"
    return BeliefCheck("semantic_support", True, details)


def _contradictions(found: Sequence[Contradiction]) -> BeliefCheck:
    if not found:
        return BeliefCheck(CONTRADICTION, True, "No high-similarity contradictions found")
    details = f"{len(found)} possible contradiction{'s' * (len(found) != 1)}"
    return BeliefCheck(CONTRADICTION, False, details, tuple(one.message for one in found))


def _temporal(temporal: Temporal, policy: BeliefPolicy, flaws: Sequence[str]) -> BeliefCheck:
    warnings = list(flaws)
    age, limit = temporal.age_days, policy.max_age_days
    if temporal.created is None:
        warnings.append("It has no date of creation, so it does not age")
    elif temporal.created - temporal.today > timedelta(days=1):  # its author's day may be a day ahead of UTC's
        warnings.append(f"Its date of creation {temporal.created} lies ahead")
    if age > limit:
        warnings.append(f"Revalidation is due: older than {limit} days")
    elif age >= policy.warn_age_days:
        warnings.append(f"Approaching {limit}-day review threshold")
    since = temporal.days_since_reference
    referenced = "never referenced with a date" if since is None else f"referenced {since} days ago"
    return BeliefCheck("temporal_health", age <= limit, f"Age {age} days, {referenced}", tuple(warnings))
