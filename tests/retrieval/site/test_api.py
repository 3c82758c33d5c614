"""Handing over retrieved sets: what is answered, what is refused, what is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from retrieval.models import Retrieval
from tests.api_client import ApiClient, MakeApi
from tests.retrieval.gate.sets import FOUNDED
from tests.retrieval.site.conftest import FOUNDED_WHEN, Judged, submission

pytestmark = pytest.mark.django_db


def test_a_retrieval_is_accepted_and_waits(api: ApiClient) -> None:
    answer = api.post("/retrievals", submission())
    told = answer.json()
    assert (answer.status_code, told["state"], told["answer_present"], told["report"]) == (202, "queued", None, "")


def test_a_verdict_has_the_shape_of_the_contract(judged: Judged) -> None:
    told = judged(turn_id="turn_1")
    assert {name: told[name] for name in ("answer_present", "retrieval_quality", "message", "pieces", "halt")} == {
        "answer_present": "Yes",
        "retrieval_quality": "Good",
        "message": None,
        "pieces": [],
        "halt": None,
    }
    assert told["relevant_chunks"] == [{"id": "c1", "summary": FOUNDED[0]}]
    assert told["evidence"] == [{"chunk_id": "c1", "quote": FOUNDED[0], "start": 0, "end": len(FOUNDED[0])}]
    assert told["report"].splitlines()[0] == "Relevant Chunks: c1"


@pytest.mark.parametrize("quality", ["Good", "Partial", "Poor"])
def test_each_quality_can_come_out(of_quality: Judged, quality: str) -> None:
    assert of_quality(quality)["retrieval_quality"] == quality


def test_nothing_relevant_is_said_in_the_words_of_the_specification(of_quality: Judged) -> None:
    assert of_quality("Poor")["message"] == "No relevant information found in retrieved data."


def test_scored_points_are_read_as_they_come(judged: Judged) -> None:
    points = [{"id": 7, "score": 0.83, "version": 3, "payload": {"page_content": FOUNDED[0]}}]
    assert judged({"query": FOUNDED_WHEN, "chunks": points})["evidence"][0]["chunk_id"] == "7"


def test_an_empty_set_has_a_defined_answer(judged: Judged) -> None:
    told = judged({"query": FOUNDED_WHEN, "chunks": []})
    assert (told["retrieval_quality"], [found["code"] for found in told["findings"]]) == ("Poor", ["no_chunks"])


@pytest.mark.parametrize("chunk", [None, 7, "text", [], {}, {"id": {"a": 1}, "text": "x"}, {"id": "a", "text": 5}])
def test_a_malformed_chunk_is_a_finding_and_no_error(judged: Judged, chunk: Any) -> None:
    told = judged({"query": FOUNDED_WHEN, "chunks": [chunk, {"id": "c1", "text": FOUNDED[0]}]})
    assert (told["state"], told["answer_present"], bool(told["findings"])) == ("decided", "Yes", True)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"chunks": []}, "query"),
        ({"query": "x"}, "chunks"),
        ({"query": 5, "chunks": []}, "query"),
        ({"query": "x", "chunks": {}}, "chunks"),
        ({"query": "nul\x00", "chunks": []}, "query"),
        ({"query": "x", "chunks": [{"id": "a", "text": "nul\x00"}]}, "chunks.0"),
        ({"query": "x", "chunks": [{"id": "a", "text": "half \ud800"}]}, "chunks.0"),
        ({"query": "x", "chunks": [{"k\x00": 1}]}, "chunks.0"),
        ({"query": "x", "chunks": [{"id": str(n)} for n in range(1001)]}, "chunks"),
        ({"query": "x", "chunks": [], "turn_id": ""}, "turn_id"),
        ({"query": "x", "chunks": [], "turn": "misspelt"}, "turn"),
    ],
)
def test_bad_input_is_a_problem_that_names_the_field(api: ApiClient, body: dict[str, Any], field: str) -> None:
    answer = api.post("/retrievals", body)
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert answer.json()["errors"][0]["field"] == field
    assert not Retrieval.objects.exists()


def test_deep_nesting_is_refused_and_does_not_crash(api: ApiClient) -> None:
    deep: Any = "x"
    for _ in range(150):
        deep = [deep]
    assert api.post("/retrievals", {"query": "x", "chunks": [deep]}).status_code == 422


def test_a_set_of_a_thousand_chunks_is_taken(judged: Judged) -> None:
    told = judged({"query": FOUNDED_WHEN, "chunks": [{"id": f"d{n}", "text": f"Room {n}."} for n in range(1000)]})
    assert told["state"] == "decided"


def test_the_same_set_asked_again_is_answered_at_once(api: ApiClient, judged: Judged) -> None:
    first = judged(turn_id="turn_1")
    answer = api.post("/retrievals", submission(turn_id="turn_2"))
    told = answer.json()
    assert (answer.status_code, told["state"], told["reused"]) == (200, "decided", True)
    assert (told["report"], told["content_address"]) == (first["report"], first["content_address"])
    assert told["id"] != first["id"]


@pytest.mark.parametrize(
    "other",
    [
        submission(query="What year was the company founded"),
        submission(tuple(reversed(FOUNDED))),
        submission((FOUNDED[0],)),
    ],
    ids=["another query", "another order", "fewer chunks"],
)
def test_another_set_is_judged_anew(api: ApiClient, judged: Judged, other: dict[str, Any]) -> None:
    judged()
    assert api.post("/retrievals", other).json()["state"] == "queued"


def test_another_policy_is_another_address(api: ApiClient, judged: Judged) -> None:
    judged()
    policy = {"document": {"retrieval": {"answer_present": 0.9}}, "reason": "fewer wrong answers"}
    assert api.post("/policies", policy).status_code == 200
    assert api.post("/retrievals", submission()).json()["state"] == "queued"


def test_an_identical_set_still_waiting_is_the_same_retrieval(api: ApiClient) -> None:
    assert len({api.post("/retrievals", submission()).json()["id"] for _ in range(3)}) == 1


def test_the_same_key_and_body_give_the_same_retrieval(api: ApiClient, judged: Judged) -> None:
    judged()
    ids = {api.post("/retrievals", submission(), Idempotency_Key="k1").json()["id"] for _ in range(3)}
    assert len(ids) == 1


def test_the_same_key_with_another_body_is_a_conflict(api: ApiClient) -> None:
    api.post("/retrievals", submission(), Idempotency_Key="k1")
    answer = api.post("/retrievals", submission(turn_id="turn_9"), Idempotency_Key="k1")
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_conflict")


def test_a_call_that_does_not_want_to_wait_long_gets_its_status_address(api: ApiClient) -> None:
    answer = api.post("/retrievals", submission(), Prefer="wait=0")
    assert (answer.status_code, answer.json()["links"]["self"]) == (202, f"/api/v1/retrievals/{answer.json()['id']}")


def test_a_key_is_told_the_figures_of_its_own_pipeline_only(judged: Judged, make_api: MakeApi) -> None:
    judged()
    assert make_api("read", pipeline="other").get("/stats/retrievals").json()["n"] == 0


def test_pages_follow_each_other_without_gap_or_repeat(api: ApiClient) -> None:
    made = [api.post("/retrievals", submission(query=f"question {n}?")).json()["id"] for n in range(5)]
    seen, cursor = [], ""
    while True:
        page = api.get(f"/retrievals?limit=2&cursor={cursor}").json()
        seen += [item["id"] for item in page["items"]]
        if not page["next"]:
            break
        cursor = page["next"]
    assert seen == made[::-1]


@pytest.mark.parametrize(
    ("asked", "found"),
    [("quality=Good", 1), ("quality=Poor", 1), ("quality=undecided", 1), ("state=decided", 2), ("turn_id=turn_7", 1)],
)
def test_each_filter_keeps_what_it_says(api: ApiClient, of_quality: Judged, asked: str, found: int) -> None:
    of_quality("Good", turn_id="turn_7")
    of_quality("Poor")
    api.post("/retrievals", submission(query="still waiting?"))
    assert len(api.get(f"/retrievals?{asked}").json()["items"]) == found


@pytest.mark.parametrize("file", ["csv", "jsonl"])
def test_the_export_takes_the_filters_of_the_list(api: ApiClient, of_quality: Judged, file: str) -> None:
    of_quality("Good", turn_id="turn_7")
    of_quality("Poor")
    for asked in ("quality=Good", "turn_id=turn_7"):
        answer = api.get(f"/export/retrievals.{file}?{asked}")
        lines = b"".join(answer.streaming_content).decode().splitlines()
        assert len(lines) == (2 if file == "csv" else 1)
        assert "turn_7" in lines[-1]


def test_an_answer_names_the_query_that_it_is_about(judged: Judged) -> None:
    assert judged()["query"] == FOUNDED_WHEN


def test_the_export_holds_every_retrieval_as_csv_and_as_json_lines(api: ApiClient, of_quality: Judged) -> None:
    of_quality("Good")
    of_quality("Poor")
    csv = b"".join(api.get("/export/retrievals.csv").streaming_content).decode().splitlines()
    lines = b"".join(api.get("/export/retrievals.jsonl").streaming_content).decode().splitlines()
    assert len(csv) == 3
    assert [json.loads(line)["quality"] for line in lines] == ["Poor", "Good"]
