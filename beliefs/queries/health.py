"""The health report from what was assessed last."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict
from typing import Any

from django.db.models import Q

from beliefs.domain.belief import Section
from beliefs.domain.formula import ConfidenceStatus
from beliefs.domain.health import HealthRow, fix_first, summary
from beliefs.domain.validation import CHECKS, CONTRADICTION, ValidationStatus
from beliefs.models import AuditRun, BeliefLink, BeliefRecord, UnreadableFile
from beliefs.queries.corpora import corpora_of, shown_beliefs
from validation.domain.policy import BeliefPolicy

SHOWN_FIXES = 25
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


def health_rows(pipeline: str) -> list[HealthRow]:
    """Assessed beliefs by name."""
    broken = _broken(pipeline)
    return [_row(record, *broken.get(record.pk, ((), ()))) for record in _records(pipeline)]


def _records(pipeline: str) -> Any:
    return shown_beliefs(pipeline).exclude(status="").defer("markdown", "waterfall").order_by("name")


def _broken(pipeline: str) -> dict[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """(in Evidence, elsewhere) by belief."""
    evidence: dict[int, list[str]] = defaultdict(list)
    elsewhere: dict[int, list[str]] = defaultdict(list)
    rows = BeliefLink.objects.filter(found_name="", belief__in=shown_beliefs(pipeline)).order_by("line")
    for belief, section, target in rows.values_list("belief_id", "section", "target"):
        (evidence if section == Section.EVIDENCE else elsewhere)[belief].append(target)
    return {pk: (tuple(evidence[pk]), tuple(elsewhere[pk])) for pk in {*evidence, *elsewhere}}


def _row(record: BeliefRecord, evidence: tuple[str, ...], elsewhere: tuple[str, ...]) -> HealthRow:
    signals = record.confidence["signals"]
    checks = {check["name"]: check["passed"] for check in record.validation["checks"]}
    return HealthRow(
        pipeline=record.pipeline,
        name=record.name,
        score=record.score or 0.0,
        assigned=record.assigned,
        status=record.status,
        validation_status=record.validation_status,
        broken_evidence=evidence,
        broken_elsewhere=elsewhere,
        verified=signals["link_integrity"]["verified"],
        unverified_quotes=record.unverified_quotes,
        contradicted=not checks[CONTRADICTION],
        age_days=record.age_days,
        in_degree=record.in_degree,
        out_degree=signals["graph_support"]["out_degree"],
    )


def health_report(*, pipeline: str, policy: BeliefPolicy) -> dict[str, Any]:
    """Of all that the pipeline sees, or of all pipelines when it is empty: `summary` of the domain, the most urgent
    fixes, unreadable files and the last audits."""
    rows = health_rows(pipeline)
    of = {"pipeline__in": corpora_of(pipeline)} if pipeline else {}
    files = UnreadableFile.objects.filter(**of).order_by("path").values("path", "line", "reason", "seen_at")
    runs = AuditRun.objects.filter(**of).order_by("-at")[:12]
    audits = runs.values("pipeline", "at", "by", "beliefs", "assessed", "seconds", "figures")
    fixes = fix_first(rows, policy)
    return {
        **summary(rows, policy),
        "fix_first": [asdict(fix) for fix in fixes[:SHOWN_FIXES]],
        "fixes": len(fixes),
        "scores": _scores(rows),
        "broken_files": list(files),
        "audits": list(audits),
        "not_assessed": shown_beliefs(pipeline).filter(status="").count(),
        "changed_since": shown_beliefs(pipeline).filter(stale=True).count(),
    }


def _scores(rows: list[HealthRow]) -> list[dict[str, Any]]:
    """Beliefs with an assigned score, those furthest above what was computed first."""
    gaps = [(row.assigned - row.score, row) for row in rows if row.assigned is not None]
    gaps.sort(key=lambda one: (-one[0], one[1].name))
    return [
        {"belief": row.name, "pipeline": row.pipeline, "assigned": row.assigned, "computed": row.score}
        for _, row in gaps
    ]


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
