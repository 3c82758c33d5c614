"""A delegation handed over again under its idempotency key: the first answer, and nothing new."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from tests.api_client import ApiClient, MakeApi
from tests.orchestration.site.delegations import delegation, handed_over
from validation.models import ActiveSession, IdempotencyRecord, Preflight, ReturnRecord
from validation.platform.retention import prune

BOTH = pytest.mark.parametrize(("path", "body"), [("/preflights", delegation()), ("/returns", handed_over())])


@BOTH
@pytest.mark.django_db
def test_the_same_key_and_body_give_the_first_answer(path: str, body: dict[str, Any], api: ApiClient) -> None:
    first = api.post(path, body, Idempotency_Key="k1").json()
    assert [api.post(path, body, Idempotency_Key="k1").json() for _ in range(2)] == [first, first]
    assert Preflight.objects.count() + ReturnRecord.objects.count() == 1


@pytest.mark.django_db
def test_a_preflight_whose_answer_was_lost_is_not_refused_for_its_own_session(api: ApiClient) -> None:
    api.post("/preflights", delegation(), Idempotency_Key="k1")
    assert api.post("/preflights", delegation(), Idempotency_Key="k1").json()["allowed"] is True
    assert api.post("/preflights", delegation(), Idempotency_Key="k2").json()["allowed"] is False


@pytest.mark.django_db
def test_a_return_that_is_sent_again_does_not_end_the_session_of_the_next_delegation(api: ApiClient) -> None:
    api.post("/preflights", delegation())
    api.post("/returns", handed_over(), Idempotency_Key="k1")
    api.post("/preflights", delegation())
    api.post("/returns", handed_over(), Idempotency_Key="k1")
    assert ActiveSession.objects.count() == 1


@BOTH
@pytest.mark.django_db
def test_the_same_key_with_another_body_is_a_conflict(path: str, body: dict[str, Any], api: ApiClient) -> None:
    api.post(path, body, Idempotency_Key="k1")
    answer = api.post(path, {**body, "turn_id": "turn_9"}, Idempotency_Key="k1")
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_conflict")


@BOTH
@pytest.mark.django_db
def test_a_key_is_of_one_pipeline_and_one_address(path: str, body: dict[str, Any], make_api: MakeApi) -> None:
    ids = {make_api("ingest", pipeline=name).post(path, body, Idempotency_Key="k1").json()["id"] for name in "ab"}
    other = "/returns" if path == "/preflights" else "/preflights"
    sent = handed_over() if other == "/returns" else delegation()
    assert make_api("ingest", pipeline="a").post(other, sent, Idempotency_Key="k1").status_code == 200
    assert len(ids) == 2


@BOTH
@pytest.mark.django_db
def test_a_key_that_cannot_be_used_is_refused(path: str, body: dict[str, Any], api: ApiClient) -> None:
    answer = api.post(path, body, Idempotency_Key="k" * 256)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_invalid")


@BOTH
@pytest.mark.django_db
def test_a_key_is_forgotten_with_what_it_stands_for(path: str, body: dict[str, Any], api: ApiClient) -> None:
    api.post(path, body, Idempotency_Key="k1")
    made = (Preflight.objects.first() or ReturnRecord.objects.get()).at
    prune(keep={"preflights": 1, "returns": 1}, by="test", now=made + timedelta(days=366))
    assert not IdempotencyRecord.objects.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_repeats_at_the_same_moment_all_get_the_first_answer(make_api: MakeApi) -> None:
    at_once = 4
    together = Barrier(at_once)
    callers = [make_api("ingest") for _ in range(at_once)]

    def post(caller: ApiClient) -> Any:
        try:
            together.wait(timeout=20)
            return caller.post("/preflights", delegation(), Idempotency_Key="k1").json()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(at_once) as threads:
        told = list(threads.map(post, callers))
    assert [(one["id"], one["allowed"]) for one in told] == [(told[0]["id"], True)] * at_once
