"""Invalid beliefs as work for people, where the policy asks for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from beliefs.actions.audits import audit_beliefs, audit_every_pipeline, refresh
from beliefs.actions.store import remove_belief
from tests.beliefs.test_views import TIDES, put, put_words
from validation.desk.actions.rulings import RulingText, rule, undo
from validation.domain.intervention import Ruling
from validation.domain.policy import PolicyDocument
from validation.models import Intervention, Policy
from validation.models.pipeline import Enforcement
from validation.platform.keys import pipeline_named

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def policy() -> None:
    document = PolicyDocument().model_dump(mode="json")
    document["belief"]["open_interventions"] = True
    Policy.objects.create(number=7, document=document, author="a", reason="r", published_at=NOON)


def audited(*pipelines: str, enforcement: Enforcement = Enforcement.ENFORCE) -> None:
    """Each pipeline has the invalid belief `tides`."""
    for name in pipelines:
        pipeline = pipeline_named(name, now=NOON)
        pipeline.enforcement = enforcement
        pipeline.save()
        put(name, "tides", TIDES)
        audit_beliefs(pipeline=name, by="test", now=NOON)


def states(pipeline: str = "shop") -> list[str]:
    return list(Intervention.objects.filter(gate="belief", pipeline__name=pipeline).values_list("state", flat=True))


def test_nothing_waits_for_a_person_in_a_pipeline_that_only_observes() -> None:
    audited("shop", enforcement=Enforcement.OBSERVE)
    assert states() == []


def test_the_work_on_a_belief_is_closed_once_it_is_no_longer_invalid() -> None:
    audited("shop")
    put_words("shop", TIDES)
    refresh(pipeline="shop", now=NOON)
    assert states() == ["ruled"]


def test_the_work_on_a_belief_is_closed_once_it_is_removed() -> None:
    audited("shop")
    remove_belief(pipeline="shop", name="tides", by="test", now=NOON)
    refresh(pipeline="shop", now=NOON, changed_only=True)
    assert states() == ["ruled"]


def test_the_monthly_audit_closes_the_work_on_the_last_belief_of_a_pipeline() -> None:
    audited("shop")
    remove_belief(pipeline="shop", name="tides", by="test", now=NOON)
    audit_every_pipeline(by="test", now=NOON)
    assert states() == ["ruled"]


def ruled_on() -> Intervention:
    """The work on a belief that is no longer invalid, with a pending ruling."""
    audited("shop")
    work = Intervention.objects.get(pipeline__name="shop")
    rule(intervention_id=work.pk, ruling=Ruling.CONFIRM_FAIL, by="rita", now=NOON, text=RulingText(message="Wrong."))
    put_words("shop", TIDES)
    return work


def test_work_with_a_pending_ruling_stays_for_it() -> None:
    work = ruled_on()
    refresh(pipeline="shop", now=NOON)
    assert states() == ["open"]
    undo(by="rita", now=NOON, intervention_id=work.pk)
    refresh(pipeline="shop", now=NOON)
    assert states() == ["ruled"]


def test_the_work_on_a_belief_that_is_still_invalid_stays_open() -> None:
    audited("shop")
    refresh(pipeline="shop", now=NOON)
    assert states() == ["open"]


def test_a_belief_of_the_same_id_in_another_pipeline_keeps_its_work() -> None:
    audited("shop", "bank")
    put_words("shop", TIDES)
    refresh(pipeline="shop", now=NOON)
    assert states("bank") == ["open"]
