"""What the pipeline wants to remember, staged until its attempt is settled."""

from __future__ import annotations

from django.db import models

from validation.domain.attempt import MemoryState
from validation.models.constraints import one_of
from validation.models.response.attempt import Attempt


class MemoryCandidate(models.Model):
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="memory")
    key = models.CharField(max_length=200)
    content = models.TextField()
    state = models.CharField(max_length=10, default=MemoryState.STAGED)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            one_of("state", MemoryState, name="memory_state_known"),
            models.CheckConstraint(
                condition=models.Q(state=MemoryState.STAGED, settled_at__isnull=True)
                | (~models.Q(state=MemoryState.STAGED) & models.Q(settled_at__isnull=False)),
                name="memory_settled_has_a_time",
            ),
        ]
