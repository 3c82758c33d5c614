"""`POST /policies/replay`: a draft over what this key's pipeline had judged."""

from __future__ import annotations

from tests.api_client import MakeApi
from tests.factories import attempt, decide, turn
from validation.domain.attempt import Route


def test_the_api_answers_with_the_flips_of_its_own_pipeline(make_api: MakeApi) -> None:
    mine = decide(attempt(turn("a")), Route.APPROVE, confidence=0.9).attempt
    decide(attempt(turn("b", of="other")), Route.APPROVE, confidence=0.9)
    api = make_api("read", pipeline="shop-assistant")
    answer = api.post("/policies/replay", {"document": {"response": {"approve": 0.95}}}).json()
    assert (answer["judged"], answer["flipped"], answer["policy"]) == (1, 1, 1)
    (flip,) = answer["flips"]
    assert (flip["from"], flip["to"], flip["count"]) == ("APPROVE", "REVISE", 1)
    assert flip["attempts"][0]["id"] == str(mine.pk)


def test_the_api_refuses_a_draft_that_is_no_policy(make_api: MakeApi) -> None:
    answer = make_api("read").post("/policies/replay", {"document": {"response": {"approve": 7}}})
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": "response.approve", "message": "must be at most 1"}]
