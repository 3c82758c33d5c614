"""Base of rows that workers judge: their queue state, lease and message."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from validation.domain.attempt import AttemptState


class LeasedWork(models.Model):
    """`state`, `lease_token` and `lease_until` say who judges the row; a message only wakes a worker. `tries` counts
    claims since it was queued. `enqueued_at` is when its message was last sent, null if there is none."""

    state = models.CharField(max_length=8, default=AttemptState.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    lease_token = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    enqueued_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


def leased_while_judging(name: str) -> models.CheckConstraint:
    """A lease exists exactly while the row is being judged."""
    return models.CheckConstraint(
        condition=Q(lease_token__isnull=False, lease_until__isnull=False, state=AttemptState.JUDGING)
        | Q(lease_token__isnull=True, lease_until__isnull=True) & ~Q(state=AttemptState.JUDGING),
        name=name,
    )
