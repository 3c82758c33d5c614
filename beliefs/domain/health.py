"""The health of all beliefs together: what is broken, weak, old, contradicted or alone, and what to fix first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from beliefs.domain.formula import ConfidenceStatus
from validation.domain.policy import BeliefPolicy


@dataclass(frozen=True, slots=True)
class HealthRow:
    """One assessed belief. `broken_evidence` and `broken_elsewhere` are targets that lead nowhere."""

    pipeline: str
    name: str
    score: float
    assigned: float | None
    status: str
    validation_status: str
    broken_evidence: tuple[str, ...]
    broken_elsewhere: tuple[str, ...]
    verified: int
    unverified_quotes: int
    contradicted: bool
    age_days: int
    in_degree: int
    out_degree: int


@dataclass(frozen=True, slots=True)
class Fix:
    pipeline: str
    belief: str
    reasons: tuple[str, ...]
    weight: int


def fix_first(rows: Sequence[HealthRow], policy: BeliefPolicy) -> tuple[Fix, ...]:
    """Most urgent first. Each reason counts more the more beliefs lean on this one."""
    found = [_fix(row, policy) for row in rows]
    return tuple(sorted((fix for fix in found if fix.reasons), key=lambda fix: (-fix.weight, fix.belief)))


def _fix(row: HealthRow, policy: BeliefPolicy) -> Fix:
    reasons: list[tuple[int, str]] = []
    if row.broken_evidence:
        reasons.append((8, f"evidence leads nowhere: {', '.join(list(dict.fromkeys(row.broken_evidence))[:3])}"))
    if row.contradicted:
        reasons.append((5, "contradicted by another belief"))
    if row.age_days > policy.max_age_days:
        reasons.append((3, f"revalidation is due: {row.age_days} days old"))
    if row.unverified_quotes:
        reasons.append((3, f"{row.unverified_quotes} quote{'s' * (row.unverified_quotes > 1)} not found where cited"))
    if not row.broken_evidence and row.verified < policy.min_evidence_count:
        reasons.append((2, f"{row.verified} verified evidence link{'s' * (row.verified != 1)}"))
    if row.broken_elsewhere:
        one = len(row.broken_elsewhere) == 1
        reasons.append(
            (1, "1 other link leads nowhere" if one else f"{len(row.broken_elsewhere)} other links lead nowhere")
        )
    weight = sum(points for points, _ in reasons) * (1 + min(row.in_degree, 5))
    return Fix(row.pipeline, row.name, tuple(reason for _, reason in reasons), weight)


def summary(rows: Sequence[HealthRow], policy: BeliefPolicy) -> dict[str, Any]:
    """Plain data: counts by status, the named problems, assigned against computed scores with their n."""
    return {
        "beliefs": len(rows),
        "status": dict(Counter(row.status for row in rows)),
        "validation": dict(Counter(row.validation_status for row in rows)),
        "broken_evidence": {row.name: list(row.broken_evidence) for row in rows if row.broken_evidence},
        "broken_elsewhere": sum(len(row.broken_elsewhere) for row in rows),
        "weak_evidence": [row.name for row in rows if _weak(row, policy)],
        "unverified_quotes": sum(row.unverified_quotes for row in rows),
        "approaching_review": [row.name for row in rows if policy.warn_age_days <= row.age_days <= policy.max_age_days],
        "review_due": [row.name for row in rows if row.age_days > policy.max_age_days],
        "contradicted": [row.name for row in rows if row.contradicted],
        "orphans": [row.name for row in rows if not row.in_degree and not row.out_degree],
        "assigned": _assigned(rows),
    }


def _weak(row: HealthRow, policy: BeliefPolicy) -> bool:
    return row.status == ConfidenceStatus.LOW_CONFIDENCE or row.verified < policy.min_evidence_count


def _assigned(rows: Sequence[HealthRow]) -> dict[str, Any]:
    pairs = [(row.assigned, row.score) for row in rows if row.assigned is not None]
    if not pairs:
        return {"n": 0, "mean_assigned": None, "mean_computed": None, "overstated": 0}
    return {
        "n": len(pairs),
        "mean_assigned": round(sum(assigned for assigned, _ in pairs) / len(pairs), 3),
        "mean_computed": round(sum(computed for _, computed in pairs) / len(pairs), 3),
        "overstated": sum(assigned > computed for assigned, computed in pairs),
    }
