"""Rulings and due times that end by themselves. The clock is read here and passed down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from validation.desk.actions import expiry, rulings
from validation.platform.tasks import enqueue_deliveries


@shared_task
def finalize_rulings() -> int:
    """Makes rulings final whose time to undo is over."""
    settled = len(rulings.settle_due(now=timezone.now()))
    if settled:
        enqueue_deliveries()
    return settled


@shared_task
def expire() -> int:
    """Applies the on-expiry rule to interventions whose due time has passed, frees claims whose lease ran out."""
    return len(expiry.expire_due(now=timezone.now()))
