"""What a revision taught: from a draft that was sent back and the one that was then approved."""

from __future__ import annotations

from django.db import models

from validation.domain.learning import PrincipleCategory
from validation.models.attempt import Attempt
from validation.models.constraints import between_zero_and_one, one_of


class ImprovementPrinciple(models.Model):
    """One per approved attempt; `query` is the turn's, by which fitting principles are found."""

    approved = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="principle")
    category = models.CharField(max_length=16)
    trigger = models.TextField()
    description = models.TextField()
    confidence = models.FloatField()
    query = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            one_of("category", PrincipleCategory, name="principle_category_known"),
            between_zero_and_one("confidence", name="principle_confidence_in_range"),
        ]
        indexes = [models.Index(fields=["-made_at", "-id"], name="principle_newest_first")]

    def __str__(self) -> str:
        return self.description
