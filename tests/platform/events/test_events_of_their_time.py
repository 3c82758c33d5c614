"""An event is a fact of its time: what it says does not change with what it is about."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.platform.events.test_outbox import Receiver, receiver  # noqa: F401  a fixture
from tests.verdicts import a_pipeline, an_attempt, decided_as, failed, halted_by
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.desk.queries.interventions import intervention_resources
from validation.domain.intervention import Ruling
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.models import Attempt, Delivery, Intervention, Turn
from validation.platform.events.events import encode, feed, number_events
from validation.platform.tasks import deliver_due
from validation.response.actions.judging import claim, rejudge_attempt
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import judge_response

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def events() -> list[tuple[str, Any]]:
    number_events()
    return [(one["type"], one["data"]) for one in feed(pipeline=a_pipeline(), after=0, limit=100)]


def approve_by_hand() -> None:
    work, now = Intervention.objects.get(), timezone.now()
    rule(intervention_id=work.pk, ruling=Ruling.APPROVE, by="rita", now=now, text=RulingText(note="It is right."))
    assert finalize_due(now=now + timedelta(minutes=1))


def test_an_old_decision_does_not_show_a_later_ruling() -> None:
    failed()
    before = dict(events())["attempt.decided"]
    approve_by_hand()
    after = dict(events())
    assert after["attempt.decided"] == before
    assert (before["route"], before["ruling"]) == ("FAIL", None)


def test_the_ruling_shows_what_it_changed() -> None:
    failed()
    approve_by_hand()
    told = dict(events())["intervention.ruled"]
    assert (told["state"], told["attempt"]["route"], told["attempt"]["ruling"]["state"]) == (
        "ruled",
        "APPROVE",
        "final",
    )


def test_an_opened_intervention_stays_open_in_its_event() -> None:
    failed()
    approve_by_hand()
    assert dict(events())["intervention.opened"]["state"] == "open"


def failed_in_earnest() -> Attempt:
    """With the claims, findings and requirements of the evidence checker; recording reads none of them back."""
    attempt, now = an_attempt(draft="The kettle costs 999.00 EUR and sings.\n"), timezone.now()
    claimed = claim(attempt_id=attempt.pk, now=now)
    assert claimed is not None
    judged = judge_response(claimed.submission, policy=ResponsePolicy())
    assert judged.decided is not None
    judged = replace(judged, decided=replace(judged.decided, decision=Decision.FAIL))
    with CaptureQueriesContext(connection) as seen:
        record_judgement(claimed=claimed, judged=judged, now=now)
    assert not [one["sql"] for one in seen if one["sql"].startswith("SELECT") and "claimrecord" in one["sql"]]
    return attempt


@pytest.mark.parametrize("make", [failed, failed_in_earnest, lambda: halted_by("judge_refused")])
def test_an_opened_intervention_is_told_as_its_get_shows_it(make: Any) -> None:
    make()
    key = str(Intervention.objects.get().pk)
    assert dict(events())["intervention.opened"] == json.loads(encode(intervention_resources([key])[key]))


def test_each_judging_keeps_its_own_event() -> None:
    attempt = halted_by("judge_unavailable")
    rejudge_attempt(attempt=attempt, apply=False, by="test", now=timezone.now())
    decided_as("APPROVE", attempt)
    told = [(kind, data["judgement"]) for kind, data in events() if kind.startswith("attempt")]
    assert told == [("attempt.halted", 1), ("attempt.decided", 2)]


@pytest.mark.parametrize("make", [failed, lambda: halted_by("judge_refused")])
def test_a_decision_names_the_intervention_that_it_opened(make: Any) -> None:
    make()
    told = next(data for kind, data in events() if kind.startswith("attempt"))
    assert told["intervention_id"] == str(Intervention.objects.get().pk)


def test_a_retry_carries_the_same_body_byte_for_byte(receiver: Receiver) -> None:  # noqa: F811
    receiver.statuses = [500]
    decided_as("FAIL", callback_url=receiver.url)
    deliver_due()
    Attempt.objects.update(route_reason="Changed since, é.", submitted_at=timezone.now())
    Turn.objects.update(session_id="changed")
    Delivery.objects.update(next_at=timezone.now())
    deliver_due()
    (_, first), (_, second) = receiver.received
    assert first == second


def test_the_body_of_a_delivery_is_what_the_feed_shows(receiver: Receiver) -> None:  # noqa: F811
    decided_as("REVISE", callback_url=receiver.url)
    deliver_due()
    sent = json.loads(receiver.received[0][1])
    shown = feed(pipeline=a_pipeline(), after=0, limit=1)[0]
    assert (sent["id"], sent["type"], sent["data"]) == (shown["id"], shown["type"], shown["data"])
