"""Deletes sessions of subagents that never returned. Reads the clock and passes it down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from validation.orchestration.actions import preflights


@shared_task
def forget_expired_sessions() -> None:
    preflights.forget_expired_sessions(now=timezone.now())
