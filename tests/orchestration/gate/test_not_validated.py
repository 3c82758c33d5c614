"""What spec 4 leaves to the agents stays theirs: each of these passes."""

from __future__ import annotations

import json

import pytest

from validation.domain.policy import OrchestrationPolicy
from validation.orchestration.gate.gate import preflight, validate_return
from validation.orchestration.gate.profiles import V1
from validation.orchestration.gate.request import PreflightRequest


def allowed(todo):
    request = PreflightRequest(command="plan", task_number="4", todo_md=todo)
    return preflight(request, limits=OrchestrationPolicy(), active_sessions_check=lambda _: False).allowed


def valid(existing=("a.md",), **changes):
    document = {
        "status": "completed",
        "summary": "Done.",
        "artifacts": ["a.md"],
        "metadata": {},
        "session_id": "s",
        **changes,
    }
    return validate_return(json.dumps(document), expected_session_id="s", profile=V1, existing_artifacts=existing).valid


@pytest.mark.parametrize("status", ["[COMPLETED]", "[ABANDONED]", "[BLOCKED]", "nonsense", ""])
def test_a_tasks_status_forbids_nothing(status):
    assert allowed(f"### 4. Task\n- **Status**: {status}\n")


def test_a_plan_that_exists_already_is_the_planners_matter():
    assert allowed("### 4. Task\n- **Plan**: [plan-001.md](plans/plan-001.md)\n")


def test_a_task_without_language_is_routed_by_the_orchestrator():
    assert allowed("### 4. Task\n")


@pytest.mark.parametrize("status", ["partial", "failed", "blocked"])
@pytest.mark.parametrize("artifacts", [[], ["missing.md"], ["../out.md"], [7]])
def test_artifacts_of_unfinished_work_are_not_looked_at(status, artifacts):
    assert valid(status=status, artifacts=artifacts)


def test_the_contents_of_metadata_are_free():
    assert valid(metadata={"delegation_depth": 99, "anything": [1, {"x": None}]})


def test_further_fields_of_a_return_are_free():
    assert valid(next_steps="none", errors=[], plan={"phases": "not a list"})


def test_an_artifact_of_any_type_and_ending_will_do():
    assert valid(artifacts=[{"path": "a.md", "type": "unheard-of"}])
