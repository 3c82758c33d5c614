"""Deliveries on their way: taken by conditional update, tried again with growing pauses, dead after the last."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import transaction

from validation.actions import audit
from validation.domain.errors import Conflict, NotFound
from validation.models import Delivery
from validation.models.outbox import DeliveryState

PAUSES = (5, 30, 120, 600, 1800, 7200, 21600, 43200)
"""Seconds before each further try; after the last the delivery is dead until somebody sends it again."""
IN_FLIGHT = timedelta(seconds=60)


def take_next(*, now: datetime) -> uuid.UUID | None:
    """The id of a delivery that is due, ours for the next minute; None when there is none. Taken one by one: what was
    taken and waits behind a slow target would be taken by somebody else meanwhile, and sent twice."""
    due = Delivery.objects.filter(state=DeliveryState.PENDING, next_at__lte=now, event__position__isnull=False)
    while (first := due.order_by("next_at").values_list("pk", flat=True).first()) is not None:
        if due.filter(pk=first).update(next_at=now + IN_FLIGHT):
            return first
    return None


def record_delivered(*, delivery_id: uuid.UUID, status: int, now: datetime) -> None:
    delivery = Delivery.objects.get(pk=delivery_id)
    delivery.state, delivery.delivered_at = DeliveryState.DELIVERED, now
    delivery.last_status, delivery.last_error = status, ""
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
    """Sends a delivery again, dead or delivered, from the first try on. Raises Conflict `webhook_removed`."""
    locked = Delivery.objects.select_for_update(of=("self",)).select_related("webhook")
    delivery = locked.filter(pk=delivery_id).first()
    if delivery is None:
        raise NotFound("delivery_unknown", f"There is no delivery {delivery_id}.")
    if delivery.webhook is not None and not delivery.webhook.active:
        raise Conflict("webhook_removed", "This webhook was removed, so nothing is sent to it. Add it again first.")
    delivery.state, delivery.tries, delivery.next_at, delivery.delivered_at = DeliveryState.PENDING, 0, now, None
    delivery.save()
    audit.record(by=by, verb="delivery.resent", subject=f"delivery:{delivery.pk}", now=now)
    return delivery
