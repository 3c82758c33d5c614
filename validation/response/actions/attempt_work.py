"""The work that a routed FAIL makes for reviewers."""

from __future__ import annotations

from datetime import datetime

from validation.domain.attempt import RESPONSE
from validation.domain.intervention import Kind, Priority, fail_fingerprint
from validation.domain.policy import DuePolicy
from validation.models import Attempt, Intervention
from validation.platform.work.interventions import open_intervention


def open_for_fail(attempt: Attempt, *, why: str, policy: DuePolicy, now: datetime) -> Intervention:
    """One per turn: a further FAIL of the turn brings the same one up to date."""
    return open_intervention(
        gate=RESPONSE,
        kind=Kind.FAIL,
        subject_id=str(attempt.pk),
        pipeline=attempt.turn.pipeline,
        fingerprint=fail_fingerprint(str(attempt.turn.pk)),
        priority=Priority.LOW,
        title=attempt.turn.query or attempt.turn.turn_id,
        why=why,
        cause="",
        policy=policy,
        now=now,
        sample=attempt.turn.sample,
    )
