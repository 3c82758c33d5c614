"""Counts by the hour and by the day, so that a figure over months reads as little as one over a day."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from validation.models.constraints import one_of
from validation.models.pipeline import Pipeline


class SpanState(StrEnum):
    """Only what is clean may be read; of everything else the rows themselves are counted."""

    DUE = "due"
    COUNTING = "counting"
    CLEAN = "clean"


class TallySpan(models.Model):
    """One hour or day of one source, and whether its tallies say what its rows say. A trigger on the rows makes it due
    again when one of them changes. `token` is the lease of whoever counts it; `since` is when the state began."""

    source = models.CharField(max_length=40)
    hours = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    state = models.CharField(max_length=8, default=SpanState.DUE)
    token = models.UUIDField(null=True, blank=True)
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "hours", "at"], name="tally_span_once"),
            one_of("state", SpanState, name="tally_span_state_known"),
        ]
        indexes = [
            models.Index(fields=["source", "at"], name="tally_span_due", condition=~models.Q(state=SpanState.CLEAN)),
        ]


class Tally(models.Model):
    """`n` rows of one kind within one hour or day. `bin` is a place on the measure's own scale, `total` and `most` are
    the sum and the maximum of what it sums up, 0 where it only counts."""

    measure = models.CharField(max_length=24)
    hours = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+", null=True, db_index=False)
    judge = models.CharField(max_length=20, blank=True)
    model = models.CharField(max_length=200, blank=True)
    prompt = models.CharField(max_length=80, blank=True)
    policy = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=80, blank=True)
    bin = models.PositiveIntegerField(default=0)
    n = models.PositiveBigIntegerField()
    total = models.DecimalField(max_digits=30, decimal_places=8, default=0)
    most = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        indexes = [models.Index(fields=["measure", "hours", "at"], name="tally_of_measure")]
