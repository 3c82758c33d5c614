"""Audits on a worker: every month, and when somebody asks. The clock is read here and passed down."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from beliefs.actions.audits import audit_beliefs
from validation.platform.live import Topic, publish

QUEUE = "evidence"


def queue_audit(*, by: str) -> bool:
    """False when the broker is away: nothing will run."""
    try:
        audit.apply_async(kwargs={"by": by}, queue=QUEUE)
    except OperationalError:
        return False
    return True


@shared_task(name="beliefs.tasks.audit")
def audit(by: str = "beat:monthly") -> int:
    """Assesses what is due and tells open pages; returns how many beliefs that were."""
    assessed: int = audit_beliefs(by=by, now=timezone.now())["assessed"]
    publish(Topic.BELIEFS, "all")
    return assessed
