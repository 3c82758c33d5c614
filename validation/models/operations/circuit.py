"""What each process that asks an LLM last told about its circuit breaker."""

from __future__ import annotations

from django.db import models

from validation.judge.breaker import Circuit
from validation.models.constraints import one_of


class CircuitRecord(models.Model):
    """`process` is unique over machines, say `worker@host:4711`. `since` is when the circuit came to be as it is,
    `seen_at` when the process last said so: one that ended says nothing more."""

    process = models.CharField(max_length=200, primary_key=True)
    circuit = models.CharField(max_length=10)
    failures = models.PositiveIntegerField()
    last_fault = models.TextField(blank=True)
    since = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [one_of("circuit", Circuit, name="circuit_known")]

    @property
    def role(self) -> str:
        """`web` or `worker`."""
        return self.process.partition("@")[0]

    @property
    def place(self) -> str:
        """The machine and the process id."""
        return self.process.partition("@")[2]
