"""Deliveries on their way: taken by conditional update, tried again with growing pauses, dead after the last."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import transaction

from validation.actions import audit
from validation.domain.errors import NotFound
from validation.models import Delivery
from validation.models.outbox import DeliveryState

PAUSES = (5, 30, 120, 600, 1800, 7200, 21600, 43200)
"""Seconds before each further try; after the last the delivery is dead until somebody sends it again."""
IN_FLIGHT = timedelta(seconds=60)


def take_due(*, now: datetime, limit: int = 50) -> list[uuid.UUID]:
    """Ids of deliveries that are ours for the next minute."""
    due = Delivery.objects.filter(state=DeliveryState.PENDING, next_at__lte=now, event__position__isnull=False)
    ids = list(due.order_by("next_at").values_list("pk", flat=True)[:limit])
    return [pk for pk in ids if due.filter(pk=pk).update(next_at=now + IN_FLIGHT)]


def record_delivered(*, delivery_id: uuid.UUID, status: int, now: datetime) -> None:
    delivery = Delivery.objects.get(pk=delivery_id)
    delivery.state, delivery.delivered_at, delivery.last_status, delivery.last_error = (
        DeliveryState.DELIVERED,
        now,
        status,
        "",
    )
    delivery.tries += 1
    delivery.save()


def record_failed(*, delivery_id: uuid.UUID, status: int | None, error: str, permanent: bool, now: datetime) -> None:
    """`permanent` failures are not tried again."""
    delivery = Delivery.objects.get(pk=delivery_id)
    delivery.tries += 1
    delivery.last_status, delivery.last_error = status, error[:2000]
    if permanent or delivery.tries > len(PAUSES):
        delivery.state = DeliveryState.DEAD
    else:
        delivery.next_at = now + timedelta(seconds=PAUSES[delivery.tries - 1])
    delivery.save()


@transaction.atomic
def resend(*, delivery_id: uuid.UUID, by: str, now: datetime) -> Delivery:
    """Sends a delivery again, dead or delivered, from the first try on."""
    delivery = Delivery.objects.select_for_update().filter(pk=delivery_id).first()
    if delivery is None:
        raise NotFound("delivery_unknown", f"There is no delivery {delivery_id}.")
    delivery.state, delivery.tries, delivery.next_at, delivery.delivered_at = DeliveryState.PENDING, 0, now, None
    delivery.save()
    audit.record(by=by, verb="delivery.resent", subject=f"delivery:{delivery.pk}", now=now)
    return delivery
