"""Sample data of the orchestration gate: delegations of a small web shop, checked by the gate when loaded."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from validation.models import Pipeline, Policy, Preflight, PreflightText, ReturnRecord, TodoSnapshot
from validation.orchestration.actions.preflights import take_preflight
from validation.orchestration.actions.received import ReceivedCall
from validation.orchestration.actions.returns import ReturnSubmission, take_return
from validation.orchestration.queries.orchestration import profile_named
from validation.platform.keys import pipeline_named
from validation.platform.policies import policy_in_force
from validation.platform.sample import PIPELINE, SampleLine

TODO = Path(__file__).with_name("sample_todo.md").read_text(encoding="utf-8")
_USUAL_PREFLIGHT: dict[str, Any] = {
    "command": "implement",
    "schema": {
        "requires_task": True,
        "positional": [{"name": "task_number", "type": "integer"}],
        "flags": [{"name": "--force"}, {"name": "--phase", "type": "integer"}],
    },
    "todo_md": TODO,
    "delegation_depth": 1,
    "delegation_path": ["orchestrator"],
    "target": "implementer",
}
_USUAL_RETURN: dict[str, Any] = {
    "status": "completed",
    "summary": "Totals are rounded once, after the last sum.",
    "artifacts": ["src/cart.py"],
    "metadata": {"agent": "implementer"},
}
_TAKES = timedelta(minutes=18)


class Delegation(SampleLine):
    """`asked` overrides fields of the usual preflight, None means no preflight; `came_back` does the same for the
    return, or is its text, None while there is none. `expected` are the error codes of both, in order."""

    session: str
    days: float
    asked: dict[str, Any] | None = None
    came_back: dict[str, Any] | str | None = None
    existing: tuple[str, ...] | None = None
    profile: str = "v1"
    expected: tuple[str, ...] = ()

    def preflight(self) -> dict[str, Any] | None:
        if self.asked is None:
            return None
        return {**_USUAL_PREFLIGHT, "session_id": self.session, "arguments": [self.asked["task_number"]], **self.asked}

    def returned(self) -> str | None:
        if not isinstance(self.came_back, dict):
            return self.came_back
        return json.dumps({**_USUAL_RETURN, "session_id": self.session, **self.came_back}, indent=2)


DELEGATIONS = Delegation.read(Path(__file__).with_suffix(".jsonl"))
"""The last one is still active."""


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
    def remove(self, *, by: str, now: datetime) -> None:  # noqa: ARG002 - the caller records the removal
        ReturnRecord.objects.filter(sample=True).delete()
        Preflight.objects.filter(sample=True).delete()
        sent = PreflightText.objects.filter(todo__isnull=False).values("todo")
        TodoSnapshot.objects.filter(text=TODO).exclude(pk__in=sent).delete()

    def size(self) -> int:
        return Preflight.objects.filter(sample=True).count() + ReturnRecord.objects.filter(sample=True).count()


def _delegate(delegation: Delegation, pipeline: Pipeline, policy: Policy, at: datetime) -> None:
    received = ReceivedCall(pipeline, policy, by=PIPELINE, now=at, sample=True)
    if asked := delegation.preflight():
        take_preflight(received, asked)
    if (came_back := delegation.returned()) is not None:
        submission = ReturnSubmission(
            raw=came_back,
            expected_session_id=delegation.session,
            profile=profile_named(delegation.profile, policy.read().orchestration),
            existing_artifacts=delegation.existing,
        )
        take_return(replace(received, now=at + _TAKES), submission)
