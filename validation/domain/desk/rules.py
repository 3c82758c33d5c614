"""Matches decisions with the policy's rules for opening interventions (policy section `interventions.rules`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from validation.domain.audit_policy import InterventionRule
from validation.domain.trust.audit import is_drawn


@dataclass(frozen=True, slots=True)
class DecidedFacts:
    """The facts that conditions refer to. `language` is lazy, since detecting it requires reading the response."""

    subject_id: str
    policy: int
    route: str
    confidence: float
    failed_checks: frozenset[str]
    finding_codes: frozenset[str]
    pipeline: str
    metadata: Mapping[str, object]
    language: Callable[[], str]


def matching_rule(rules: Sequence[InterventionRule], facts: DecidedFacts) -> InterventionRule | None:
    """The first rule whose conditions hold and whose random share includes this decision."""
    return next((rule for rule in rules if meets(rule, facts) and _is_drawn(rule, facts)), None)


def meets(rule: InterventionRule, facts: DecidedFacts) -> bool:
    return (
        _any_of(rule.routes, {facts.route})
        and rule.holds(facts.confidence)
        and _any_of(rule.checks, facts.failed_checks)
        and _any_of(rule.findings, facts.finding_codes)
        and _any_of(rule.pipelines, {facts.pipeline})
        and all(str(facts.metadata.get(key, "")) == value for key, value in rule.metadata.items())
        and (not rule.languages or facts.language().casefold() in {one.casefold() for one in rule.languages})
    )


def _any_of(wanted: Sequence[str], there: set[str] | frozenset[str]) -> bool:
    return not wanted or not there.isdisjoint(wanted)


def _is_drawn(rule: InterventionRule, facts: DecidedFacts) -> bool:
    return is_drawn("rule", rule.name, facts.policy, facts.subject_id, rate=rule.share)
