"""Audits: drawn when an attempt is decided, never holding the pipeline, and closed unaudited when nobody answers."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import NOON, person
from tests.trust.audits import publish, reply
from tests.verdicts import a_pipeline, decided_as
from validation.desk.actions.expiry import expire_due
from validation.desk.actions.rulings import rule
from validation.domain.errors import Conflict, InputRejected, NotFound
from validation.domain.intervention import Ruling
from validation.domain.trust.audit import OpinionRole, is_drawn
from validation.models import Attempt, AuditItem, Event, Intervention, Opinion
from validation.platform.permissions import Role
from validation.response.registration import Turns
from validation.trust.actions.draws import draw_by_hand
from validation.trust.actions.reviews import expire_opinions

pytestmark = pytest.mark.django_db
LATE = timezone.now() + timedelta(days=8)


def test_nothing_is_drawn_without_a_policy_that_asks_for_it() -> None:
    decided_as("APPROVE")
    assert not AuditItem.objects.exists()


def test_a_drawn_decision_keeps_its_probability_and_opens_an_audit_of_low_priority() -> None:
    publish(approve=1.0, rates=[{"route": "APPROVE", "confidence_from": 0.85, "rate": 1.0}])
    attempt = decided_as("APPROVE")
    item = AuditItem.objects.get()
    assert (item.attempt, item.judgement_number, item.probability, item.source) == (attempt, 1, 1.0, "draw")
    work = Intervention.objects.get()
    assert (work.kind, work.priority, work.due_at - work.opened_at) == ("audit", "low", timedelta(days=7))


def test_a_drawn_decision_holds_a_copy_of_its_verdict() -> None:
    publish(approve=1.0)
    attempt = decided_as("APPROVE")
    judgement, verdict = attempt.judgements.get(), AuditItem.objects.get().verdict
    assert (verdict["judgement"], verdict["confidence"]) == (judgement.pk, judgement.confidence)
    assert (verdict["policy"], verdict["made_at"]) == (judgement.policy_id, judgement.made_at.isoformat())
    assert verdict["checks"] == dict(judgement.checks.values_list("name", "state"))


def test_the_draw_depends_on_the_attempt_and_the_policy_alone() -> None:
    publish(approve=0.5)
    attempts = [decided_as("APPROVE", turn_id=f"turn_{index}") for index in range(24)]
    drawn = AuditItem.objects.filter(probability=0.5).values_list("attempt", flat=True)
    assert set(drawn) == {one.pk for one in attempts if is_drawn("audit", one.policy_id, one.pk, rate=0.5)}


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
def test_the_share_that_is_drawn_is_the_rate(rate: float) -> None:
    drawn = sum(is_drawn("audit", 1, uuid.UUID(int=number), rate=rate) for number in range(2_000))
    assert abs(drawn / 2_000 - rate) < 0.04


@pytest.mark.parametrize("route", ["REVISE", "FAIL"])
def test_a_route_that_is_not_audited_draws_nothing(route: str) -> None:
    publish(approve=1.0)
    decided_as(route)
    assert not AuditItem.objects.exists()


def test_an_audit_holds_nothing_and_the_pipeline_does_not_hear_of_it() -> None:
    publish(approve=1.0)
    attempt = decided_as("APPROVE")
    assert (attempt.route, attempt.turn.last_route) == ("APPROVE", "APPROVE")
    assert set(Event.objects.values_list("type", flat=True)) == {"attempt.decided"}


def test_an_audit_takes_no_ruling() -> None:
    publish(approve=1.0)
    decided_as("APPROVE")
    with pytest.raises(InputRejected, match="audit"):
        rule(intervention_id=Intervention.objects.get().pk, ruling=Ruling.APPROVE, by="mara", now=timezone.now())


def test_what_nobody_answers_closes_unaudited_and_changes_no_route() -> None:
    publish(approve=1.0)
    attempt = decided_as("APPROVE")
    assert expire_due(now=LATE) == []
    assert expire_opinions(now=LATE) == [Intervention.objects.get().pk]
    item = AuditItem.objects.get()
    assert (item.state, item.truth_route, Intervention.objects.get().state) == ("expired", "", "expired")
    assert Attempt.objects.get(pk=attempt.pk).route == "APPROVE"


def test_of_two_opinions_one_that_came_stands_when_the_other_expires() -> None:
    publish(approve=1.0, second_opinion=1.0)
    decided_as("APPROVE")
    item = reply(AuditItem.objects.get(), "mara", "REVISE")
    expire_opinions(now=LATE)
    item.refresh_from_db()
    assert (item.state, item.truth_route, item.truth_source) == ("settled", "REVISE", "single")


def test_a_share_of_audits_asks_two_people_at_once() -> None:
    for name in ("mara", "otto", "rita"):
        person(name)
    publish(approve=1.0, second_opinion=1.0)
    decided_as("APPROVE")
    roles = dict(Opinion.objects.values_list("role", "intervention__assigned_to"))
    assert set(roles) == {OpinionRole.FIRST, OpinionRole.SECOND}
    assert len(set(roles.values())) == 2


def test_work_goes_round_by_load_among_those_who_may_review() -> None:
    for name, role in (("mara", Role.REVIEWER), ("otto", Role.ADMIN), ("vera", Role.VIEWER)):
        person(name, role)
    publish(approve=1.0)
    for index in range(4):
        decided_as("APPROVE", turn_id=f"turn_{index}")
    assert sorted(Opinion.objects.values_list("intervention__assigned_to", flat=True)) == [
        "mara",
        "mara",
        "otto",
        "otto",
    ]


def test_whoever_has_less_to_do_is_asked_next() -> None:
    person("mara")
    person("otto")
    publish(approve=1.0)
    decided_as("APPROVE", turn_id="turn_0")
    reply(AuditItem.objects.get(), "mara")
    decided_as("APPROVE", turn_id="turn_1")
    decided_as("APPROVE", turn_id="turn_2")
    loads = Opinion.objects.filter(state="open").values_list("intervention__assigned_to", flat=True)
    assert sorted(loads) == ["mara", "otto"]


def test_an_audit_by_hand_has_no_probability_and_comes_once() -> None:
    attempt = decided_as("REVISE")
    item = draw_by_hand(attempt_id=attempt.pk, pipeline=None, by="anna", now=NOON)
    assert (item.source, item.probability) == ("manual", None)
    with pytest.raises(Conflict, match="has its one audit"):
        draw_by_hand(attempt_id=attempt.pk, pipeline=None, by="anna", now=NOON)


def test_an_audit_by_hand_stays_within_its_pipeline() -> None:
    attempt = decided_as("REVISE")
    with pytest.raises(NotFound):
        draw_by_hand(attempt_id=attempt.pk, pipeline=a_pipeline("travel"), by="anna", now=NOON)
    with pytest.raises(NotFound):
        draw_by_hand(attempt_id=uuid.uuid4(), pipeline=None, by="anna", now=NOON)


def test_a_forgotten_turn_takes_its_audits_along() -> None:
    publish(approve=1.0)
    attempt = decided_as("APPROVE")
    turns = Turns()
    assert turns.old(before=LATE, after=None, most=10) == []  # somebody may answer still
    expire_opinions(now=LATE)
    assert turns.old(before=LATE + timedelta(days=30), after=None, most=10) == [attempt.turn.pk]
    turns.forget([attempt.turn.pk])
    assert not AuditItem.objects.exists()
    assert not Intervention.objects.exists()
