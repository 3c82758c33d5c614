"""Audits: assess what is due, record the figures, open work for reviewers when the policy asks for it."""

from __future__ import annotations

import logging
import time
from datetime import datetime
from typing import Any

from django.db import transaction

from beliefs.actions.assess import assess_stale
from beliefs.actions.vectors import Progress
from beliefs.domain.validation import ValidationStatus
from beliefs.models import AuditRun, BeliefRecord
from beliefs.queries.health import health_report
from beliefs.queries.policy import PolicyInForce, belief_policy
from validation.domain.intervention import Gate, Kind, Priority
from validation.embeddings.configured import configured_embedder
from validation.embeddings.protocol import EmbeddingFailed
from validation.platform import audit as trail
from validation.platform.work.interventions import open_intervention

logger = logging.getLogger(__name__)


def audit_beliefs(
    *, by: str, now: datetime, everything: bool = False, progress: Progress | None = None
) -> dict[str, Any]:
    """The health report, with how many beliefs were assessed again and how long it took."""
    begun = time.perf_counter()
    policy = belief_policy()
    assessed = refresh(policy=policy, now=now, everything=everything, progress=progress)
    report = health_report(policy=policy.belief)
    seconds = round(time.perf_counter() - begun, 3)
    with transaction.atomic():
        AuditRun.objects.create(
            at=now, by=by, beliefs=report["beliefs"], assessed=assessed, seconds=seconds, figures=_figures(report)
        )
        opened = _open_work(policy, now) if policy.belief.open_interventions else 0
        trail.record(by=by, verb="beliefs.audited", subject="beliefs:all", now=now, assessed=assessed, opened=opened)
    return {**report, "assessed": assessed, "seconds": seconds, "interventions": opened}


def refresh(*, policy: PolicyInForce, now: datetime, everything: bool = False, progress: Progress | None = None) -> int:
    """Assesses what is stale. An embedder that fails makes semantic support unavailable, which each record says."""
    embedder = configured_embedder()
    try:
        return assess_stale(policy=policy, embedder=embedder, now=now, everything=everything, progress=progress)
    except EmbeddingFailed as failed:
        logger.warning("embedder failed, semantic support is not measured", extra={"reason": str(failed)})
        return assess_stale(policy=policy, embedder=None, now=now, everything=everything, progress=progress)


def _figures(report: dict[str, Any]) -> dict[str, Any]:
    """What is worth comparing from one audit to the next: numbers only."""
    lists = ("weak_evidence", "approaching_review", "review_due", "contradicted", "orphans", "broken_evidence")
    numbers = ("unverified_quotes", "broken_elsewhere")
    return {
        **{name: len(report[name]) for name in lists},
        **{name: report[name] for name in numbers},
        **{name: report[name] for name in ("status", "validation", "assigned")},
    }


def _open_work(policy: PolicyInForce, now: datetime) -> int:
    """One intervention a belief; a repeat counts up on it."""
    invalid = BeliefRecord.objects.filter(validation_status=ValidationStatus.INVALID).order_by("name")
    for record in invalid:
        open_intervention(
            gate=Gate.BELIEF,
            kind=Kind.WARNING,
            subject_id=record.name,
            pipeline=None,
            fingerprint=f"belief:{record.name}",
            priority=Priority.LOW,
            title=record.statement,
            why=record.confidence.get("reason", "invalid"),
            cause="",
            policy=policy.due,
            now=now,
        )
    return len(invalid)
