"""A pipeline that only watches decisions: everything is judged and shown, nothing is held back and nobody is asked."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from tests.api_client import ApiClient
from tests.factories import NOON, attempt, decide
from tests.texts import CONTEXT, GOOD
from tests.trust.audits import answered, decided, drawn
from tests.verdicts import a_pipeline, an_attempt, an_observing_pipeline, decided_as, failed, halted_by
from validation.domain.attempt import Route
from validation.domain.errors import Conflict
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditEvent, Intervention, Pipeline, Policy
from validation.pipelines.queries.observed import ObservedDecisions, pipeline_rows
from validation.platform.interventions.recovery import awaits_recovery, requeue_recovered
from validation.platform.work.leased_work import KINDS
from validation.response.actions.judging import rejudge_attempt
from validation.response.queries.attempt_resource import attempt_resource
from validation.response.registration import AUTOMATIC_TRIES

pytestmark = pytest.mark.django_db


@pytest.fixture
def watching() -> Pipeline:
    return an_observing_pipeline()


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize("decision", ["APPROVE", "REVISE", "RETRY", "FAIL"])
def test_the_route_is_as_decided_and_the_draft_goes_out(decision: str) -> None:
    shown = attempt_resource(decided_as(decision).pk)
    assert (shown["route"], shown["enforced"], shown["send"]) == (decision, False, "draft")


@pytest.mark.usefixtures("watching")
def test_a_fail_makes_no_work() -> None:
    failed()
    assert not Intervention.objects.exists()


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize("decision", ["REVISE", "RETRY", "FAIL"])
def test_what_nobody_can_approve_any_more_is_not_remembered(decision: str) -> None:
    assert attempt_resource(decided_as(decision).pk)["memory"] == [{"key": "colour", "state": "discarded"}]


@pytest.mark.usefixtures("watching")
def test_a_halt_makes_no_work() -> None:
    halted_by("judge_unavailable")
    assert not Intervention.objects.exists()


@pytest.mark.usefixtures("watching")
def test_what_halted_for_the_judges_absence_is_judged_when_it_is_back() -> None:
    away = halted_by("judge_unavailable", an_attempt("a"))
    halted_by("verdict_malformed", an_attempt("b"))
    assert awaits_recovery(KINDS[Attempt])
    assert requeue_recovered(KINDS[Attempt], now=NOON) == [str(away.pk)]
    decided_as("APPROVE", Attempt.objects.get(pk=away.pk))
    assert not awaits_recovery(KINDS[Attempt])


@pytest.mark.usefixtures("watching")
def test_what_halts_again_and_again_stays_halted() -> None:
    attempt = halted_by("judge_timeout")
    rounds = 0
    while requeue_recovered(KINDS[Attempt], now=NOON):
        halted_by("judge_timeout", attempt)
        rounds += 1
    assert rounds == AUTOMATIC_TRIES


@pytest.mark.parametrize("decision", ["APPROVE", "FAIL"])
def test_its_turns_stay_open_once_it_enforces(decision: str, watching: Pipeline) -> None:
    decided_as(decision)
    watching.enforcement = "enforce"
    watching.save()
    assert an_attempt(draft="another draft").number == 2


def test_a_turn_that_was_approved_before_it_only_watched_stays_closed() -> None:
    decided_as("APPROVE")
    pipeline = an_observing_pipeline()
    failed()
    pipeline.enforcement = "enforce"
    pipeline.save()
    with pytest.raises(Conflict, match="is approved"):
        an_attempt(draft="another draft")


@pytest.mark.parametrize(("closing", "why"), [("APPROVE", "is approved"), ("FAIL", "failed")])
def test_a_turn_that_was_closed_before_stays_closed_after_an_observed_revision(closing: str, why: str) -> None:
    decided_as(closing)
    pipeline = an_observing_pipeline()
    decided_as("REVISE", draft="another draft")
    pipeline.enforcement = "enforce"
    pipeline.save()
    with pytest.raises(Conflict, match=why):
        an_attempt(draft="a third draft")


def test_a_fail_that_closes_its_turn_makes_work_beside_a_later_observed_attempt() -> None:
    attempt = halted_by("judge_refused")
    an_observing_pipeline()
    decided_as("APPROVE", draft="another draft")
    rejudge_attempt(attempt=attempt, apply=True, by="ada", now=NOON)
    decided_as("FAIL", Attempt.objects.get(pk=attempt.pk))
    assert [work.subject_id for work in Intervention.objects.filter(state="open")] == [str(attempt.pk)]


@pytest.mark.usefixtures("watching")
@pytest.mark.parametrize("decision", ["APPROVE", "FAIL"])
def test_its_turns_stay_open(decision: str) -> None:
    decided_as(decision)
    assert an_attempt(draft="Another draft.").number == 2


def test_what_was_submitted_before_is_enforced() -> None:
    attempt = an_attempt()
    Pipeline.objects.update(enforcement="observe")
    assert attempt_resource(decided_as("FAIL", attempt).pk)["enforced"] is True


def test_a_pipeline_enforces_unless_it_was_told_to_watch(api: ApiClient) -> None:
    assert api.get("/pipelines/shop").json()["enforcement"] == "enforce"


def test_the_api_changes_it_for_the_next_attempt(api: ApiClient) -> None:
    api.patch("/pipelines/shop", {"enforcement": "observe"})
    body = {"turn_id": "t", "context_md": CONTEXT, "response_md": GOOD}
    assert api.post("/attempts", body).json()["enforced"] is False


@pytest.mark.usefixtures("watching")
def test_one_press_enforces_and_is_on_the_record(admin: Client) -> None:
    admin.post("/settings/pipelines/enforcement/", {"pipeline": "shop", "enforcement": "enforce"})
    event = AuditEvent.objects.get(verb="pipeline.enforcement_changed")
    assert (event.by, event.data["before"], event.data["after"]) == ("anna", "observe", "enforce")


def test_gateways_let_the_unjudged_through_on_one_press(admin: Client) -> None:
    a_pipeline()
    admin.post("/settings/pipelines/guardrail_on_error/", {"pipeline": "shop", "guardrail_on_error": "pass"})
    assert Pipeline.objects.get().guardrail_on_error == "pass"
    assert AuditEvent.objects.get(verb="pipeline.guardrail_on_error_changed").by == "anna"


def test_a_setting_has_only_its_own_values(admin: Client) -> None:
    a_pipeline()
    told = admin.post("/settings/pipelines/enforcement/", {"pipeline": "shop", "enforcement": "pass"}, follow=True)
    assert "Choose enforce or observe." in told.content.decode()


@pytest.mark.usefixtures("watching")
def test_the_page_counts_what_would_have_been_held(admin: Client) -> None:
    for number, decision in enumerate(("APPROVE", "REVISE", "FAIL")):
        decided_as(decision, an_attempt(f"turn_{number}"))
    [(_, seen)] = admin.get("/settings/pipelines/").context["rows"]
    assert seen == ObservedDecisions(passed=1, held=2)


def test_the_page_leads_to_the_rest_of_a_pipelines_settings(admin: Client) -> None:
    a_pipeline()
    page = admin.get("/settings/pipelines/").content.decode()
    for address in ("/policies/?pipeline=shop", "/settings/keys/?pipeline=shop", "/beliefs/?pipeline=shop"):
        assert f'href="{address}"' in page
        assert admin.get(address).status_code == 200


def test_answers_of_people_stand_beside(django_assert_max_num_queries: Any) -> None:
    for number, (route, truth) in enumerate((("FAIL", "APPROVE"), ("APPROVE", "FAIL"), ("APPROVE", "APPROVE"))):
        for name in ("shop", "help"):
            answered(drawn(decided(f"{name}_{number}", Route(route), of=name)), decision=Decision(truth))
    Attempt.objects.filter(pipeline__name="shop").update(enforced=False)
    with django_assert_max_num_queries(9):
        rows = {row.name: seen for row, seen in pipeline_rows(now=NOON)}
    assert rows == {
        "help": ObservedDecisions(),
        "shop": ObservedDecisions(2, 1, answered=3, held_wrongly=1, passed_wrongly=1),
    }


def watched(*, now: datetime = NOON, without: frozenset[UUID] = frozenset()) -> ObservedDecisions:
    Attempt.objects.update(enforced=False)
    [(_, seen)] = pipeline_rows(now=now, without=without)
    return seen


def test_answers_count_in_the_days_of_the_decision() -> None:
    later = NOON + timedelta(days=40)
    answered(drawn(decided("old", Route.REVISE), at=later))
    decided("new", at=later)
    assert watched(now=later) == ObservedDecisions(passed=1)


def test_answers_count_for_the_judgement_in_force() -> None:
    judged = decided(route=Route.APPROVE)
    answered(drawn(judged), decision=Decision.REVISE)
    decide(judged, Route.REVISE)
    before = watched()
    answered(drawn(judged), decision=Decision.APPROVE)
    assert (before, watched()) == (
        ObservedDecisions(held=1),
        ObservedDecisions(held=1, answered=1, held_wrongly=1),
    )


def test_answers_do_not_count_where_the_turn_does_not() -> None:
    earlier = decided(route=Route.REVISE)
    later = attempt(earlier.turn)
    decide(later, Route.APPROVE)
    answered(drawn(later), decision=Decision.REVISE)
    assert watched(without=frozenset({earlier.pk})) == ObservedDecisions()


def test_the_same_settings_sent_once_more_change_nothing(api: ApiClient) -> None:
    for _ in range(2):
        told = api.patch("/pipelines/shop", {"policy": {"response": {"approve": 0.9}}})
    assert (told.status_code, Policy.objects.count()) == (200, 2)


@pytest.mark.usefixtures("watching")
def test_lists_mark_observed_attempts(admin: Client) -> None:
    decided_as("FAIL")
    assert "observed" in admin.get("/attempts/").content.decode()
