"""Work that a rule of the policy opens when an attempt is decided."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import NOON
from tests.verdicts import an_observing_pipeline, decided_as, halted_by
from validation.desk.actions import rulings
from validation.desk.actions.expiry import expire_due
from validation.desk.actions.rulings import RulingText
from validation.domain.intervention import UNSETTLED, Ruling
from validation.models import Attempt, Event, Intervention, MemoryCandidate, Policy
from validation.response.actions.judging import rejudge_attempt
from validation.response.queries.attempt_resource import attempt_resource

pytestmark = pytest.mark.django_db
NOW = timezone.now()


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


def test_a_rule_opens_nothing_in_a_pipeline_that_only_observes() -> None:
    publish_rule()
    an_observing_pipeline()
    decided_as("REVISE")
    assert not Intervention.objects.exists()


# --- judged again


def ordered_again(attempt: Attempt) -> Attempt:
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOW)
    return Attempt.objects.get(pk=attempt.pk)


def kinds_waiting(attempt: Attempt) -> list[str]:
    waiting = Intervention.objects.filter(state__in=UNSETTLED, occurrences__subject_id=str(attempt.pk))
    return list(waiting.filter(occurrences__settled_at=None).values_list("kind", flat=True))


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [("REVISE", "FAIL", "fail"), ("REVISE", "APPROVE", "warning"), ("FAIL", "REVISE", "warning")],
)
def test_what_is_judged_again_is_on_the_desk_once(before: str, after: str, kind: str) -> None:
    publish_rule()
    attempt = ordered_again(decided_as(before))
    assert kinds_waiting(decided_as(after, attempt)) == [kind]


def test_what_halts_when_it_is_judged_again_is_on_the_desk_once() -> None:
    publish_rule()
    attempt = ordered_again(decided_as("REVISE"))
    assert kinds_waiting(halted_by("judge_refused", attempt)) == ["halt"]


def test_what_no_rule_fits_any_more_leaves_the_desk() -> None:
    publish_rule(routes=["REVISE"])
    attempt = ordered_again(decided_as("REVISE"))
    assert kinds_waiting(decided_as("APPROVE", attempt)) == []


# --- memory


def memory_state() -> str:
    return MemoryCandidate.objects.get().state


@pytest.mark.parametrize("decision", ["APPROVE", "REVISE"])
def test_notes_wait_while_a_rule_keeps_a_decision_on_the_desk(decision: str) -> None:
    publish_rule()
    decided_as(decision)
    assert memory_state() == "staged"


@pytest.mark.parametrize("routes", [["APPROVE"], ["RETRY"]])
def test_the_event_of_a_decision_shows_what_the_attempt_shows(routes: list[str]) -> None:
    publish_rule(routes=routes)
    attempt = decided_as("APPROVE")
    shown = json.loads(Event.objects.get(type="attempt.decided").data)
    assert [shown[name] for name in ("memory", "intervention_id", "intervention_open")] == [
        attempt_resource(attempt.pk)[name] for name in ("memory", "intervention_id", "intervention_open")
    ]


@pytest.mark.parametrize(
    ("decision", "ruling", "text", "state"),
    [
        ("APPROVE", Ruling.CONFIRM_FAIL, RulingText(message="Sorry."), "discarded"),
        ("APPROVE", Ruling.REVISE, RulingText(hints="Give the price."), "discarded"),
        ("APPROVE", Ruling.APPROVE, RulingText(), "committed"),
        ("APPROVE", Ruling.DISMISS, RulingText(), "committed"),
        ("REVISE", Ruling.APPROVE, RulingText(), "committed"),
        ("REVISE", Ruling.DISMISS, RulingText(), "discarded"),
    ],
)
def test_notes_follow_the_route_that_a_ruling_leaves(
    decision: str, ruling: Ruling, text: RulingText, state: str
) -> None:
    publish_rule()
    decided_as(decision)
    made = rulings.rule(intervention_id=Intervention.objects.get().pk, ruling=ruling, by="rita", now=NOW, text=text)
    rulings.finalize_due(now=made.effective_at)
    assert memory_state() == state


@pytest.mark.parametrize(("decision", "state"), [("APPROVE", "committed"), ("REVISE", "discarded")])
def test_notes_follow_the_route_when_nobody_ruled_in_time(decision: str, state: str) -> None:
    publish_rule(on_expiry="fail")
    decided_as(decision)
    expire_due(now=NOW + timedelta(days=30))
    assert memory_state() == state


def test_notes_follow_the_route_that_a_further_judgement_leaves() -> None:
    publish_rule(routes=["REVISE"])
    decided_as("APPROVE", ordered_again(decided_as("REVISE")))
    assert memory_state() == "committed"
