"""The health report from what was assessed last."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from beliefs.domain.belief import Section
from beliefs.domain.health import Fix, HealthRow, fix_first, summary
from beliefs.domain.validation import CONTRADICTION
from beliefs.models import AuditRun, BeliefLink, BeliefRecord, UnreadableFile
from validation.domain.policy import BeliefPolicy

SHOWN_FIXES = 25


def health_rows() -> list[HealthRow]:
    """Assessed beliefs by name."""
    broken = _broken()
    return [_row(record, *broken.get(record.pk, ((), ()))) for record in _records()]


def _records() -> Any:
    return BeliefRecord.objects.exclude(status="").defer("markdown", "waterfall").order_by("name")


def _broken() -> dict[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """(in Evidence, elsewhere) by belief."""
    evidence: dict[int, list[str]] = defaultdict(list)
    elsewhere: dict[int, list[str]] = defaultdict(list)
    rows = BeliefLink.objects.filter(found_name="").order_by("line").values_list("belief_id", "section", "target")
    for belief, section, target in rows:
        (evidence if section == Section.EVIDENCE else elsewhere)[belief].append(target)
    return {pk: (tuple(evidence[pk]), tuple(elsewhere[pk])) for pk in {*evidence, *elsewhere}}


def _row(record: BeliefRecord, evidence: tuple[str, ...], elsewhere: tuple[str, ...]) -> HealthRow:
    signals = record.confidence["signals"]
    checks = {check["name"]: check["passed"] for check in record.validation["checks"]}
    return HealthRow(
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


def health_report(*, policy: BeliefPolicy) -> dict[str, Any]:
    """`summary` of the domain, the most urgent fixes, unreadable files and the last audits."""
    rows = health_rows()
    files = UnreadableFile.objects.order_by("path").values("path", "line", "reason", "seen_at")
    runs = AuditRun.objects.order_by("-at")[:12].values("at", "by", "beliefs", "assessed", "seconds", "figures")
    fixes = fix_first(rows, policy)
    return {
        **summary(rows, policy),
        "fix_first": [_fix(fix) for fix in fixes[:SHOWN_FIXES]],
        "fixes": len(fixes),
        "scores": _scores(rows),
        "broken_files": list(files),
        "audits": list(runs),
        "not_assessed": BeliefRecord.objects.filter(status="").count(),
        "changed_since": BeliefRecord.objects.filter(stale=True).count(),
    }


def _scores(rows: list[HealthRow]) -> list[dict[str, Any]]:
    """Beliefs with an assigned score, those furthest above what was computed first."""
    told = [(row.assigned - row.score, row) for row in rows if row.assigned is not None]
    told.sort(key=lambda one: (-one[0], one[1].name))
    return [{"belief": row.name, "assigned": row.assigned, "computed": row.score} for _, row in told]


def _fix(fix: Fix) -> dict[str, Any]:
    return {"belief": fix.belief, "reasons": list(fix.reasons), "weight": fix.weight}
