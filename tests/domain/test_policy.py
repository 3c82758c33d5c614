"""Policies are read whole or refused with the field that is wrong."""

from __future__ import annotations

import math
from typing import Any

import pytest

from validation.domain.errors import InputRejected
from validation.domain.policy import PolicyDocument, read_policy


def test_an_empty_document_takes_the_defaults() -> None:
    assert read_policy({}) == PolicyDocument()


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"response": {"approve": 0.4}}, "response"),
        ({"response": {"approve": 1.2}}, "response.approve"),
        ({"response": {"approve": math.nan}}, "response.approve"),
        ({"response": {"approve": "high"}}, "response.approve"),
        ({"response": {"retry": 0.0}}, "response"),
        ({"response": {"goal_pass": 0.5}}, "response"),
        ({"response": {"total_limit": 4}}, "response"),
        ({"response": {"aprove": 0.9}}, "response.aprove"),
        ({"belief": {"weights": {"content_match": 0.9}}}, "belief.weights"),
        ({"belief": {"warn_age_days": 200}}, "belief"),
        ({"interventions": {"on_expiry": "approve"}}, "interventions.on_expiry"),
        ({"interventions": {"critical_minutes": 600}}, "interventions"),
        ([], "policy"),
        (None, "policy"),
    ],
)
def test_a_wrong_document_names_its_field(document: Any, field: str) -> None:
    with pytest.raises(InputRejected) as caught:
        read_policy(document)
    assert caught.value.fields[0].field == field


def test_expiry_can_never_approve() -> None:
    with pytest.raises(InputRejected):
        read_policy({"interventions": {"on_expiry": "approve"}})
