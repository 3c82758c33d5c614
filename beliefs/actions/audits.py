"""Audits: assess what is due, record the figures, and open interventions if the policy says so."""

from __future__ import annotations

import logging
import time
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from beliefs.actions.assess import assess_stale
from beliefs.actions.interventions import close_interventions, open_interventions, pipelines_at_work
from beliefs.actions.vectors import Progress
from beliefs.models import AuditRun
from beliefs.queries.corpora import pipelines_with_beliefs
from beliefs.queries.health import health_report
from validation.embeddings.configured import configured_embedder
from validation.embeddings.protocol import EmbeddingFailed
from validation.models import Policy
from validation.platform import audit as trail
from validation.platform.live import Topic, publish
from validation.platform.policies import policy_in_force

logger = logging.getLogger(__name__)


def audit_every_pipeline(*, by: str, now: datetime, everything: bool = False) -> int:
    """Returns how many beliefs were assessed."""
    pipelines = pipelines_with_beliefs()
    reports = [audit_beliefs(pipeline=one, by=by, now=now, everything=everything) for one in pipelines]
    for emptied in sorted(pipelines_at_work() - set(pipelines)):
        close_interventions(pipeline=emptied, now=now)
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
        asked = settings.belief.open_interventions
        opened = open_interventions(pipeline=pipeline, policy=settings.interventions, now=now) if asked else 0
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
    """Assesses the pipeline's own beliefs that are due, under the policy in force, and closes the interventions of
    beliefs that are no longer invalid. Pass `changed_only` if a user waits. If the embedder fails, semantic support is
    recorded as unavailable."""
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
        assessed = assess(embedder=configured_embedder())
    except EmbeddingFailed as failed:
        logger.warning("embedder failed, semantic support is not measured", extra={"reason": str(failed)})
        assessed = assess(embedder=None)
    close_interventions(pipeline=pipeline, now=now)
    return assessed


def _figures(report: dict[str, Any]) -> dict[str, Any]:
    """The figures that audits are compared by."""
    lists = ("weak_evidence", "approaching_review", "review_due", "contradicted", "orphans", "broken_evidence")
    numbers = ("unverified_quotes", "broken_elsewhere")
    return {
        **{name: len(report[name]) for name in lists},
        **{name: report[name] for name in numbers},
        **{name: report[name] for name in ("status", "validation", "assigned")},
    }
