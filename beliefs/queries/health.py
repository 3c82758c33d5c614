"""The health report, from the latest assessments."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from django.db.models import Case, IntegerField, Q, QuerySet, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from beliefs.domain.belief import Section
from beliefs.domain.formula import ConfidenceStatus
from beliefs.domain.validation import CHECKS, CONTRADICTION, ValidationStatus
from beliefs.models import AuditRun, BeliefLink, UnreadableFile
from beliefs.queries.corpora import corpora_of, shown_beliefs
from validation.domain.lru_cache import LruCache
from validation.domain.policy import BeliefPolicy
from validation.platform.fingerprints import fingerprint

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
"""Labels by name; names are those of the report, if it has one."""


_COLUMNS = (
    "pk", "pipeline", "name", "status", "validation_status", "assigned", "score", "age_days", "in_degree",
    "unverified_quotes",
)  # fmt: skip
# By position, because JSON contains is not portable to SQLite.
_CONTRADICTED = Q(**{f"validation__checks__{CHECKS.index(CONTRADICTION)}__passed": False})
# The database extracts these values from two long JSON columns.
_SIGNALS = {
    "verified": Cast(KT("confidence__signals__link_integrity__verified"), IntegerField()),
    "out_degree": Cast(KT("confidence__signals__graph_support__out_degree"), IntegerField()),
}


@dataclass(frozen=True, slots=True)
class AssessedBelief:
    """`record` has _COLUMNS, _SIGNALS and `is_contradicted`. `broken_evidence` and `broken_elsewhere` are targets that
    do not resolve."""

    record: Any
    broken_evidence: Sequence[str]
    broken_elsewhere: Sequence[str]


_ASSESSED: LruCache[Hashable, dict[str, Any]] = LruCache(most=8)
_CHANGES = ("pk", "updated_at", "assessed_at", "stale", "assigned")
"""Columns of which at least one changes with any change of a belief."""


def health_report(*, pipeline: str, policy: BeliefPolicy) -> dict[str, Any]:
    """The report on everything visible to the pipeline, or on all pipelines if it is empty: counts, findings, the most
    urgent fixes, unreadable files and the latest audits. Cached, except for files and audits, until beliefs change."""
    of = {"pipeline__in": corpora_of(pipeline)} if pipeline else {}
    files = UnreadableFile.objects.filter(**of).order_by("path").values("path", "line", "reason", "seen_at")
    runs = AuditRun.objects.filter(**of).order_by("-at")[:12]
    audits = runs.values("pipeline", "at", "by", "beliefs", "assessed", "seconds", "figures")
    beliefs = fingerprint(shown_beliefs(pipeline).order_by("pk"), *_CHANGES)
    links = fingerprint(_broken_links(pipeline).order_by("pk"), "pk")
    key = (pipeline, policy.model_dump_json(), beliefs, links)
    assessed = _ASSESSED.get_or_make(key, lambda: _assessed(pipeline, policy))
    return {**assessed, "broken_files": list(files), "audits": list(audits)}


def _assessed(pipeline: str, policy: BeliefPolicy) -> dict[str, Any]:
    rows = _assessed_beliefs(pipeline)
    fixes, scores = _fixes(rows, policy), _scores(rows)
    return {
        **_summary(rows, policy),
        "assigned": _assigned(scores),
        "fix_first": fixes[:SHOWN_FIXES],
        "fixes": len(fixes),
        "scores": scores,
        "not_assessed": shown_beliefs(pipeline).filter(status="").count(),
        "changed_since": shown_beliefs(pipeline).filter(stale=True).count(),
    }


def _broken_links(pipeline: str) -> QuerySet[BeliefLink]:
    """Links that do not resolve. Those not audited yet have no kind and are excluded."""
    return BeliefLink.objects.filter(found_name="", belief__in=shown_beliefs(pipeline)).exclude(kind="")


def _assessed_beliefs(pipeline: str) -> list[AssessedBelief]:
    """By name."""
    shown = shown_beliefs(pipeline)
    evidence: defaultdict[int, list[str]] = defaultdict(list)
    elsewhere: defaultdict[int, list[str]] = defaultdict(list)
    links = _broken_links(pipeline).order_by("line")
    for belief, section, target in links.values_list("belief_id", "section", "target"):
        (evidence if section == Section.EVIDENCE else elsewhere)[belief].append(target)
    contradicted = Case(When(_CONTRADICTED, then=True), default=False)
    assessed = shown.exclude(status="").annotate(is_contradicted=contradicted, **_SIGNALS).order_by("name")
    records = assessed.values_list(*_COLUMNS, "is_contradicted", *_SIGNALS, named=True)
    return [AssessedBelief(record, evidence[record.pk], elsewhere[record.pk]) for record in records]


def _fixes(rows: Sequence[AssessedBelief], policy: BeliefPolicy) -> list[dict[str, Any]]:
    """Most urgent first. Each reason weighs more the more beliefs rely on this one."""
    found = (_fix(row, policy) for row in rows)
    return sorted((fix for fix in found if fix["reasons"]), key=lambda fix: (-fix["weight"], fix["belief"]))


def _fix(row: AssessedBelief, policy: BeliefPolicy) -> dict[str, Any]:
    record, reasons = row.record, list[tuple[int, str]]()
    if row.broken_evidence:
        reasons.append((8, f"evidence leads nowhere: {', '.join(list(dict.fromkeys(row.broken_evidence))[:3])}"))
    if record.is_contradicted:
        reasons.append((5, "contradicted by another belief"))
    if record.age_days > policy.max_age_days:
        reasons.append((3, f"revalidation is due: {record.age_days} days old"))
    if record.unverified_quotes:
        reasons.append(
            (3, f"{record.unverified_quotes} quote{'s' * (record.unverified_quotes > 1)} not found where cited")
        )
    if not row.broken_evidence and record.verified < policy.min_evidence_count:
        reasons.append((2, f"{record.verified} verified evidence link{'s' * (record.verified != 1)}"))
    if row.broken_elsewhere:
        one = len(row.broken_elsewhere) == 1
        reasons.append(
            (1, "1 other link leads nowhere" if one else f"{len(row.broken_elsewhere)} other links lead nowhere")
        )
    return {
        "pipeline": record.pipeline,
        "belief": record.name,
        "reasons": [reason for _, reason in reasons],
        "weight": sum(points for points, _ in reasons) * (1 + min(record.in_degree, 5)),
    }


def _summary(rows: Sequence[AssessedBelief], policy: BeliefPolicy) -> dict[str, Any]:
    """Counts by status, and the findings."""
    records = [row.record for row in rows]
    least, warn, most = policy.min_evidence_count, policy.warn_age_days, policy.max_age_days
    low = ConfidenceStatus.LOW_CONFIDENCE
    return {
        "beliefs": len(rows),
        "status": dict(Counter(one.status for one in records)),
        "validation": dict(Counter(one.validation_status for one in records)),
        "broken_evidence": {row.record.name: list(row.broken_evidence) for row in rows if row.broken_evidence},
        "broken_elsewhere": sum(len(row.broken_elsewhere) for row in rows),
        "weak_evidence": [one.name for one in records if one.status == low or one.verified < least],
        "unverified_quotes": sum(one.unverified_quotes for one in records),
        "approaching_review": [one.name for one in records if warn <= one.age_days <= most],
        "review_due": [one.name for one in records if one.age_days > most],
        "contradicted": [one.name for one in records if one.is_contradicted],
        "orphans": [one.name for one in records if not one.in_degree and not one.out_degree],
    }


def _assigned(scores: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if not scores:
        return {"n": 0, "mean_assigned": None, "mean_computed": None, "overstated": 0}
    return {
        "n": len(scores),
        "mean_assigned": round(fmean(one["assigned"] for one in scores), 3),
        "mean_computed": round(fmean(one["computed"] for one in scores), 3),
        "overstated": sum(one["assigned"] > one["computed"] for one in scores),
    }


def _scores(rows: Sequence[AssessedBelief]) -> list[dict[str, Any]]:
    """Beliefs with an assigned score, those that exceed the computed score most first."""
    gaps = [(one.assigned - (one.score or 0.0), one) for row in rows if (one := row.record).assigned is not None]
    gaps.sort(key=lambda gap: (-gap[0], gap[1].name))
    return [
        {"belief": one.name, "pipeline": one.pipeline, "assigned": one.assigned, "computed": one.score or 0.0}
        for _, one in gaps
    ]


def with_finding(name: str, policy: BeliefPolicy) -> Q:
    """The condition of a finding, for assessed beliefs. Raises KeyError for an unknown name."""
    signals = "confidence__signals"
    conditions = {
        "broken_evidence": Q(validation_status=ValidationStatus.INVALID),
        "broken_links": Q(broken_links__gt=0),
        "weak_evidence": Q(status=ConfidenceStatus.LOW_CONFIDENCE)
        | Q(**{f"{signals}__link_integrity__verified__lt": policy.min_evidence_count}),
        "quotes_not_found": Q(unverified_quotes__gt=0),
        "approaching_review": Q(age_days__range=(policy.warn_age_days, policy.max_age_days)),
        "review_due": Q(age_days__gt=policy.max_age_days),
        "contradicted": _CONTRADICTED,
        "orphans": Q(**{"in_degree": 0, f"{signals}__graph_support__out_degree": 0}),
    }
    return conditions[name] & ~Q(status="")
