"""What a pipeline's decisions looked like day by day, and the days on which that changed."""

from __future__ import annotations

from django.db import models

from validation.models.constraints import between_zero_and_one
from validation.models.pipeline import Pipeline
from validation.models.random_key import RandomKey


class DailyFigure(models.Model):
    """One figure of one finished day (UTC). A share is `hits` of `n`; where `hits` is null, `value` is a median over
    `n`. `series` names it: `route:APPROVE`, `check:no_hallucinations`, `length`."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    series = models.CharField(max_length=160)
    hits = models.PositiveIntegerField(null=True)
    n = models.PositiveIntegerField()
    value = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "day", "series"], name="daily_figure_once")]
        indexes = [models.Index(fields=["day"], name="daily_figure_by_day")]


class DriftPoint(RandomKey):
    """From `day` on the mean of a series is `after`, where it was `before`. `cause` says what of the set-up changed
    nearest before it, and when; empty where nothing did."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+")
    series = models.CharField(max_length=160)
    day = models.DateField()
    before = models.FloatField()
    after = models.FloatField()
    p = models.FloatField()
    cause = models.CharField(max_length=200, blank=True)
    cause_day = models.DateField(null=True)
    found_at = models.DateTimeField()

    class Meta:
        ordering = ["-day", "series"]
        constraints = [
            models.UniqueConstraint(fields=["pipeline", "series", "day"], name="drift_point_once"),
            between_zero_and_one("p", name="drift_point_p_in_range"),
        ]
        indexes = [models.Index(fields=["-day"], name="drift_point_newest_first")]
