"""The clock of the machine is set back by an hour: nothing waits until it shows the time of before again."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from celery import Celery
from django.utils import timezone

from config.workers.beat import SteadyScheduler
from tests.platform.work.test_lost_messages import lose_messages, submit_attempts
from tests.verdicts import an_attempt, decided_as, failed
from validation.desk.actions import rulings
from validation.domain.intervention import Ruling
from validation.models import Attempt, Delivery, Intervention, RulingRecord
from validation.platform.events.deliveries import claim_delivery, restart_early
from validation.platform.events.events import number_events
from validation.platform.processes import queue_states, record_heartbeat
from validation.platform.tasks import sweep
from validation.platform.work.leased_work import LEASE, free_expired
from validation.response.actions.judging import claim

BACK = timedelta(hours=1)
pytestmark = pytest.mark.django_db


def test_what_a_dead_worker_held_is_free() -> None:
    now = timezone.now()
    claim(attempt_id=an_attempt().pk, now=now + BACK)
    assert free_expired(Attempt, now=now) == 1


def test_what_a_worker_holds_whose_clock_goes_a_minute_fast_is_not() -> None:
    now = timezone.now()
    claim(attempt_id=an_attempt().pk, now=now + LEASE)
    assert free_expired(Attempt, now=now) == 0


def test_a_message_that_was_lost_is_sent_again() -> None:
    submit_attempts(1)
    lose_messages()
    Attempt.objects.update(enqueued_at=timezone.now() + BACK)
    assert (sweep(), sweep()) == (1, 0)


def test_a_ruling_takes_effect_after_its_time_to_undo_from_now() -> None:
    failed()
    now = timezone.now()
    rulings.rule(intervention_id=Intervention.objects.get().pk, ruling=Ruling.DISMISS, by="rita", now=now + BACK)
    assert rulings.finalize_due(now=now) == []
    undo = RulingRecord.objects.get().effective_at - now
    assert undo == timedelta(seconds=10)
    assert len(rulings.finalize_due(now=now + undo)) == 1


def test_a_delivery_that_was_never_tried_is_due() -> None:
    decided_as("REVISE", callback_url="https://pipeline.example/hook")
    number_events()
    now = timezone.now()
    Delivery.objects.update(next_at=now + BACK)
    restart_early(now=now)
    assert claim_delivery(now=now) is not None


def test_one_that_is_to_be_tried_again_later_keeps_its_time() -> None:
    decided_as("REVISE", callback_url="https://pipeline.example/hook")
    number_events()
    now = timezone.now()
    Delivery.objects.update(next_at=now + BACK, tries=5)
    restart_early(now=now)
    assert claim_delivery(now=now) is None


def test_a_worker_that_fell_silent_is_not_taken_for_one_that_lives() -> None:
    now = timezone.now()
    record_heartbeat(process="worker@a:1", queues=["delivery"], now=now + BACK)
    assert not next(one for one in queue_states(now) if one.queue == "delivery").is_served


def test_the_beat_goes_on_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Celery("beat-test", broker="memory://", set_as_current=False)
    clock = timezone.now()
    monkeypatch.setattr(app, "now", lambda: clock)
    monkeypatch.setattr(time, "time", lambda: clock.timestamp())  # noqa: PLW0108  it moves
    app.conf.beat_schedule = {"one": {"task": "nothing", "schedule": 10.0}}
    scheduler = SteadyScheduler(app=app)
    sent: list[str] = []
    monkeypatch.setattr(scheduler, "apply_async", lambda entry, **_: sent.append(entry.name))

    def ticks(seconds: float) -> int:
        nonlocal clock
        before, clock = len(sent), clock + timedelta(seconds=seconds)
        while scheduler.tick() == 0:
            pass
        return len(sent) - before

    assert (ticks(0), ticks(11), ticks(-3600), ticks(11)) == (0, 1, 0, 1)
