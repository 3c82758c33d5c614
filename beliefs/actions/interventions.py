"""Interventions for invalid beliefs: opened by audits if the policy asks for it, closed with the next assessment."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from beliefs.domain.belief import BELIEF
from beliefs.domain.corpus import COMMON
from beliefs.domain.validation import ValidationStatus
from beliefs.models import BeliefRecord
from validation.domain.intervention import UNSETTLED, Kind, Priority
from validation.domain.policy import DuePolicy
from validation.models import Intervention, Occurrence, Pipeline
from validation.platform.interventions.lifecycle import open_intervention, settle


def open_interventions(*, pipeline: str, policy: DuePolicy, now: datetime) -> int:
    """Opens an intervention for each invalid belief, or counts a repeat; returns how many beliefs are invalid. None if
    the pipeline only observes."""
    owner = Pipeline.objects.filter(name=pipeline).first() if pipeline != COMMON else None
    if owner is not None and not owner.enforces:
        return 0
    invalid = _invalid(pipeline).defer("markdown", "waterfall").order_by("name")
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


@transaction.atomic
def close_interventions(*, pipeline: str, now: datetime) -> None:
    """Closes the interventions of beliefs that are no longer invalid, or no longer there. Those with a pending
    ruling are left to it."""
    owner: dict[str, Any] = {"pipeline__isnull": True} if pipeline == COMMON else {"pipeline__name": pipeline}
    opened = Intervention.objects.filter(gate=BELIEF, kind=Kind.WARNING, **owner)
    rows = Occurrence.objects.filter(intervention__in=opened).exclude(subject_id__in=_invalid(pipeline).values("name"))
    settle(rows, reason="the belief is no longer invalid, or no longer there", now=now)


def pipelines_at_work() -> set[str]:
    """Those with open interventions for beliefs, which may be the last ones that they had."""
    opened = Intervention.objects.filter(gate=BELIEF, kind=Kind.WARNING, state__in=UNSETTLED)
    return {name or COMMON for name in opened.values_list("pipeline__name", flat=True)}


def _invalid(pipeline: str) -> QuerySet[BeliefRecord]:
    return BeliefRecord.objects.filter(pipeline=pipeline, validation_status=ValidationStatus.INVALID)


def _fingerprint(record: BeliefRecord) -> str:
    """At most 80 characters, for names of any length."""
    if record.pipeline == COMMON and len(record.name) <= 70:
        return f"belief:{record.name}"
    named = f"{record.pipeline}\n{record.name}"
    return f"belief:{hashlib.sha256(named.encode()).hexdigest()}"
