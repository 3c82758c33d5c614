"""Tasks: expiry of audits, gold items, drift and comparisons. They read the clock and pass it down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from validation.models import Pipeline
from validation.platform.work.enqueue import enqueue
from validation.trust.actions.comparisons import judge_waiting_cases
from validation.trust.actions.drift import forget_old_days, watch_pipeline
from validation.trust.actions.gold import judge_waiting
from validation.trust.actions.questions import plant_due_gold
from validation.trust.actions.reviews import end_reviews, expire_opinions


@shared_task
def expire_audits() -> int:
    """Expires audits that nobody answered in time, and ends questions whose intervention is closed."""
    end_reviews(now=timezone.now())
    return len(expire_opinions(now=timezone.now()))


@shared_task
def judge_gold() -> int:
    """Plants the gold items that are due, and judges newly added ones. Returns how many were judged."""
    plant_due_gold(now=timezone.now())
    return judge_waiting()


@shared_task
def watch_drift() -> int:
    """Counts the days that have ended, for every pipeline. Returns how many new changes were found."""
    now = timezone.now()
    forget_old_days(now=now)
    return sum(len(watch_pipeline(pipeline, now=now)) for pipeline in Pipeline.objects.order_by("pk").iterator())


@shared_task
def run_comparisons() -> int:
    """Judges a few cases and enqueues itself while any are left, so that other work of the queue can run between."""
    judged = judge_waiting_cases(now=timezone.now, limit=5)
    if judged:
        enqueue(run_comparisons, "evidence")
    return judged
