"""Audits: assess what is due, record the figures, and open interventions if the policy says so."""

from __future__ import annotations

import hashlib
import logging
import time
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from beliefs.actions.assess import assess_stale
from beliefs.actions.vectors import Progress
from beliefs.domain.belief import BELIEF
from beliefs.domain.corpus import COMMON
from beliefs.domain.validation import ValidationStatus
from beliefs.models import AuditRun, BeliefRecord
from beliefs.queries.corpora import pipelines_with_beliefs
from beliefs.queries.health import health_report
from validation.domain.intervention import Kind, Priority
from validation.domain.policy import DuePolicy
from validation.embeddings.configured import configured_embedder
from validation.embeddings.protocol import EmbeddingFailed
from validation.models import Intervention, Pipeline, Policy
from validation.platform import audit as trail
from validation.platform.interventions.lifecycle import open_intervention
from validation.platform.live import Topic, publish
from validation.platform.policies import policy_in_force

logger = logging.getLogger(__name__)


def audit_every_pipeline(*, by: str, now: datetime, everything: bool = False) -> int:
    """Returns how many beliefs were assessed."""
    reports = [audit_beliefs(pipeline=one, by=by, now=now, everything=everything) for one in pipelines_with_beliefs()]
    return sum(report["assessed"] for report in reports)


def audit_beliefs(
    *, pipeline: str, by: str, now: datetime, everything: bool = False, progress: Progress | None = None
) -> dict[str, Any]:
    """Returns the health report of all beliefs visible to the pipeline, with the number of its own beliefs assessed and
    the time it took."""
    begun = time.perf_counter()
    policy = policy_in_force()
    settings = policy.read()
    assessed = refresh(pipeline=pipeline, policy=policy, now=now, everything=everything, progress=progress)
    report = health_report(pipeline=pipeline, policy=settings.belief)
    seconds = round(time.perf_counter() - begun, 3)
    with transaction.atomic():
        AuditRun.objects.create(
            pipeline=pipeline,
            at=now,
            by=by,
            beliefs=report["beliefs"],
            assessed=assessed,
            seconds=seconds,
            figures=_figures(report),
        )
        opened = _open_work(pipeline, settings.interventions, now) if settings.belief.open_interventions else 0
        details = {"pipeline": pipeline, "assessed": assessed, "opened": opened}
        trail.record(by=by, verb="beliefs.audited", subject="beliefs:all", now=now, **details)
        publish(Topic.BELIEFS, "all")
    return {**report, "assessed": assessed, "seconds": seconds, "interventions": opened}


def refresh(
    *,
    pipeline: str,
    policy: Policy | None = None,
    now: datetime,
    everything: bool = False,
    changed_only: bool = False,
    progress: Progress | None = None,
) -> int:
    """Assesses the pipeline's own beliefs that are due, under the policy in force; pass `changed_only` if a user waits.
    If the embedder fails, semantic support is recorded as unavailable."""
    assess = partial(
        assess_stale,
        pipeline=pipeline,
        policy=policy or policy_in_force(),
        now=now,
        everything=everything,
        changed_only=changed_only,
        progress=progress,
    )
    try:
        return assess(embedder=configured_embedder())
    except EmbeddingFailed as failed:
        logger.warning("embedder failed, semantic support is not measured", extra={"reason": str(failed)})
        return assess(embedder=None)


def _figures(report: dict[str, Any]) -> dict[str, Any]:
    """The figures that audits are compared by."""
    lists = ("weak_evidence", "approaching_review", "review_due", "contradicted", "orphans", "broken_evidence")
    numbers = ("unverified_quotes", "broken_elsewhere")
    return {
        **{name: len(report[name]) for name in lists},
        **{name: report[name] for name in numbers},
        **{name: report[name] for name in ("status", "validation", "assigned")},
    }


def _open_work(pipeline: str, policy: DuePolicy, now: datetime) -> int:
    """Opens an intervention for each invalid belief, or counts a repeat; returns how many beliefs are invalid."""
    own = BeliefRecord.objects.filter(pipeline=pipeline, validation_status=ValidationStatus.INVALID)
    invalid = own.defer("markdown", "waterfall").order_by("name")
    owner = Pipeline.objects.filter(name=pipeline).first() if pipeline != COMMON else None
    for record in invalid:
        work = Intervention(
            gate=BELIEF,
            kind=Kind.WARNING,
            subject_id=record.name,
            pipeline=owner,
            fingerprint=_fingerprint(record),
            priority=Priority.LOW,
            title=record.statement,
            why=record.confidence.get("reason", "invalid"),
        )
        open_intervention(work, policy=policy, now=now)
    return len(invalid)


def _fingerprint(record: BeliefRecord) -> str:
    """At most 80 characters, for names of any length."""
    if record.pipeline == COMMON and len(record.name) <= 70:
        return f"belief:{record.name}"
    named = f"{record.pipeline}\n{record.name}"
    return f"belief:{hashlib.sha256(named.encode()).hexdigest()}"
