"""The monthly audit. The clock is read here and passed down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from beliefs.actions.audits import audit_beliefs


@shared_task(name="beliefs.tasks.audit")
def audit() -> int:
    """Assesses what is due; returns how many beliefs that were."""
    assessed: int = audit_beliefs(by="beat:monthly", now=timezone.now())["assessed"]
    return assessed
