"""Rulings and due times that end by themselves. The clock is read here and passed down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from validation.desk.actions import expiry, rulings
from validation.platform.live import Topic, publish
from validation.platform.tasks import enqueue_deliveries


@shared_task
def finalize_rulings() -> int:
    """Makes rulings final whose time to undo is over."""
    settled = rulings.settle_due(now=timezone.now())
    for one in settled:
        publish(Topic.INTERVENTIONS, str(one.intervention_id))
        publish(Topic.ATTEMPTS, one.subject_id)
    if settled:
        enqueue_deliveries()
    return len(settled)


@shared_task
def expire() -> int:
    """Applies the on-expiry rule to interventions whose due time has passed, frees claims whose lease ran out."""
    expired = expiry.expire_due(now=timezone.now())
    for intervention_id in expired:
        publish(Topic.INTERVENTIONS, str(intervention_id))
    return len(expired)
