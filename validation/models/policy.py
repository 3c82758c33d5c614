"""Policies: numbered, immutable thresholds and limits for all pipelines or one; the highest number is in force."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q

from validation.domain.policy import PolicyDocument
from validation.models.pipeline import Pipeline


class Policy(models.Model):
    """`pipeline` is the one that it applies to, None for the common policy. `document` is complete; `overrides` holds
    the settings in which it differs from the common policy of the time."""

    number = models.PositiveIntegerField(primary_key=True)
    pipeline = models.ForeignKey(Pipeline, on_delete=models.PROTECT, null=True, blank=True, related_name="policies")
    document = models.JSONField()
    overrides = models.JSONField(default=dict, blank=True)
    author = models.CharField(max_length=150)
    reason = models.TextField()
    published_at = models.DateTimeField()
    rolled_back_to = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        verbose_name_plural = "policies"
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1), name="policy_number_from_one"),
            models.CheckConstraint(condition=~Q(reason=""), name="policy_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"policy {self.number}"

    def read(self) -> PolicyDocument:
        """The document, with defaults for settings added after it was published."""
        return PolicyDocument.model_validate(self.document)

    @property
    def whole_document(self) -> dict[str, Any]:
        return self.read().model_dump(mode="json")
