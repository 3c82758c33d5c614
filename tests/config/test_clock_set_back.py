"""The clock of the machine is set back by an hour or a week: nothing waits until it shows the time of before again."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from datetime import time as time_of_day

import pytest
from celery import Celery
from django.utils import timezone

from config.workers.beat import SteadyScheduler
from tests.factories import policy
from tests.orchestration.site.delegations import a_preflight
from tests.platform.work.test_lost_messages import lose_messages, submit_attempts
from tests.trust.test_gold import a_gold
from tests.verdicts import an_attempt, decided_as, failed
from validation.desk.actions import claims, rulings
from validation.domain.intervention import Ruling
from validation.domain.operations.notices import Hours, Notice, choose_due
from validation.models import (
    ActiveSession,
    Attempt,
    ComparedItem,
    Delivery,
    Intervention,
    NotificationRecord,
    NotificationTarget,
    Policy,
    RulingRecord,
)
from validation.notifications.actions.confirmation import request_confirmation
from validation.notifications.actions.notify import notify_target
from validation.notifications.actions.targets import send_test
from validation.notifications.queries.notices import NoticeText
from validation.orchestration.actions.preflights import forget_expired_sessions
from validation.platform.events.deliveries import claim_delivery, restart_early
from validation.platform.events.events import number_events
from validation.platform.processes import queue_states, record_heartbeat
from validation.platform.tasks import sweep
from validation.platform.work.leased_work import LEASE, free_expired
from validation.response.actions.judging import claim
from validation.trust.actions.comparisons import Side, judge_waiting_cases, start_comparison
from validation.trust.queries.known_cases import Cases

BACK = timedelta(hours=1)
WEEK = timedelta(days=7)
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
    Delivery.objects.update(next_at=now + BACK, tries=6)
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


def test_one_that_waits_for_longer_than_its_pause_is_due() -> None:
    decided_as("REVISE", callback_url="https://pipeline.example/hook")
    number_events()
    now = timezone.now()
    Delivery.objects.update(next_at=now + WEEK, tries=1)
    restart_early(now=now)
    assert claim_delivery(now=now) is not None


def claimed_item(now: datetime) -> Intervention:
    failed()
    return claims.claim(intervention_id=Intervention.objects.get().pk, by="rita", now=now)


def test_a_claim_of_a_reviewer_ends() -> None:
    now = timezone.now()
    claimed_item(now + WEEK)
    assert claims.free_expired(now=now) == 1


def test_a_claim_is_taken_over_before_it_is_swept() -> None:
    now = timezone.now()
    item = claimed_item(now + WEEK)
    assert claims.claim(intervention_id=item.pk, by="tom", now=now).claimed_by == "tom"


def test_a_claim_of_a_machine_whose_clock_goes_half_a_minute_fast_does_not_end() -> None:
    now = timezone.now()
    claimed_item(now + timedelta(seconds=30))
    assert claims.free_expired(now=now) == 0


def test_a_claim_of_a_longer_lease_does_not_end() -> None:
    now = timezone.now()
    lease = {"interventions": {"lease_minutes": 60}}
    Policy.objects.create(number=2, document=lease, author="anna", reason="A long one.", published_at=now)
    claimed_item(now)
    Policy.objects.create(number=3, document={}, author="anna", reason="The usual one.", published_at=now)
    assert claims.free_expired(now=now + timedelta(minutes=1)) == 0


def test_a_case_of_a_comparison_is_judged() -> None:
    a_gold()
    now, sides = timezone.now(), (Side("recorded"), Side("embedded", policy=policy().number))
    start_comparison(first=sides[0], second=sides[1], cases=Cases.ALL, pipeline=None, by="anna", now=now)
    ComparedItem.objects.update(claimed_until=now + WEEK)
    assert judge_waiting_cases(now=timezone.now, limit=1) == 1


def test_a_session_of_orchestration_ends() -> None:
    now = timezone.now()
    a_preflight(now=now + WEEK)
    assert a_preflight(now=now).allowed


def test_a_session_of_orchestration_is_forgotten() -> None:
    now = timezone.now()
    a_preflight(now=now + WEEK)
    forget_expired_sessions(now=now)
    assert not ActiveSession.objects.exists()


AWAY = Notice.JUDGE_AWAY


def test_a_notice_is_sent() -> None:
    now = timezone.now()
    assert choose_due([AWAY], {AWAY: now + WEEK}, now=now)[0] == [AWAY]


def test_a_notice_that_no_longer_holds_is_not_kept_as_sent() -> None:
    now = timezone.now()
    assert choose_due([], {AWAY: now + WEEK}, now=now)[1] == {}


def test_a_daily_message_is_due() -> None:
    now = timezone.now()
    assert Hours(digest_at=time_of_day(9)).digest_is_due(now + WEEK, now)


def a_chat(now: datetime, **fields: object) -> NotificationTarget:
    """At an address where nobody answers."""
    told = {"channel": "chat", "address": "http://127.0.0.1:9/hook", "notices": [AWAY], "site": "http://testserver"}
    return NotificationTarget.objects.create(**told, created_at=now, created_by="anna", confirmed_at=now, **fields)


def test_a_message_that_failed_is_tried_again() -> None:
    now = timezone.now()
    chat = a_chat(now - WEEK, digest_at=time_of_day(9), last_error="no answer", tried_at=now + WEEK)
    notify_target(target_id=chat.pk, holding={AWAY: NoticeText("The judge is away.", "/")}, now=now)
    assert NotificationRecord.objects.exists()


def test_a_target_that_was_tested_is_tested_again() -> None:
    now = timezone.now()
    chat = a_chat(now)
    errors = {
        send_test(target_id=chat.pk, targets=NotificationTarget.objects.all(), by="anna", now=at)
        for at in (now + WEEK, now)
    }
    assert len(errors) == 1


def test_an_address_is_mailed_its_link_again() -> None:
    now = timezone.now()
    mail = NotificationTarget.objects.create(
        channel="mail", address="rita@example.com", notices=[AWAY], site="", created_at=now, created_by="anna"
    )
    errors = {request_confirmation(mail, by="anna", now=at) for at in (now + WEEK, now)}
    assert len(errors) == 1
