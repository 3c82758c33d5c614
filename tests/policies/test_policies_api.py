"""Policies over HTTP."""

from __future__ import annotations

import pytest

from tests.api_client import ApiClient, MakeApi
from tests.factories import NOON, attempt, decide, pipeline, turn
from tests.verdicts import decided_as
from validation.domain.attempt import Route
from validation.models import Policy
from validation.policies.actions.policies import override

pytestmark = pytest.mark.django_db


def test_a_published_policy_decides_the_next_attempt(api: ApiClient) -> None:
    api.post("/policies", {"document": {"response": {"approve": 0.95}}, "reason": "stricter"})
    assert decided_as("APPROVE").policy_id == 2


def test_a_wrong_policy_names_its_field(api: ApiClient) -> None:
    answer = api.post("/policies", {"document": {"response": {"approve": 0.4}}, "reason": "looser"})
    assert (answer.status_code, answer.json()["code"]) == (422, "policy_invalid")


def test_rolling_back_publishes_the_old_document_under_a_new_number(api: ApiClient) -> None:
    api.post("/policies", {"document": {"response": {"approve": 0.95}}, "reason": "stricter"})
    answer = api.post("/policies/1/rollback").json()
    assert (answer["number"], answer["rolled_back_to"]) == (3, 1)
    assert Policy.objects.get(number=3).document == Policy.objects.get(number=1).document


def test_a_replay_answers_with_the_flips_of_its_own_pipeline(make_api: MakeApi) -> None:
    mine = decide(attempt(turn("a")), Route.APPROVE, confidence=0.9).attempt
    decide(attempt(turn("b", of="other")), Route.APPROVE, confidence=0.9)
    api = make_api("read", pipeline="shop-assistant")
    answer = api.post("/policies/replay", {"document": {"response": {"approve": 0.95}}}).json()
    assert (answer["judged"], answer["flipped"], answer["policy"]) == (1, 1, 1)
    (flip,) = answer["flips"]
    assert (flip["from"], flip["to"], flip["count"]) == ("APPROVE", "REVISE", 1)
    assert flip["attempts"][0]["id"] == str(mine.pk)


@pytest.mark.parametrize(("common", "flipped"), [(False, 1), (True, 0)])
def test_a_pipeline_keeps_its_own_settings_under_a_common_draft(make_api: MakeApi, common: bool, flipped: int) -> None:
    decide(attempt(turn("a")), Route.APPROVE, confidence=0.9)
    api = make_api("read", pipeline="shop-assistant")
    override(pipeline=pipeline(), overrides={"response": {"approve": 0.85}}, reason="Own.", by="anna", now=NOON)
    draft = {"document": {"response": {"approve": 0.95}}, "common": common}
    assert api.post("/policies/replay", draft).json()["flipped"] == flipped


@pytest.mark.parametrize("common", ["yes", 1, None])
def test_a_replay_takes_only_true_or_false_for_common(make_api: MakeApi, common: object) -> None:
    assert make_api("read").post("/policies/replay", {"document": {}, "common": common}).status_code == 422


def test_a_replay_refuses_a_draft_that_is_no_policy(make_api: MakeApi) -> None:
    answer = make_api("read").post("/policies/replay", {"document": {"response": {"approve": 7}}})
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": "response.approve", "message": "must be at most 1"}]
