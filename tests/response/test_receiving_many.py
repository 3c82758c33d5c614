"""Storing submissions: how many statements it takes, and what a batch does with turns that several items share."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api_client import ApiClient
from tests.texts import CONTEXT, GOOD, WRONG_PRICE, submission
from validation.models import ApiKey, Attempt, AuditEvent, IdempotencyRecord, Turn
from validation.platform.keys import revoke_api_key
from validation.platform.work import backlog
from validation.response.api import batches
from validation.response.api.submissions import store_submissions
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db
NOTES = [{"key": "colour", "content": "steel"}]


@pytest.fixture(autouse=True)
def what_waits_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine two calls can be further apart than two counts."""
    monkeypatch.setattr(backlog, "COUNTED_EVERY_S", 600.0)
    monkeypatch.setattr(backlog, "_backlog", backlog._Backlog())  # what another test counted may lapse in this one


def sent(api: ApiClient, path: str, body: Any) -> list[str]:
    """What the database is told, after the key is known."""
    api.post("/attempts", submission("warm"))
    with CaptureQueriesContext(connection) as seen:
        api.post(path, body, Idempotency_Key="k1")
    return [one["sql"] for one in seen]


def statements(api: ApiClient, path: str, body: Any) -> list[str]:
    """Those that touch a table."""
    return [sql.split()[0] for sql in sent(api, path, body) if "validation_" in sql]


def results(api: ApiClient, items: list[dict[str, Any]], **headers: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.post("/attempts/batch", {"attempts": items}, **headers).json()["results"]
    return found


def messages() -> list[str]:
    """The key, the turn, and four tables that PostgreSQL takes together."""
    return ["INSERT"] * (3 if connection.vendor == "postgresql" else 6)


def test_the_first_attempt_of_a_turn_is_one_insertion_a_table(api: ApiClient) -> None:
    assert statements(api, "/attempts", submission(memory_candidates=NOTES)) == messages()


def test_a_call_is_one_transaction_without_another_in_it(api: ApiClient) -> None:
    """That of the test is around it, so that its own is a savepoint."""
    assert sum(sql.startswith("SAVEPOINT") for sql in sent(api, "/attempts", submission())) == 1


def test_a_batch_takes_no_more_statements_than_a_call(api: ApiClient) -> None:
    items = [submission(f"t{number}", memory_candidates=NOTES) for number in range(5)]
    assert statements(api, "/attempts/batch", {"attempts": items}) == messages()


def test_an_answer_made_without_reading_is_what_reading_gives(api: ApiClient) -> None:
    taken = api.post("/attempts", submission(memory_candidates=NOTES)).json()
    assert api.get(f"/attempts/{taken['id']}").json() == taken


def test_attempts_of_one_turn_in_a_batch_are_numbered_in_their_order(api: ApiClient) -> None:
    drafts = [GOOD, WRONG_PRICE, GOOD + "\nMore.\n"]
    taken = results(api, [submission(response_md=draft) for draft in drafts])
    assert [one["attempt"]["attempt"] for one in taken] == [1, 2, 3]
    assert Turn.objects.get().attempts_made == 3
    assert [row.enqueued_at is None for row in Attempt.objects.order_by("number")] == [False, True, True]


def test_the_same_draft_twice_in_a_batch_is_one_attempt(api: ApiClient) -> None:
    taken = results(api, [submission(), submission()], Idempotency_Key="k1")
    assert len({one["attempt"]["id"] for one in taken}) == Attempt.objects.count() == 1
    assert set(IdempotencyRecord.objects.values_list("resource_id", flat=True)) == {taken[0]["attempt"]["id"]}


def test_a_refused_item_leaves_nothing_behind_and_its_key_is_free(api: ApiClient) -> None:
    judge_attempt(api.post("/attempts", submission("closed")).json()["id"])
    taken = results(api, [submission("closed", response_md=WRONG_PRICE), submission("open")], Idempotency_Key="k1")
    assert [one["status"] for one in taken] == [409, 202]
    assert (Attempt.objects.count(), IdempotencyRecord.objects.count()) == (2, 1)
    assert AuditEvent.objects.filter(verb="attempt.received").count() == 2


def test_a_key_that_is_revoked_in_the_middle_of_a_batch_hands_over_no_more(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_and_revoke(key: ApiKey, items: Any) -> Any:
        taken = store_submissions(key, items)
        revoke_api_key(key=key, by="anna", now=timezone.now())
        return taken

    monkeypatch.setattr(batches, "CHUNK", 1)
    monkeypatch.setattr(batches, "store_submissions", take_and_revoke)
    taken = results(api, [submission("a"), submission("b")])
    assert [(one["status"], (one["error"] or {}).get("code")) for one in taken] == [(202, None), (401, "key_invalid")]
    assert Attempt.objects.count() == 1


def test_a_repeated_batch_is_answered_with_the_attempts_of_the_first(api: ApiClient) -> None:
    items = [submission("a"), submission("b")]
    first, second = (results(api, items, Idempotency_Key="k1") for _ in range(2))
    assert json.dumps(first) == json.dumps(second)


def test_a_repeated_item_that_is_decided_is_answered_as_a_single_call_is(api: ApiClient) -> None:
    items = [submission("a"), submission("b")]
    (first, _) = results(api, items, Idempotency_Key="k1")
    judge_attempt(first["attempt"]["id"])
    again = results(api, items, Idempotency_Key="k1")
    assert [(one["status"], one["attempt"]["state"]) for one in again] == [(200, "decided"), (202, "queued")]


def test_more_than_one_chunk_is_answered_in_the_order_given(api: ApiClient) -> None:
    items = [
        {"turn_id": f"t{number % 150:03}", "context_md": CONTEXT, "response_md": GOOD} for number in range(149, -1, -1)
    ]
    assert [one["attempt"]["turn_id"] for one in results(api, items)] == [item["turn_id"] for item in items]
