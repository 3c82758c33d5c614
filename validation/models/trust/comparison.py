"""Two judges, prompts or policies over cases whose truth is known."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from validation.domain.trust.comparison import RECORDED
from validation.domain.verdict import Decision
from validation.models.constraints import one_of
from validation.models.pipeline import Pipeline
from validation.models.random_key import RandomKey
from validation.models.response.attempt import Attempt
from validation.models.trust.gold import GoldItem


class Comparison(RandomKey):
    """`first` and `second` are `{"judge", "prompt", "policy"}` as chosen: `recorded` for the judgement that was in
    force, else a judge with the numbers of prompt and policy. `pipeline` None means all."""

    first = models.JSONField()
    second = models.JSONField()
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+", null=True)
    cases = models.CharField(max_length=8)
    started_by = models.CharField(max_length=150)
    started_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["-started_at"], name="comparison_newest_first")]

    @property
    def judging_sides(self) -> list[str]:
        """`first` and `second`, without one whose judgement was in force."""
        return [name for name in ("first", "second") if getattr(self, name)["judge"] != RECORDED]


class ComparedItem(models.Model):
    """One case. `truth` and `truth_checks` are as they stood when the comparison was started. `first` and `second` are
    null until judged: `{"decision", "confidence", "checks": {name: [state, reason]}, "model", "prompt", "ms", "tokens",
    "cost", "currency"}`, the decision HALT with a `reason` where the side could not judge. Judged exactly while both
    are there; `claimed_until` keeps a second worker away."""

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveIntegerField()
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="+", null=True)
    judgement_number = models.PositiveIntegerField(null=True)
    gold = models.ForeignKey(GoldItem, on_delete=models.CASCADE, related_name="+", null=True)
    truth = models.CharField(max_length=8)
    truth_checks = models.JSONField(default=dict)
    first = models.JSONField(null=True)
    second = models.JSONField(null=True)
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "position"], name="compared_item_once_a_place"),
            one_of("truth", Decision, name="compared_item_truth_known"),
            models.CheckConstraint(
                condition=Q(attempt__isnull=False, gold__isnull=True, judgement_number__isnull=False)
                | Q(attempt__isnull=True, gold__isnull=False),
                name="compared_item_is_one_case",
            ),
            models.CheckConstraint(
                condition=Q(first__isnull=True, second__isnull=True) | Q(first__isnull=False, second__isnull=False),
                name="compared_item_judged_by_both",
            ),
        ]
        indexes = [models.Index(fields=["id"], name="compared_item_waiting", condition=Q(first__isnull=True))]
