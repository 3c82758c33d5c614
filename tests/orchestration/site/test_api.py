"""Preflights and returns over HTTP: every code, what is kept, who may see it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.api_client import ApiClient
from tests.orchestration.site.delegations import TODO, delegation, handed_over, returned
from validation.models import AuditEvent, Preflight, TodoSnapshot

pytestmark = pytest.mark.django_db


def codes(answer: Any) -> set[str]:
    return {error["code"] for error in answer.json()["errors"]}


def test_an_allowed_preflight_names_the_task_as_todo_md_states_it(api: ApiClient) -> None:
    told = api.post("/preflights", delegation()).json()
    assert told["allowed"] is True
    assert told["task"] == {"number": 12, "title": "Weigh the sacks", "status": "planned", "language": "python"}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"task_number": "12a"}, "task_number_invalid"),
        ({"todo_md": None}, "todo_missing"),
        ({"task_number": "99", "arguments": ["99"]}, "task_not_found"),
        ({"delegation_depth": 4}, "depth_exceeded"),
        ({"target": "orchestrator"}, "delegation_cycle"),
        ({"arguments": []}, "argument_missing"),
        ({"arguments": ["twelve"]}, "argument_type"),
        ({"arguments": ["12", "--forse"]}, "flag_syntax"),
    ],
)
def test_each_rule_refuses_by_its_code(changed: dict[str, Any], code: str, api: ApiClient) -> None:
    answer = api.post("/preflights", delegation(**changed))
    assert (answer.status_code, answer.json()["allowed"], codes(answer)) == (200, False, {code})


def test_a_missing_task_is_answered_with_its_neighbours(api: ApiClient) -> None:
    answer = api.post("/preflights", delegation(task_number="121", arguments=["121"]))
    assert "120" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("```json\n{}\n```", "not_json"),
        (returned(summary=None), "field_missing"),
        (returned(status="done"), "status_unknown"),
        (returned("sess_other"), "session_mismatch"),
        (returned(summary="Sacks weighed and noted. " * 40), "summary_too_long"),
        (returned(artifacts=["out/missing.md"]), "artifact_missing"),
        (returned(artifacts=["../outside.md"]), "artifact_missing"),
        (returned(artifacts=[]), "artifact_missing"),
    ],
)
def test_each_fault_of_a_return_has_its_code(raw: str, code: str, api: ApiClient) -> None:
    answer = api.post("/returns", handed_over(raw))
    assert (answer.json()["valid"], codes(answer)) == (False, {code})


def test_a_valid_return_comes_back_parsed(api: ApiClient) -> None:
    told = api.post("/returns", handed_over()).json()
    assert (told["valid"], told["artifacts_checked"], told["return"]) == (True, True, json.loads(returned()))


def test_artifacts_that_nobody_looked_for_are_said_to_be_unchecked(api: ApiClient) -> None:
    told = api.post("/returns", handed_over(existing_artifacts=None)).json()
    assert (told["valid"], told["artifacts_checked"]) == (True, False)


def test_a_return_is_judged_by_the_profile_that_is_named(api: ApiClient) -> None:
    told = api.post("/returns", handed_over(returned(status="implemented"), profile="fleet")).json()
    assert told["valid"] is True


def test_an_unknown_profile_is_refused_with_those_there_are(api: ApiClient) -> None:
    answer = api.post("/returns", handed_over(profile="v9"))
    assert (answer.status_code, answer.json()["code"]) == (422, "profile_unknown")
    assert "v1, fleet" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("path", "body"), [("/preflights", delegation(turn_id="turn_7")), ("/returns", handed_over(turn_id="turn_7"))]
)
def test_what_was_judged_can_be_read_again(path: str, body: dict[str, Any], api: ApiClient) -> None:
    told = api.post(path, body).json()
    assert api.get(f"{path}/{told['id']}").json() == told
    assert [item["id"] for item in api.get(f"{path}?turn_id=turn_7").json()["items"]] == [told["id"]]


def test_refusals_can_be_filtered_by_rule(api: ApiClient) -> None:
    api.post("/preflights", delegation())
    refused = api.post("/preflights", delegation(session_id="sess_2", delegation_depth=9)).json()
    for query in ("allowed=false", "code=depth_exceeded", "session_id=sess_2"):
        assert [item["id"] for item in api.get(f"/preflights?{query}").json()["items"]] == [refused["id"]]


def test_pages_follow_each_other_without_gap_or_repeat(api: ApiClient) -> None:
    made = [api.post("/returns", handed_over()).json()["id"] for _ in range(5)]
    seen, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/returns?limit=2&cursor={cursor}").json()
        seen += [item["id"] for item in page["items"]]
        cursor = page["next"]
    assert seen == made[::-1]


def test_a_todo_md_is_stored_once_however_often_it_is_sent(api: ApiClient) -> None:
    for number in range(3):
        api.post("/preflights", delegation(session_id=f"sess_{number}"))
    assert [snapshot.text for snapshot in TodoSnapshot.objects.all()] == [TODO]


def test_each_check_leaves_a_line_in_the_audit_trail(api: ApiClient) -> None:
    told = api.post("/preflights", delegation(delegation_depth=9)).json()
    line = AuditEvent.objects.get(subject=f"preflight:{told['id']}")
    assert (line.verb, line.data) == ("preflight.checked", {"passed": False, "codes": ["depth_exceeded"]})


def test_the_parts_that_the_specification_limits_are_timed_apart(api: ApiClient) -> None:
    told = api.post("/preflights", delegation()).json()
    assert told["elapsed_ms"] > 0
    assert set(told["parts_ms"]) == {"delegation", "arguments"}


@pytest.mark.parametrize(
    "body",
    [
        delegation(command="a\x00b"),
        delegation(todo_md="### 12. \ud800"),
        delegation(schema={"positional": [{"name": "\x00"}]}),
        delegation(task_number={"deep": "\udfff"}),
        delegation(delegation_depth=True),
        delegation(delegation_depth=-1),
        delegation(surprise=1),
        delegation(schema={"requires_task": "yes"}),
    ],
)
def test_what_cannot_be_stored_or_read_is_refused_with_its_field(body: dict[str, Any], api: ApiClient) -> None:
    answer = api.post("/preflights", body)
    assert (answer.status_code, bool(answer.json()["errors"])) == (422, True)
    assert not Preflight.objects.exists()


@pytest.mark.parametrize(
    "raw",
    ["", "null", "[" * 100_000, '{"a":' * 300 + "1" + "}" * 300, '{"status": "\\u0000\\ud800"}', "NaN", '{"a": 1e999}'],
)
def test_a_hostile_return_is_judged_and_never_breaks_the_gate(raw: str, api: ApiClient) -> None:
    told = api.post("/returns", handed_over(raw))
    assert (told.status_code, told.json()["valid"]) == (200, False)
    assert api.get(f"/returns/{told.json()['id']}").status_code == 200


ANY_TEXT = st.text(max_size=30)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)


def test_any_preflight_is_judged_or_refused_and_never_breaks_the_gate(api: ApiClient) -> None:
    @settings(max_examples=60, deadline=None)
    @given(changed=st.dictionaries(st.sampled_from([*delegation(), "turn_id"]), ANY_JSON, max_size=4))
    def answers(changed: dict[str, Any]) -> None:
        assert api.post("/preflights", delegation(**changed)).status_code in (200, 400, 422)

    answers()


def test_any_return_is_judged_or_refused_and_never_breaks_the_gate(api: ApiClient) -> None:
    @settings(max_examples=60, deadline=None)
    @given(value=ANY_JSON | st.dictionaries(st.sampled_from(list(json.loads(returned()))), ANY_JSON))
    def answers(value: Any) -> None:
        assert api.post("/returns", handed_over(json.dumps(value))).status_code == 200

    answers()


@pytest.mark.parametrize(
    ("path", "body", "statements"),
    [
        ("/preflights", delegation(session_id="sess_8"), 13),
        ("/preflights", delegation(delegation_depth=9, target="orchestrator"), 11),
        ("/returns", handed_over(), 10),
    ],
)
def test_a_check_asks_at_most_so_many_statements(
    path: str, body: dict[str, Any], statements: int, api: ApiClient, django_assert_max_num_queries: Any
) -> None:
    """One less while the key is known from an earlier call."""
    api.post("/preflights", delegation())
    with django_assert_max_num_queries(statements):
        api.post(path, body)
