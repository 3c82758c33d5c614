"""Looks once a minute whether there is something to tell. The clock is read here and passed down."""

from __future__ import annotations

import threading
from functools import cache, partial

from celery import shared_task
from django.utils import timezone

from validation.notifications.actions.notify import notify_target
from validation.notifications.queries.notices import notices_holding
from validation.notifications.queries.targets import all_targets

AT_ONCE = 2
"""Messages that this process sends at a time: targets may be slow, and deliveries to pipelines use the same threads."""
_lanes = threading.BoundedSemaphore(AT_ONCE)


@shared_task
def notify() -> int:
    """How many targets were told. While all lanes are taken nothing is done: whoever has one goes on with the rest."""
    if not _lanes.acquire(blocking=False):
        return 0
    try:
        return _notify_all()
    finally:
        _lanes.release()


def _notify_all() -> int:
    """Those that did not take the last message come last. Where there is no target, nothing is looked up."""
    targets = sorted(all_targets().exclude(confirmed_at=None), key=lambda target: bool(target.last_error))
    holding = cache(partial(notices_holding, now=timezone.now()))
    return sum(
        notify_target(target_id=target.pk, holding=holding(target.pipeline), now=timezone.now()) for target in targets
    )
