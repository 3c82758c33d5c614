"""Handing over drafts: what is stored, what is answered, what is refused."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from tests.api_client import ApiClient, MakeApi
from tests.texts import CONTEXT, GOOD, NO_EVIDENCE, WRONG_PRICE, submission
from validation.models import Attempt, Policy
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db


def judged(api: ApiClient, **fields: object) -> dict[str, Any]:
    """Hands over, judges in this process, and reads back."""
    taken = api.post("/attempts", submission(**fields)).json()
    judge_attempt(taken["id"])
    return api.get(f"/attempts/{taken['id']}").json()


def test_an_attempt_is_accepted_and_waits(api: ApiClient) -> None:
    answer = api.post("/attempts", submission())
    assert (answer.status_code, answer.json()["state"], answer.json()["decision"]) == (202, "queued", None)


def test_a_grounded_response_is_approved(api: ApiClient) -> None:
    assert judged(api)["route"] == "APPROVE"


def test_an_invented_price_is_sent_back_for_revision(api: ApiClient) -> None:
    assert judged(api, response_md=WRONG_PRICE)["route"] == "REVISE"


def test_an_invented_price_is_named_with_its_place(api: ApiClient) -> None:
    found = judged(api, response_md=WRONG_PRICE)["findings"]
    spans = [WRONG_PRICE[one["start"] : one["end"]] for one in found if one["severity"] == "certain"]
    assert any("44.90" in span for span in spans)


def test_a_response_without_any_evidence_is_retried(api: ApiClient) -> None:
    assert judged(api, context_md=NO_EVIDENCE)["route"] == "RETRY"


def test_every_claim_span_is_its_text(api: ApiClient) -> None:
    claims = judged(api)["claims"]
    assert claims
    assert all(GOOD[claim["start"] : claim["end"]] == claim["text"] for claim in claims)


def test_every_evidence_quote_is_its_span(api: ApiClient) -> None:
    links = [link for claim in judged(api)["claims"] for link in claim["evidence"]]
    assert links
    assert all(CONTEXT[link["start"] : link["end"]] == link["quote"] for link in links)


def test_an_approved_turn_takes_no_further_attempt(api: ApiClient) -> None:
    judged(api)
    answer = api.post("/attempts", submission(response_md=WRONG_PRICE))
    assert (answer.status_code, answer.json()["code"]) == (409, "turn_closed")


def test_the_same_key_and_body_give_the_same_attempt(api: ApiClient) -> None:
    ids = {api.post("/attempts", submission(), Idempotency_Key="k1").json()["id"] for _ in range(3)}
    assert len(ids) == 1


def test_the_same_key_with_another_body_is_a_conflict(api: ApiClient) -> None:
    api.post("/attempts", submission(), Idempotency_Key="k1")
    answer = api.post("/attempts", submission(response_md=WRONG_PRICE), Idempotency_Key="k1")
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_conflict")


def test_the_same_key_answers_even_after_the_turn_is_closed(api: ApiClient) -> None:
    first = api.post("/attempts", submission(), Idempotency_Key="k1").json()["id"]
    judge_attempt(first)
    assert api.post("/attempts", submission(), Idempotency_Key="k1").json()["id"] == first


def test_an_identical_attempt_still_undecided_is_the_existing_one(api: ApiClient) -> None:
    ids = {api.post("/attempts", submission()).json()["id"] for _ in range(2)}
    assert len(ids) == 1


def test_the_third_revise_of_a_turn_fails(api: ApiClient) -> None:
    drafts = [WRONG_PRICE + "\nNote.\n" * index for index in range(3)]
    assert [judged(api, response_md=draft)["route"] for draft in drafts] == ["REVISE", "REVISE", "FAIL"]


def test_a_fail_opens_an_intervention(api: ApiClient) -> None:
    drafts = [WRONG_PRICE + "\nNote.\n" * index for index in range(3)]
    last = [judged(api, response_md=draft) for draft in drafts][-1]
    assert api.get(f"/interventions/{last['intervention_id']}").json()["kind"] == "fail"


def test_a_failed_turn_takes_no_further_attempt_without_a_grant(api: ApiClient) -> None:
    for index in range(3):
        judged(api, response_md=WRONG_PRICE + "\nNote.\n" * index)
    assert api.post("/attempts", submission()).status_code == 409


def test_memory_waits_for_the_decision(api: ApiClient) -> None:
    notes = [{"key": "colour", "content": "steel"}]
    assert api.post("/attempts", submission(memory_candidates=notes)).json()["memory"][0]["state"] == "staged"


@pytest.mark.parametrize(("response_md", "state"), [(GOOD, "committed"), (WRONG_PRICE, "discarded")])
def test_memory_follows_the_route(api: ApiClient, response_md: str, state: str) -> None:
    notes = [{"key": "colour", "content": "steel"}]
    assert judged(api, response_md=response_md, memory_candidates=notes)["memory"][0]["state"] == state


TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
METADATA = {"request": "r-17", "version": "2026-11", "spans": [1, {"model": None}]}


@pytest.mark.parametrize("sent", [METADATA, {**METADATA, "traceparent": TRACE}, {"traceparent": 5}])
def test_metadata_comes_back_with_every_answer(api: ApiClient, sent: dict[str, object]) -> None:
    taken = api.post("/attempts", submission(metadata=sent)).json()
    judge_attempt(taken["id"])
    event = api.get("/events").json()["items"][0]
    (batched,) = api.post("/attempts/batch", {"attempts": [submission("turn_b", metadata=sent)]}).json()["results"]
    answers = (taken, api.get(f"/attempts/{taken['id']}").json(), event["data"], batched["attempt"])
    assert [one["metadata"] for one in answers] == [sent] * 4


def test_metadata_is_empty_where_none_was_sent(api: ApiClient) -> None:
    """Also where the request belongs to a trace, which is kept beside it."""
    taken = api.post("/attempts", submission(), traceparent=TRACE).json()
    assert (taken["metadata"], api.get(f"/attempts/{taken['id']}").json()["metadata"]) == ({}, {})


def test_context_md_comes_back_unchanged_with_section_7_appended(api: ApiClient) -> None:
    taken = judged(api)
    text = api.get(f"/attempts/{taken['id']}/context.md").content.decode()
    assert text.startswith(CONTEXT)
    assert "## 7. Validation\n\n**Decision:** APPROVE" in text[len(CONTEXT) :]


def test_section_7_accumulates_over_the_attempts(api: ApiClient) -> None:
    judged(api, response_md=WRONG_PRICE)
    text = api.get(f"/attempts/{judged(api)['id']}/context.md").content.decode()
    assert [line for line in text.splitlines() if line.startswith("## 7")] == [
        "## 7. Validation (Attempt 1)",
        "## 7. Validation (Attempt 2)",
    ]


def test_a_decided_attempt_judged_again_keeps_its_decision(api: ApiClient) -> None:
    taken = judged(api)
    api.post(f"/attempts/{taken['id']}/rejudge")
    judge_attempt(taken["id"])
    again = api.get(f"/attempts/{taken['id']}").json()
    assert (again["judgement"], Attempt.objects.get().judgements.count()) == (1, 2)


def test_applying_a_new_judgement_needs_an_admin_key(api: ApiClient, make_api: MakeApi) -> None:
    taken = judged(api)
    answer = make_api("review").post(f"/attempts/{taken['id']}/rejudge", {"apply": True})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_an_applied_judgement_comes_in_force(api: ApiClient) -> None:
    taken = judged(api)
    api.post(f"/attempts/{taken['id']}/rejudge", {"apply": True})
    judge_attempt(taken["id"])
    assert api.get(f"/attempts/{taken['id']}").json()["judgement"] == 2


def test_a_decided_attempt_carries_its_policy(api: ApiClient) -> None:
    taken = judged(api)
    assert taken["policy"] == Policy.objects.get().number


def test_a_batch_answers_for_each_item(api: ApiClient) -> None:
    items = [submission("a"), {"turn_id": "b"}, submission("c", response_md="  ")]
    results = api.post("/attempts/batch", {"attempts": items}).json()["results"]
    assert [(one["status"], (one["error"] or {}).get("code")) for one in results] == [
        (202, None),
        (422, "invalid_body"),
        (422, "response_empty"),
    ]


def test_a_batch_of_more_than_500_is_refused(api: ApiClient) -> None:
    assert api.post("/attempts/batch", {"attempts": [{}] * 501}).status_code == 422


def test_a_list_pages_through_everything_once(api: ApiClient) -> None:
    for index in range(5):
        api.post("/attempts", submission(f"turn_{index}"))
    seen, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/attempts?limit=2&cursor={cursor}").json()
        seen += [item["turn_id"] for item in page["items"]]
        cursor = page["next"]
    assert sorted(seen) == [f"turn_{index}" for index in range(5)]


def test_a_list_of_turns_holds_each_once_while_they_get_attempts(api: ApiClient) -> None:
    for number in range(4):
        api.post("/attempts", submission(f"t{number}"))
    first = api.get("/turns?limit=2").json()
    api.post("/attempts", submission("t0", response_md="Another draft."))
    second = api.get(f"/turns?limit=2&cursor={first['next']}").json()
    assert [turn["turn_id"] for turn in first["items"] + second["items"]] == ["t3", "t2", "t1", "t0"]


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00"])
def test_a_cursor_beyond_the_calendar_is_refused(api: ApiClient, at: str) -> None:
    cursor = urlsafe_b64encode(json.dumps([at, "1"]).encode()).decode()
    assert api.get(f"/turns?cursor={cursor}").json()["code"] == "cursor_invalid"


def test_a_list_is_filtered_by_decision(api: ApiClient) -> None:
    judged(api, turn_id="good")
    judged(api, turn_id="bad", response_md=WRONG_PRICE)
    items = api.get("/attempts?decision=REVISE").json()["items"]
    assert [item["turn_id"] for item in items] == ["bad"]


def test_a_list_is_filtered_by_route(api: ApiClient) -> None:
    judged(api, turn_id="good")
    judged(api, turn_id="bad", response_md=WRONG_PRICE)
    items = api.get("/attempts?route=APPROVE").json()["items"]
    assert [item["turn_id"] for item in items] == ["good"]


def test_a_turn_is_read_by_an_id_with_slashes(api: ApiClient) -> None:
    judged(api, turn_id="2026/11/turn 1")
    assert api.get("/turns/2026/11/turn%201").json()["turn_id"] == "2026/11/turn 1"


def test_a_turn_shows_its_path(api: ApiClient) -> None:
    judged(api, response_md=WRONG_PRICE)
    judged(api)
    path = api.get("/turns/turn_kettle").json()["path"]
    assert [step["route"] for step in path] == ["REVISE", "APPROVE"]
