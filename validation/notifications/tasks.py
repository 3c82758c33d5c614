"""Looks once a minute whether there is something to tell. The clock is read here and passed down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from validation.models import NotificationTarget
from validation.notifications.actions.notify import notify_target
from validation.notifications.queries.notices import notices_holding


@shared_task
def notify() -> int:
    """How many targets were told. Where there is none, nothing is looked up."""
    targets = list(NotificationTarget.objects.values_list("pk", flat=True))
    if not targets:
        return 0
    now = timezone.now()
    holding = notices_holding(now=now)
    return sum(notify_target(target_id=target, holding=holding, now=now) for target in targets)
