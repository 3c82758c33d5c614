"""Who judged and what it cost, as every row that rests on a question to a judge keeps it."""

from __future__ import annotations

from django.db import models

from validation.domain.operations.cost import Cost


class JudgeUsage(models.Model):
    """`prompt` is the hash of the instructions; `cost` is null where no price is set or the server told no tokens."""

    judge = models.CharField(max_length=20)
    model = models.CharField(max_length=200, blank=True)
    prompt = models.CharField(max_length=80, blank=True)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=18, decimal_places=8, null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True)

    class Meta:
        abstract = True

    @property
    def paid(self) -> Cost | None:
        return None if self.cost is None else Cost(self.cost, self.currency)
