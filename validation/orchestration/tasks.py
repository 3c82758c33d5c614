"""Sessions of subagents that never returned. The clock is read here and passed down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from validation.orchestration.actions import preflights


@shared_task
def forget_expired_sessions() -> None:
    preflights.forget_expired_sessions(now=timezone.now())
