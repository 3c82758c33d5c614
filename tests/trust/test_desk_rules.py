"""Work that a rule of the policy opens when an attempt is decided."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import NOON
from tests.verdicts import decided_as
from validation.desk.actions.expiry import expire_due
from validation.models import Attempt, Event, Intervention, Policy

pytestmark = pytest.mark.django_db


def publish_rule(on_expiry: str = "hold", **rule: object) -> None:
    section = {"rules": [{"name": "near misses", **rule}], "on_expiry": on_expiry}
    Policy.objects.create(
        number=2, document={"interventions": section}, author="anna", reason="Look closer.", published_at=NOON
    )


def test_a_rule_brings_a_decision_to_the_desk_and_holds_nothing() -> None:
    publish_rule(routes=["REVISE"], confidence_from=0.5, priority="medium")
    attempt = decided_as("REVISE")
    work = Intervention.objects.get()
    assert (work.kind, work.priority, work.subject_id) == ("warning", "medium", str(attempt.pk))
    assert work.why.startswith('Rule "near misses": REVISE.')
    assert attempt.route == "REVISE"
    assert "intervention.opened" in Event.objects.values_list("type", flat=True)


@pytest.mark.parametrize("rule", [{"routes": ["APPROVE"]}, {"share": 0.0}, {"findings": ["url_not_in_evidence"]}])
def test_what_does_not_fit_opens_nothing(rule: dict[str, object]) -> None:
    publish_rule(**rule)
    decided_as("REVISE")
    assert not Intervention.objects.exists()


def test_a_fail_is_on_the_desk_once() -> None:
    publish_rule()
    decided_as("FAIL")
    assert Intervention.objects.get().kind == "fail"


def test_what_a_rule_opened_closes_in_time_and_fails_nothing() -> None:
    publish_rule(on_expiry="fail")
    attempt = decided_as("APPROVE")
    expire_due(now=timezone.now() + timedelta(days=30))
    assert Intervention.objects.get().state == "expired"
    assert Attempt.objects.get(pk=attempt.pk).route == "APPROVE"
