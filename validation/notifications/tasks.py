"""Sends notices, once a minute. Reads the clock and passes it down."""

from __future__ import annotations

import threading
from functools import cache, partial

from celery import shared_task
from django.utils import timezone

from validation.notifications.actions.notify import notify_target
from validation.notifications.queries.notices import notices_holding
from validation.notifications.queries.targets import all_targets

AT_ONCE = 2
"""Most messages sent at a time: targets may be slow, and webhook deliveries use the same threads."""
_lanes = threading.BoundedSemaphore(AT_ONCE)


@shared_task
def notify() -> int:
    """Returns how many targets got a message. Does nothing if AT_ONCE other runs are active, which send the rest."""
    if not _lanes.acquire(blocking=False):
        return 0
    try:
        return _notify_all()
    finally:
        _lanes.release()


def _notify_all() -> int:
    """Targets with an error come last. Reads notices only if there are targets."""
    targets = sorted(all_targets().exclude(confirmed_at=None), key=lambda target: bool(target.last_error))
    holding = cache(partial(notices_holding, now=timezone.now()))
    return sum(
        notify_target(target_id=target.pk, holding=holding(target.pipeline), now=timezone.now()) for target in targets
    )
