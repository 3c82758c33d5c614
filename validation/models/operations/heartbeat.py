"""When each process that works for a queue was last seen."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """`process` is unique over machines, say `worker@host:4711`; `queues` are those that it takes messages from."""

    process = models.CharField(max_length=200, primary_key=True)
    queues = models.JSONField()
    since = models.DateTimeField()
    at = models.DateTimeField()
