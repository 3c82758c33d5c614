"""Periodic tasks of the desk: finalizes rulings and expires interventions."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from validation.desk.actions import expiry, rulings
from validation.platform.tasks import enqueue_deliveries


@shared_task
def finalize_rulings() -> int:
    """Makes rulings final whose time to undo is over."""
    finalized = len(rulings.finalize_due(now=timezone.now()))
    if finalized:
        enqueue_deliveries()
    return finalized


@shared_task
def expire() -> int:
    """Applies the expiry rule to overdue interventions, and ends claims whose lease ran out."""
    return len(expiry.expire_due(now=timezone.now()))
