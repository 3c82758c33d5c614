"""What a pipeline is told when nobody rules in time."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.verdicts import halted_by
from validation.desk.actions.expiry import expire_due
from validation.domain.policy import DuePolicy
from validation.models import Attempt, Delivery, Event, Intervention, Policy

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def test_an_expiry_that_fails_attempts_tells_the_callbacks_of_those_attempts() -> None:
    for index in range(2):
        halted_by("judge_refused", turn_id=f"turn_{index}", callback_url=f"https://pipeline.example/{index}")
    Intervention.objects.update(on_expiry="fail", due_at=NOW)
    expire_due(now=NOW + timedelta(days=30))
    told = Delivery.objects.filter(event__type="intervention.expired").order_by("url").values_list("url", flat=True)
    assert list(told) == ["https://pipeline.example/0", "https://pipeline.example/1"]


def test_an_expiry_tells_one_callback_of_each_attempt_that_it_fails() -> None:
    turns = [f"turn_{index}" for index in range(3)]
    for turn_id in turns:
        halted_by("judge_refused", turn_id=turn_id, callback_url="https://pipeline.example/same")
    Intervention.objects.update(on_expiry="fail", due_at=NOW)
    expire_due(now=NOW + timedelta(days=30))
    deliveries = Delivery.objects.filter(event__type="intervention.expired").select_related("event")
    assert sorted(json.loads(one.event.data)["turn_id"] for one in deliveries) == turns


def test_an_expiry_that_fails_nothing_is_one_event() -> None:
    for index in range(2):
        halted_by("judge_refused", turn_id=f"turn_{index}")
    Intervention.objects.update(on_expiry="expire", due_at=NOW)
    expire_due(now=NOW + timedelta(days=30))
    assert Event.objects.filter(type="intervention.expired").count() == 1


def test_an_expiry_reads_its_attempts_in_a_fixed_number_of_statements() -> None:
    def reads(many: int) -> int:
        for index in range(many):
            halted_by("judge_refused", turn_id=f"turn_{many}_{index}")
        Intervention.objects.filter(state="open").update(on_expiry="fail", due_at=NOW)
        with CaptureQueriesContext(connection) as captured:
            expire_due(now=NOW + timedelta(days=30))
        assert Attempt.objects.filter(turn__turn_id__startswith=f"turn_{many}_", route="FAIL").count() == many
        told = (query["sql"] for query in captured.captured_queries)
        return sum(sql.startswith("SELECT") and f'FROM "{Attempt._meta.db_table}"' in sql for sql in told)

    assert reads(2) == reads(6)


# --- a group whose halts are due at different times


def two_halts(apart: timedelta) -> list[Attempt]:
    Policy.objects.create(
        number=2,
        document={"interventions": {"on_expiry": "fail"}},
        author="anna",
        reason="No waiting.",
        published_at=NOW,
    )
    return [halted_by("judge_unavailable", turn_id=f"turn_{index}", now=NOW + index * apart) for index in range(2)]


WAIT = timedelta(minutes=DuePolicy().critical_minutes)
APART = timedelta(minutes=20)


def test_a_halt_fails_only_when_its_own_time_is_over() -> None:
    two_halts(APART)
    expire_due(now=NOW + WAIT)
    assert list(Attempt.objects.order_by("turn").values_list("route", flat=True)) == ["FAIL", "HALT"]


def test_a_group_stays_open_until_the_next_halt_is_due() -> None:
    two_halts(APART)
    expire_due(now=NOW + WAIT)
    work = Intervention.objects.get()
    assert (work.state, work.due_at) == ("open", NOW + APART + WAIT)


def test_a_group_closes_with_its_last_halt() -> None:
    two_halts(APART)
    for waited in (WAIT, APART + WAIT):
        expire_due(now=NOW + waited)
    assert Intervention.objects.get().state == "expired"
    assert set(Attempt.objects.values_list("route", flat=True)) == {"FAIL"}


def test_a_pipeline_hears_only_of_the_halts_that_failed() -> None:
    first, _ = two_halts(APART)
    expire_due(now=NOW + WAIT)
    told = Event.objects.filter(type="intervention.expired").values_list("data", flat=True)
    assert [json.loads(data)["turn_id"] for data in told] == [first.turn.turn_id]


def test_a_pipeline_hears_nothing_while_no_halt_is_due() -> None:
    two_halts(APART)
    Intervention.objects.update(due_at=NOW)
    expire_due(now=NOW)
    assert not Event.objects.filter(type="intervention.expired").exists()
