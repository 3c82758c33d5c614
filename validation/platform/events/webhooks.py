"""Standing targets for events."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from validation.domain.errors import InputRejected
from validation.domain.event import EventType
from validation.models import Delivery, Pipeline, Webhook
from validation.models.outbox import DeliveryState
from validation.platform import audit
from validation.platform.keys import new_signing_secret


@transaction.atomic
def add_webhook(*, pipeline: Pipeline, url: str, types: list[str], by: str, now: datetime) -> Webhook:
    """The caller has checked the target. Raises InputRejected `event_type_unknown`."""
    unknown = [name for name in types if name not in list(EventType)]
    if unknown:
        raise InputRejected("event_type_unknown", field="types", name=", ".join(unknown), known=", ".join(EventType))
    hook = Webhook.objects.create(
        pipeline=pipeline, url=url, types=sorted(set(types)), secret=new_signing_secret(), created_at=now, created_by=by
    )
    audit.record(by=by, verb="webhook.added", subject=f"webhook:{hook.pk}", now=now, url=url)
    return hook


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: str, now: datetime) -> None:
    """Stops it; its log stays, and what was on its way is dead."""
    Webhook.objects.filter(pk=webhook.pk).update(active=False)
    Delivery.objects.filter(webhook=webhook, state=DeliveryState.PENDING).update(
        state=DeliveryState.DEAD, last_error="The webhook was removed."
    )
    audit.record(by=by, verb="webhook.removed", subject=f"webhook:{webhook.pk}", now=now, url=webhook.url)
