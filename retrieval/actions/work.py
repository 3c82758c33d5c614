"""The work that retrievals make for reviewers beside halts: poor ones, where the policy asks for it."""

from __future__ import annotations

import hashlib
from datetime import datetime

from retrieval.domain.result import RETRIEVAL
from retrieval.models import Retrieval
from validation.domain.intervention import Kind, Priority
from validation.domain.policy import DuePolicy
from validation.models import Intervention
from validation.platform.work.interventions import open_intervention


def open_for_poor(retrieval: Retrieval, *, why: str, policy: DuePolicy, now: datetime) -> Intervention:
    """Low: nothing failed yet, but the turn goes on without anything to go on. One a turn."""
    return open_intervention(
        gate=RETRIEVAL,
        kind=Kind.WARNING,
        subject_id=str(retrieval.pk),
        pipeline=retrieval.pipeline,
        fingerprint=_turn_fingerprint(retrieval),
        priority=Priority.LOW,
        title=retrieval.query or retrieval.turn_id,
        why=f"The retrieval of turn {retrieval.turn_id} is Poor. {why}",
        cause="",
        policy=policy,
        now=now,
        sample=retrieval.sample,
    )


def _turn_fingerprint(retrieval: Retrieval) -> str:
    told = "\x1f".join((RETRIEVAL, str(retrieval.pipeline_id), retrieval.turn_id))
    return "warning:" + hashlib.sha256(told.encode()).hexdigest()[:32]
