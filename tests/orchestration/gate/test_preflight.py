"""What a preflight refuses, what it says, and what it lets pass."""

from __future__ import annotations

import re
from unicodedata import normalize

import pytest

from validation.domain.errors import InputRejected
from validation.domain.policy import OrchestrationPolicy
from validation.orchestration.gate.arguments import CommandSchema
from validation.orchestration.gate.gate import preflight
from validation.orchestration.gate.request import PreflightRequest, read_request

TODO = "### 120. Sow\n- **Status**: [PLANNED]\n- **Language**: lean4\n\n### 121. Reap\n### 123. Thresh\n"


def run(*, active=(), limits=None, **parts):
    limits = limits or OrchestrationPolicy()
    return preflight(PreflightRequest(**parts), limits=limits, active_sessions_check=lambda told: told in active)


def codes(result):
    return [error.code for error in result.errors]


def test_a_sound_delegation_is_allowed_and_names_its_task():
    result = run(
        task_number="120",
        todo_md=TODO,
        session_id="s1",
        delegation_depth=3,
        delegation_path=("orchestrator", "implement"),
        target="builder",
    )
    assert result.allowed
    assert (result.task.number, result.task.title, result.task.status, result.task.language) == (
        120,
        "Sow",
        "planned",
        "lean4",
    )


def test_a_missing_task_is_told_with_those_that_exist():
    result = run(task_number="12", todo_md=TODO)
    assert result.errors[0].message == "Task 12 not found in TODO.md; 120, 121 and 123 exist."


@pytest.mark.parametrize(
    "number", ["", "twelve", "12a", "-12", "+12", " 12", "12\n", "1.5", "１２", 12.0, True, [], {}]
)
def test_a_task_number_is_digits_and_nothing_else(number):
    assert codes(run(task_number=number, todo_md=TODO)) == ["task_number_invalid"]


def test_a_task_number_may_come_as_a_json_number():
    assert run(task_number=120, todo_md=TODO).allowed


@pytest.mark.parametrize("number", ["9" * 13, "9" * 100_000, "0120"])
def test_a_number_that_no_heading_carries_is_not_found(number):
    assert codes(run(task_number=number, todo_md=TODO)) == ["task_not_found"]


def test_a_number_of_many_digits_in_memory_is_no_task_number():
    assert codes(run(task_number=10**5000, todo_md=TODO)) == ["task_number_invalid"]


def test_a_task_without_todo_asks_for_the_todo():
    assert codes(run(task_number="120")) == ["todo_missing"]


def test_a_command_without_a_task_needs_no_todo():
    assert run(command="status").allowed


def test_a_command_that_requires_a_task_says_so():
    assert codes(run(command="implement", schema=CommandSchema(requires_task=True))) == ["argument_missing"]


@pytest.mark.parametrize(("depth", "allowed"), [(0, True), (3, True), (4, False), (10**30, False)])
def test_depth_three_is_the_last_allowed(depth, allowed):
    assert run(delegation_depth=depth).allowed is allowed


def test_the_depth_limit_is_the_policys():
    assert codes(run(delegation_depth=2, limits=OrchestrationPolicy(max_depth=1))) == ["depth_exceeded"]


def test_a_target_that_is_in_the_path_closes_a_cycle():
    result = run(delegation_path=("orchestrator", "planner"), target="planner")
    assert codes(result) == ["delegation_cycle"]
    assert "orchestrator -> planner" in result.errors[0].message


def test_a_path_that_already_holds_a_cycle_is_refused():
    assert codes(run(delegation_path=("a", "b", "a"), target="c")) == ["delegation_cycle"]


@pytest.mark.parametrize("target", ["prüfer ", "\tprüfer", "Prüfer", "PRÜFER", normalize("NFD", "prüfer")])
def test_another_spelling_of_an_agent_closes_the_cycle_too(target):
    assert codes(run(delegation_path=("orchestrator", "prüfer"), target=target)) == ["delegation_cycle"]
    assert codes(run(delegation_path=("prüfer", target), target="writer")) == ["delegation_cycle"]


@pytest.mark.parametrize("target", ["prufer", "prüfer2", "prüfer-agent", "prü fer", "pruefer", " ", ""])
def test_another_agent_closes_no_cycle(target):
    assert run(delegation_path=("orchestrator", "prüfer"), target=target).allowed


def test_names_that_only_begin_alike_close_no_cycle():
    assert run(delegation_path=("plan", "planner-agent"), target="planner").allowed


def test_an_active_session_is_refused():
    assert codes(run(session_id="s1", active={"s1"})) == ["session_active"]


def test_another_session_is_none_of_its_business():
    assert run(session_id="s2", active={"s1"}).allowed


def test_all_errors_come_at_once():
    result = run(
        task_number="x",
        arguments=("--for ce", "---y"),
        delegation_depth=9,
        delegation_path=("a",),
        target="a",
        session_id="s1",
        active={"s1"},
    )
    assert codes(result) == [
        "task_number_invalid",
        "flag_syntax",
        "flag_syntax",
        "depth_exceeded",
        "delegation_cycle",
        "session_active",
    ]


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ([], "preflight"),
        ({"arguments": "--force"}, "arguments"),
        ({"arguments": [1]}, "arguments.0"),
        ({"delegation_depth": -1}, "delegation_depth"),
        ({"delegation_depth": True}, "delegation_depth"),
        ({"todo_md": 5}, "todo_md"),
        ({"tsak_number": "1"}, "tsak_number"),
    ],
)
def test_a_request_that_cannot_be_read_names_the_field(document, field):
    with pytest.raises(InputRejected) as caught:
        read_request(document)
    assert [error.field for error in caught.value.fields] == [field]


def test_a_request_reads_as_the_contract_shows_it():
    request = read_request(
        {
            "command": "implement",
            "arguments": ["123", "--force"],
            "schema": {"positional": [{"name": "task_number", "type": "integer"}], "flags": [{"name": "--force"}]},
            "task_number": "123",
            "todo_md": TODO,
            "session_id": "sess_1_abc",
            "delegation_depth": 1,
            "delegation_path": ["orchestrator"],
            "target": "implementer",
        }
    )
    assert preflight(request, limits=OrchestrationPolicy(), active_sessions_check=lambda _: False).allowed


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"command": "implement"},
        {"command": "implement", "arguments": []},
        {"command": "implement", "schema": None, "task_number": None, "session_id": ""},
        {"todo_md": TODO},
    ],
)
def test_nothing_to_check_is_refused_not_allowed(document):
    with pytest.raises(InputRejected, match="names nothing to check"):
        read_request(document)


def test_what_is_named_to_send_is_a_part_of_a_preflight():
    with pytest.raises(InputRejected) as refused:
        read_request({})
    named = re.findall(r"\w+", refused.value.detail.partition("Send ")[2].replace(" or ", " "))
    assert named
    assert set(named) <= set(PreflightRequest.model_fields)


def test_an_empty_task_number_is_something_to_check():
    assert read_request({"task_number": ""}).task_number == ""


def test_a_depth_of_zero_is_something_to_check():
    assert run(delegation_depth=0).allowed
    assert read_request({"delegation_depth": 0}).delegation_depth == 0
