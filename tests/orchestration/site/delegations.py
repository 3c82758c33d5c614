"""Delegations of a mill: a TODO.md, preflights and returns as an orchestrator would send them."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.utils import timezone

from tests.verdicts import a_pipeline
from validation.models import Preflight, ReturnRecord
from validation.orchestration.actions.preflights import take_preflight
from validation.orchestration.actions.received import ReceivedCall
from validation.orchestration.actions.returns import ReturnSubmission, take_return
from validation.orchestration.gate.profiles import V1
from validation.platform.policies import policy_in_force

TODO = """# TODO

### 12. Weigh the sacks
- **Status**: [PLANNED]
- **Language**: python

### 120. Sweep the floor
- **Status**: [COMPLETED]
"""
SCHEMA = {
    "requires_task": True,
    "positional": [{"name": "task_number", "type": "integer"}],
    "flags": [{"name": "--force"}],
}


def delegation(**changed: Any) -> dict[str, Any]:
    """A preflight that is allowed."""
    told = {
        "command": "implement",
        "arguments": ["12", "--force"],
        "schema": SCHEMA,
        "task_number": "12",
        "todo_md": TODO,
        "session_id": "sess_1",
        "delegation_depth": 1,
        "delegation_path": ["orchestrator"],
        "target": "miller",
    }
    return {**told, **changed}


def returned(session: str = "sess_1", **changed: Any) -> str:
    """A subagent's text that is valid when `out/report.md` exists."""
    told = {
        "status": "completed",
        "summary": "All sacks weighed.",
        "artifacts": ["out/report.md"],
        "metadata": {"agent": "miller"},
        "session_id": session,
    }
    return json.dumps({**told, **changed})


def handed_over(raw: str | None = None, **changed: Any) -> dict[str, Any]:
    """The body of POST /returns."""
    raw = returned() if raw is None else raw
    return {"raw": raw, "expected_session_id": "sess_1", "existing_artifacts": ["out/report.md"], **changed}


def a_preflight(*, now: datetime | None = None, of: str = "shop", turn_id: str = "", **changed: Any) -> Preflight:
    """Checked and recorded by the real actions, without HTTP."""
    return take_preflight(received(now, of, turn_id), delegation(**changed))


def a_return(
    raw: str | None = None, *, session: str = "sess_1", now: datetime | None = None, turn_id: str = ""
) -> ReturnRecord:
    submission = ReturnSubmission(returned(session) if raw is None else raw, session, V1, ("out/report.md",))
    return take_return(received(now, turn_id=turn_id), submission)


def received(now: datetime | None = None, of: str = "shop", turn_id: str = "") -> ReceivedCall:
    return ReceivedCall(a_pipeline(of), policy_in_force(), by="test", now=now or timezone.now(), turn_id=turn_id)
