"""Any JSON, any text, any TODO.md: a result or a clear error, never another exception."""

from __future__ import annotations

import json
from unicodedata import normalize

from hypothesis import given, settings
from hypothesis import strategies as st

from validation.domain.errors import InputRejected
from validation.domain.policy import OrchestrationPolicy
from validation.orchestration.gate.gate import preflight, validate_return
from validation.orchestration.gate.profiles import FLEET, V1, read_profile
from validation.orchestration.gate.request import PreflightRequest, read_request
from validation.orchestration.gate.returns import _PIECE, reaches_tokens
from validation.orchestration.gate.todo import existing_near, find_task

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
fields = ("status", "summary", "artifacts", "metadata", "session_id")
returns = st.dictionaries(st.sampled_from(fields), anything | st.sampled_from([*V1.statuses, *FLEET.statuses]))
headings = st.builds("### {}.{}".format, st.integers(0, 10**14), st.text(max_size=20))
todos = st.lists(headings | st.text(max_size=30) | st.sampled_from(["**Status**: [X]", "## a"])).map("\n".join)
requests = st.fixed_dictionaries(
    {},
    optional={
        "command": anything | st.text(),
        "arguments": st.lists(st.text() | st.sampled_from(["--a", "--a=1", "--", "-1"])) | anything,
        "schema": st.just({"flags": [{"name": "--a", "type": "integer"}]}) | anything,
        "task_number": anything | st.integers(0, 200).map(str),
        "todo_md": todos,
        "session_id": st.text(),
        "delegation_depth": st.integers() | anything,
        "delegation_path": st.lists(st.text()) | anything,
        "target": st.text(),
    },
)


def read_or_refused(read, document):
    try:
        return read(document)
    except InputRejected as refused:
        return refused


@given(requests | anything)
@settings(max_examples=300)
def test_any_preflight_is_answered_or_clearly_refused(document):
    request = read_or_refused(read_request, document)
    if isinstance(request, InputRejected):
        assert request.fields
        return
    result = preflight(request, limits=OrchestrationPolicy(), active_sessions_check=lambda _: False)
    assert result.allowed is not bool(result.errors)
    assert "" not in [error.message for error in result.errors]


@given(todos, st.integers(0, 10**13).map(str))
def test_a_task_found_is_a_line_of_the_todo(todo, number):
    task = find_task(todo, number)
    lines = todo.split("\n")
    headed = [line for line in lines if line.startswith(f"### {number}.") and not line[len(number) + 5 :][:1].isdigit()]
    assert (task is not None) == bool(headed)
    assert existing_near(todo, number)


@given(todos, st.integers(0, 10**12 - 1), st.booleans())
def test_an_allowed_task_number_is_the_one_that_was_asked_for(todo, number, headed):
    todo = f"{todo}\n### {number}. Asked for" if headed else todo
    request = PreflightRequest(task_number=number, todo_md=todo)
    result = preflight(request, limits=OrchestrationPolicy(), active_sessions_check=lambda _: False)
    found = None if result.task is None else result.task.number
    assert found == number if headed else found in (None, number)


@given(st.text() | anything.map(json.dumps) | returns.map(json.dumps), st.none() | st.lists(st.text()))
@settings(max_examples=300)
def test_any_return_is_answered(raw, existing):
    result = validate_return(raw, expected_session_id="s", profile=FLEET, existing_artifacts=existing)
    assert result.valid is not bool(result.errors)
    assert "" not in [error.message for error in result.errors]


@given(anything)
def test_any_profile_is_read_or_clearly_refused(document):
    profile = read_or_refused(read_profile, document)
    assert profile.code == "profile_invalid" if isinstance(profile, InputRejected) else profile.statuses


@given(st.text(), st.integers(1, 50))
def test_reading_no_further_than_the_limit_gives_the_same_answer(text, limit):
    assert reaches_tokens(text, limit) == (len(_PIECE.findall(normalize("NFC", text))) >= limit)
