"""A query analysis handed over again under its idempotency key: the first answer, and no further retry of its turn."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.api_client import ApiClient, MakeApi
from tests.query_analysis.site.analyses import body
from validation.models import IdempotencyRecord, Intervention, QueryAnalysisRecord
from validation.platform.retention import prune

pytestmark = pytest.mark.django_db

RETRY = body(turn_id="turn_7", user_purpose="")


def test_a_retry_whose_answer_was_lost_does_not_use_up_its_turn(api: ApiClient) -> None:
    first = api.post("/query-analyses", RETRY, Idempotency_Key="k1").json()
    assert api.post("/query-analyses", RETRY, Idempotency_Key="k1").json() == first
    assert (first["retry_allowed"], Intervention.objects.count()) == (True, 0)
    assert QueryAnalysisRecord.objects.count() == 1


def test_the_same_analysis_under_another_key_is_the_next_retry(api: ApiClient) -> None:
    told = [api.post("/query-analyses", RETRY, Idempotency_Key=key).json()["retry_allowed"] for key in ("k1", "k2")]
    assert told == [True, False]


def test_the_same_key_with_another_body_is_a_conflict(api: ApiClient) -> None:
    api.post("/query-analyses", RETRY, Idempotency_Key="k1")
    answer = api.post("/query-analyses", body(turn_id="turn_7"), Idempotency_Key="k1")
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_conflict")
    assert "for a new query analysis" in answer.json()["detail"]


def test_a_key_is_of_one_pipeline(make_api: MakeApi) -> None:
    callers = [make_api("ingest", pipeline=name) for name in ("a", "b")]
    assert len({one.post("/query-analyses", RETRY, Idempotency_Key="k1").json()["id"] for one in callers}) == 2


def test_a_key_is_forgotten_with_what_it_stands_for(api: ApiClient) -> None:
    api.post("/query-analyses", RETRY, Idempotency_Key="k1")
    made = QueryAnalysisRecord.objects.get().at
    prune(keep={"query_analyses": 1}, by="test", now=made + timedelta(days=366))
    assert not IdempotencyRecord.objects.exists()
