"""Policies over HTTP."""

from __future__ import annotations

import pytest

from tests.api_client import ApiClient
from tests.verdicts import decided_as
from validation.models import Policy

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
