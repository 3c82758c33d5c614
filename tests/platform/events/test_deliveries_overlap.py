"""Two workers that take deliveries at the same moment, on two connections to PostgreSQL."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.overlap import meet
from tests.verdicts import decided_as
from validation.models import Delivery
from validation.platform.events.deliveries import (
    IN_FLIGHT,
    PAUSES,
    claim_delivery,
    record_delivered,
    record_failed,
    resend,
)
from validation.platform.events.events import number_events

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
NOW = timezone.now() + timedelta(days=1)
LATER = NOW + IN_FLIGHT + timedelta(seconds=1)


def due(number: int = 1) -> None:
    for index in range(number):
        decided_as("REVISE", turn_id=f"turn_{index}", callback_url="https://pipeline.example/hook")
    number_events()


def claimed(*, at: object = NOW) -> Delivery:
    delivery = claim_delivery(now=at)
    assert delivery is not None
    return delivery


def test_one_delivery_is_claimed_by_one_of_two_workers() -> None:
    due()
    won: list[Delivery | None] = []
    _, other = meet(
        holding=lambda: won.append(claim_delivery(now=NOW)), other=lambda: claim_delivery(now=NOW), then=lambda: None
    )
    assert [one is not None for one in (won[0], other)] == [True, False]


def test_two_workers_claim_two_deliveries() -> None:
    due(2)
    won: list[Delivery] = []
    _, other = meet(holding=lambda: won.append(claimed()), other=lambda: claim_delivery(now=NOW), then=lambda: None)
    assert {won[0].pk, other.pk} == set(Delivery.objects.values_list("pk", flat=True))


def test_a_worker_that_was_too_slow_does_not_count_a_try_of_another() -> None:
    due()
    slow, quick = claimed(), claimed(at=LATER)
    record_delivered(delivery=quick, status=200, now=LATER)
    record_failed(delivery=slow, status=500, error="answered 500", permanent=True, now=LATER)
    assert list(Delivery.objects.values_list("state", "tries", "last_status")) == [("delivered", 1, 200)]


def test_what_is_sent_again_by_hand_is_not_marked_by_a_try_from_before() -> None:
    due()
    before = claimed()
    resend(delivery_id=before.pk, by="anna", now=NOW)
    record_delivered(delivery=before, status=200, now=NOW)
    assert list(Delivery.objects.values_list("state", "tries")) == [("pending", 0)]


def test_the_pauses_grow_from_try_to_try() -> None:
    due()
    now, pauses = NOW, []
    for _ in PAUSES:
        record_failed(delivery=claimed(at=now), status=500, error="answered 500", permanent=False, now=now)
        next_at = Delivery.objects.values_list("next_at", flat=True).get()
        pauses.append((next_at - now).total_seconds())
        now = next_at
    assert pauses == list(PAUSES)
