"""Responses whose truth is known, planted among the audits to measure reviewers."""

from __future__ import annotations

from django.db import models

from validation.domain.verdict import Decision
from validation.models.constraints import one_of
from validation.models.judged_text import JudgedText
from validation.models.pipeline import Pipeline
from validation.models.random_key import RandomKey
from validation.models.response.attempt import Attempt


class GoldItem(RandomKey, JudgedText):
    """`name` tells items of a file apart, so that importing it again adds nothing. `pipeline` is where it may be
    planted, null for everywhere. `checks` maps a check to right or wrong; `attempt` is the adjudicated one that it was
    made from. `verdict` is what the judge said of it, shown after the answer as with any other: `{"decision",
    "confidence", "checks": {name: {"state", "reason"}}, "doubted": [[start, end]]}`."""

    name = models.CharField(max_length=200, unique=True)
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="gold_items", null=True)
    attempt = models.ForeignKey(Attempt, on_delete=models.SET_NULL, related_name="+", null=True)
    query = models.TextField(blank=True)
    decision = models.CharField(max_length=8)
    checks = models.JSONField(default=dict)
    unsupported = models.JSONField(default=list)
    verdict = models.JSONField(default=dict)
    active = models.BooleanField(default=True)
    sample = models.BooleanField(default=False)
    added_by = models.CharField(max_length=150)
    added_at = models.DateTimeField()

    class Meta:
        constraints = [one_of("decision", Decision, name="gold_decision_known")]
        indexes = [models.Index(fields=["-added_at", "-id"], name="gold_newest_first")]

    def __str__(self) -> str:
        return self.name
