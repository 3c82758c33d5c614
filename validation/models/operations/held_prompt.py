"""The conversation of a call that a gateway announced, kept until its response comes to be judged."""

from __future__ import annotations

from django.db import models

from validation.models.pipeline import Pipeline


class HeldPrompt(models.Model):
    """`call_id` is the gateway's name for the call; request and response come under the same one."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE)
    call_id = models.CharField(max_length=200)
    messages = models.JSONField(default=list)
    documents = models.JSONField(default=list)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "call_id"], name="heldprompt_once_a_call")]
