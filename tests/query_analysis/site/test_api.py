"""Query analyses over HTTP: what is answered, embedded, kept and refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.api_client import ApiClient
from tests.query_analysis.site.analyses import CLEAR, FAILED, VAGUE, analysis, body
from validation.models import AuditEvent, Intervention, QueryAnalysisRecord

pytestmark = pytest.mark.django_db

SPEC = {"status", "confidence", "issues", "retry_guidance", "clarification_question"}


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (body(), "pass"),
        (body(VAGUE), "clarify"),
        (body("get me that one", reference_resolution=FAILED), "clarify"),
        (body("fix the bug in src/mill.py"), "clarify"),
        (body(mode="voice"), "retry"),
        (body("price of rye flour today", data_requirements={"needs_live_data": False}), "retry"),
    ],
)
def test_the_gate_answers_with_one_of_three_words(sent: dict[str, Any], status: str, api: ApiClient) -> None:
    answer = api.post("/query-analyses", sent)
    assert (answer.status_code, answer.json()["validation"]["status"]) == (200, status)


def test_the_validation_is_exactly_the_object_of_the_specification(api: ApiClient) -> None:
    assert set(api.post("/query-analyses", body()).json()["validation"]) == SPEC


def test_the_validation_is_embedded_and_unknown_fields_are_kept(api: ApiClient) -> None:
    told = api.post("/query-analyses", body(trace={"span": 7})).json()
    assert told["analysis"] == {**analysis(trace={"span": 7}), "validation": told["validation"]}


def test_a_pass_has_no_issues(api: ApiClient) -> None:
    told = api.post("/query-analyses", body()).json()
    assert (told["validation"]["issues"], told["rules"], told["intervention_id"]) == ([], [], None)


def test_a_retry_comes_with_guidance_and_its_rule(api: ApiClient) -> None:
    told = api.post("/query-analyses", body(user_purpose="")).json()
    assert told["validation"]["retry_guidance"]
    assert [rule["code"] for rule in told["rules"]] == ["field_missing"]


def test_a_clarify_comes_with_one_question(api: ApiClient) -> None:
    told = api.post("/query-analyses", body(VAGUE)).json()["validation"]
    assert told["clarification_question"] == "What should “cheapest” apply to? Please name the product or subject."


@pytest.mark.parametrize("document", [None, "resolved: a kettle", ["a"], 7, True])
def test_what_is_no_object_is_stored_and_halted_for_a_person(document: Any, api: ApiClient) -> None:
    told = api.post("/query-analyses", {"raw_query": CLEAR, "analysis": document}).json()
    assert (told["validation"], told["halt"]["cause"], told["analysis"]) == (None, "input_malformed", document)
    opened = Intervention.objects.get(pk=told["intervention_id"])
    assert (opened.gate, opened.kind, opened.priority) == ("query_analysis", "halt", "medium")


def test_halts_of_one_cause_are_one_piece_of_work(api: ApiClient) -> None:
    told = [api.post("/query-analyses", {"raw_query": CLEAR, "analysis": number}).json() for number in range(3)]
    assert len({one["intervention_id"] for one in told}) == 1
    assert Intervention.objects.get().count == 3


def _deep(levels: int) -> list[Any]:
    held: list[Any] = []
    for _ in range(levels):
        held = [held]
    return held


@pytest.mark.parametrize(
    "sent",
    [
        {"raw_query": "a\x00b", "analysis": {}},
        {"raw_query": "half \ud800", "analysis": {}},
        {"raw_query": CLEAR, "analysis": {"resolved_query": "a\x00b"}},
        {"raw_query": CLEAR, "analysis": {"key \udfff": 1}},
        {"raw_query": CLEAR, "analysis": {"list": ["a", {"b": "\x00"}]}},
        {"raw_query": CLEAR, "analysis": {"deep": _deep(200)}},
        {"raw_query": CLEAR},
        {"analysis": {}},
        {"raw_query": CLEAR, "analysis": {}, "surprise": 1},
        {"raw_query": CLEAR, "analysis": {}, "turn_id": "a\nb"},
    ],
)
def test_what_cannot_be_stored_is_refused_with_its_field(sent: dict[str, Any], api: ApiClient) -> None:
    answer = api.post("/query-analyses", sent)
    assert (answer.status_code, bool(answer.json()["errors"])) == (422, True)
    assert not QueryAnalysisRecord.objects.exists()


@pytest.mark.parametrize("query", ["", "q" * 100_000, "﷽" * 400, "<script>alert(1)</script>"])
def test_any_text_is_a_query(query: str, api: ApiClient) -> None:
    told = api.post("/query-analyses", body(query)).json()
    assert api.get(f"/query-analyses/{told['id']}").json()["raw_query"] == query


ANY_TEXT = st.text(max_size=40)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT | st.sampled_from(sorted(analysis())), inner),
    max_leaves=12,
)


def test_any_json_is_judged_or_refused_and_never_breaks_the_gate(api: ApiClient) -> None:
    @settings(max_examples=60, deadline=None)
    @given(query=ANY_TEXT, document=ANY_JSON)
    def answers(query: str, document: Any) -> None:
        assert api.post("/query-analyses", {"raw_query": query, "analysis": document}).status_code in (200, 400, 422)

    answers()


def test_what_was_judged_can_be_read_again(api: ApiClient) -> None:
    told = api.post("/query-analyses", body(turn_id="turn_7")).json()
    assert api.get(f"/query-analyses/{told['id']}").json() == told


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("status=clarify", [VAGUE]),
        ("status=halted", ["a halted one"]),
        ("turn_id=turn_7", [CLEAR]),
        ("since=2099-01-01T00:00:00Z", []),
        ("", ["a halted one", VAGUE, CLEAR]),
    ],
)
def test_each_filter_keeps_what_it_says(query: str, found: list[str], api: ApiClient) -> None:
    api.post("/query-analyses", body(turn_id="turn_7"))
    api.post("/query-analyses", body(VAGUE))
    api.post("/query-analyses", {"raw_query": "a halted one", "analysis": []})
    assert [item["query"] for item in api.get(f"/query-analyses?{query}").json()["items"]] == found


def test_pages_follow_each_other_without_gap_or_repeat(api: ApiClient) -> None:
    made = [api.post("/query-analyses", body()).json()["id"] for _ in range(5)]
    seen, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/query-analyses?limit=2&cursor={cursor}").json()
        seen += [item["id"] for item in page["items"]]
        cursor = page["next"]
    assert seen == made[::-1]


def test_each_validation_leaves_a_line_in_the_audit_trail(api: ApiClient) -> None:
    told = api.post("/query-analyses", body()).json()
    line = AuditEvent.objects.get(subject=f"query_analysis:{told['id']}")
    assert (line.verb, line.data) == ("query_analysis.validated", {"status": "pass", "halt": ""})
