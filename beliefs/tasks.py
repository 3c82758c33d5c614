"""Audits on a worker: monthly and on request."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from beliefs.actions.audits import audit_beliefs, audit_every_pipeline

QUEUE = "evidence"


def queue_audit(*, by: str, pipeline: str, everything: bool = False) -> bool:
    """Queues an audit of one pipeline, or of all. False if the broker is down, so that it will not run."""
    try:
        audit.apply_async(kwargs={"by": by, "pipeline": pipeline, "everything": everything}, queue=QUEUE)
    except OperationalError:
        return False
    return True


@shared_task(name="beliefs.tasks.audit")
def audit(by: str = "beat:monthly", pipeline: str = "", everything: bool = False) -> int:
    """Assesses what is due; returns how many beliefs."""
    now = timezone.now()
    if pipeline:
        return int(audit_beliefs(pipeline=pipeline, by=by, now=now, everything=everything)["assessed"])
    return audit_every_pipeline(by=by, now=now, everything=everything)
