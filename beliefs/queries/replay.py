"""Replays beliefs under other weights and thresholds, from the stored signals of their last assessment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from beliefs.domain.formula import ConfidenceStatus, total, weigh
from beliefs.domain.nearest import TOP
from beliefs.domain.signals import decay, mean_score
from beliefs.domain.validation import ValidationStatus
from beliefs.models import BeliefRecord
from validation.domain.policy import BeliefPolicy, PolicyDocument
from validation.models import Policy
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome

_COLUMNS = (
    *("name", "statement", "policy", "pipeline"),
    *("age_days", "near", "waterfall", "confidence__signals", "validation"),
)
_WORDS = {ConfidenceStatus.VALID: "valid", ConfidenceStatus.LOW_CONFIDENCE: "low confidence"}


@dataclass(frozen=True, slots=True)
class StoredBelief:
    """`made_under` is the policy of its assessment; `scores` are the neighbours above its threshold, None without an
    embedder."""

    made_under: BeliefPolicy
    age_days: int
    scores: tuple[float, ...] | None
    values: Mapping[str, float]
    verified: int
    valid: bool
    other_warnings: bool

    def outcome(self, policy: PolicyDocument) -> str | None:
        """None if it depends on neighbours below the former threshold, which are not stored."""
        belief = policy.belief
        if not self.valid:
            return "invalid" + (", for a person" if belief.open_interventions else "")
        lower = belief.medium_evidence < self.made_under.medium_evidence
        if lower and self.scores is not None and len(self.scores) < TOP:
            return None
        status = ConfidenceStatus.VALID if self._score(belief) >= belief.valid else ConfidenceStatus.LOW_CONFIDENCE
        return _WORDS[status] + (", with warnings" if self._warns(belief) else "")

    def _near(self, policy: BeliefPolicy) -> list[float]:
        return [score for score in self.scores or () if score > policy.medium_evidence]

    def _score(self, policy: BeliefPolicy) -> float:
        """Same as `compute`."""
        support = None if self.scores is None else mean_score(self._near(policy))
        parts = weigh(
            content_match=self.values["content_match"],
            semantic_support=support,
            graph_support=self.values["graph_support"],
            weights=policy.weights,
        )
        return total(parts, decay(self.age_days, rate=policy.decay_rate, floor=policy.decay_floor))

    def _warns(self, policy: BeliefPolicy) -> bool:
        """Same as `validate`."""
        aged = self.age_days > policy.max_age_days or self.age_days >= policy.warn_age_days
        alone = self.scores is None or not self._near(policy)
        return self.other_warnings or aged or alone or self.verified < policy.min_evidence_count


def stored_beliefs(scope: ReplayScope) -> tuple[GateOutcomes, ...]:
    """Beliefs assessed within the scope; a pipeline's own, without `common`."""
    limits = {"pipeline": scope.pipeline or None, "assessed_at__gte": scope.since, "assessed_at__lt": scope.until}
    assessed = BeliefRecord.objects.filter(assessed_at__isnull=False, policy__isnull=False)
    assessed = assessed.filter(**{name: value for name, value in limits.items() if value is not None})
    rows = list(assessed.order_by("-assessed_at", "-id").values_list(*_COLUMNS)[: scope.most + 1])
    policies = {one.number: one.read().belief for one in Policy.objects.filter(number__in={row[2] for row in rows})}
    outcomes = tuple(
        StoredOutcome(name, statement, "beliefs:belief", number, pipeline, _stored(policies[number], *values).outcome)
        for name, statement, number, pipeline, *values in rows[: scope.most]
    )
    return (GateOutcomes("beliefs", outcomes, len(rows) > scope.most),)


def _stored(
    policy: BeliefPolicy,
    age_days: int,
    near: dict[str, Any],
    waterfall: dict[str, Any],
    signals: dict[str, Any],
    validation: dict[str, Any],
) -> StoredBelief:
    values = {part["name"]: part["value"] for part in waterfall["parts"]}
    measured = signals["semantic_support"]["value"] is not None
    verified = signals["link_integrity"]["verified"]
    checks = {check["name"]: check for check in validation["checks"]}
    by_policy = {
        "link_integrity": int(verified < policy.min_evidence_count),
        "semantic_support": 1,
        "temporal_health": int(age_days > policy.max_age_days or age_days >= policy.warn_age_days),
    }
    rest = any(
        len(check.get("warnings", ())) > by_policy.get(name, 0) or not (check["passed"] or name in by_policy)
        for name, check in checks.items()
    )
    scores = tuple(sorted(near.get("results", {}).values(), reverse=True)) if measured else None
    valid = validation["status"] != ValidationStatus.INVALID
    return StoredBelief(policy, age_days, scores, values, verified, valid, rest)
