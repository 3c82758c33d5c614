"""The conversation of a call that a gateway announced, kept until its response comes to be judged."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models

from validation.models.pipeline import Pipeline


class HeldPrompt(models.Model):
    """`call_id` is the gateway's name for the call; request and response come under the same one. `turn_id` is the name
    of the turn that the response became, if that is another."""

    KEPT_FOR: ClassVar = timedelta(hours=1)
    """Longer than any call to a model takes."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE)
    call_id = models.CharField(max_length=200)
    turn_id = models.CharField(max_length=200, blank=True)
    messages = models.JSONField(default=list)
    documents = models.JSONField(default=list)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "call_id"], name="heldprompt_once_a_call")]
