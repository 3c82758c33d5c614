"""What the orchestration gate has in the sample story: delegations of a small web shop. Every answer is the gate's own,
made when the story is loaded."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from validation.models import Pipeline, Policy, Preflight, PreflightText, ReturnRecord, TodoSnapshot
from validation.orchestration.actions.orchestration import (
    ReturnSubmission,
    take_preflight,
    take_return,
)
from validation.orchestration.queries.orchestration import profile_named
from validation.orchestration.sample_delegations import DELEGATIONS, TODO, Delegation
from validation.platform.keys import pipeline_named
from validation.platform.policies import policy_in_force

PIPELINE = "showcase"


class OrchestrationSample:
    label = "preflights and returns"

    @transaction.atomic
    def load(self, *, now: datetime) -> None:
        if self.size():
            return
        pipeline, policy = pipeline_named(PIPELINE, now=now), policy_in_force()
        for delegation in DELEGATIONS:
            _delegate(delegation, pipeline, policy, now - timedelta(days=delegation.days))

    @transaction.atomic
    def remove(self, *, by: str, now: datetime) -> None:  # noqa: ARG002 - the story itself is what is audited
        ReturnRecord.objects.filter(sample=True).delete()
        Preflight.objects.filter(sample=True).delete()
        sent = PreflightText.objects.filter(todo__isnull=False).values("todo")
        TodoSnapshot.objects.filter(text=TODO).exclude(pk__in=sent).delete()

    def size(self) -> int:
        return Preflight.objects.filter(sample=True).count() + ReturnRecord.objects.filter(sample=True).count()


def _delegate(told: Delegation, pipeline: Pipeline, policy: Policy, at: datetime) -> None:
    if told.asked is not None:
        take_preflight(pipeline=pipeline, document=told.asked, policy=policy, by=PIPELINE, now=at, sample=True)
    if told.came_back is None:
        return
    submission = ReturnSubmission(
        raw=told.came_back,
        expected_session_id=told.session,
        profile=profile_named(told.profile, policy.read().orchestration),
        existing_artifacts=told.existing,
    )
    take_return(
        pipeline=pipeline,
        submission=submission,
        policy=policy,
        by=PIPELINE,
        now=at + timedelta(minutes=told.minutes),
        sample=True,
    )
