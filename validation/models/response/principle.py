"""What a revision taught: from a draft that was sent back and the one that was then approved."""

from __future__ import annotations

from django.db import models

from validation.domain.learning import PrincipleCategory
from validation.models.constraints import between_zero_and_one, one_of
from validation.models.copied import CopiedForeignKey
from validation.models.pipeline import Pipeline
from validation.models.response.attempt import Attempt


class ImprovementPrinciple(models.Model):
    """One per approved attempt; `query` is the turn's, by which fitting principles are found. `judge` is `rules`, or
    who was asked to word it, which a JudgeCall tells more of; a `halt_cause` says that it could not, so that the
    rules' words stayed. `found` counts
    how often a pipeline was handed this one for a like query."""

    approved = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="principle")
    pipeline = CopiedForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+", source="approved", db_index=False)
    category = models.CharField(max_length=16)
    trigger = models.TextField()
    description = models.TextField()
    confidence = models.FloatField()
    query = models.CharField(max_length=300, blank=True)
    found = models.PositiveIntegerField(default=0)
    found_at = models.DateTimeField(null=True, blank=True)
    judge = models.CharField(max_length=20, default="rules")
    model = models.CharField(max_length=200, blank=True)
    halt_cause = models.CharField(max_length=32, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            one_of("category", PrincipleCategory, name="principle_category_known"),
            between_zero_and_one("confidence", name="principle_confidence_in_range"),
        ]
        indexes = [
            models.Index(fields=["-made_at", "-id"], name="principle_newest_first"),
            models.Index(fields=["pipeline", "-made_at", "-id"], name="principle_newest_of_pipeline"),
            models.Index(fields=["category", "-made_at", "-id"], name="principle_newest_of_category"),
        ]

    @property
    def worded_by(self) -> str:
        """The name of the LLM, empty for the rules' words."""
        return self.model if self.judge != "rules" and not self.halt_cause else ""
