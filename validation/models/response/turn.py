"""One user query travelling through the pipeline."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from validation.models.pipeline import Pipeline


class Turn(models.Model):
    """`query` is an excerpt of section 0 for lists. `granted` counts further attempts granted by rulings that are not
    used yet. Locking the row serializes numbering and counting of its attempts."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="turns", db_index=False)
    turn_id = models.CharField(max_length=200)
    session_id = models.CharField(max_length=200, blank=True)
    query = models.CharField(max_length=300, blank=True)
    sample = models.BooleanField(default=False)
    attempts_made = models.PositiveIntegerField(default=0)
    last_route = models.CharField(max_length=8, blank=True)
    granted = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pipeline", "turn_id"], name="turn_id_unique_in_its_pipeline"),
        ]
        indexes = [
            models.Index(fields=["-updated_at", "-id"], name="turn_newest_first"),
            models.Index(fields=["pipeline", "-updated_at", "-id"], name="turn_newest_of_pipeline"),
            models.Index(fields=["pipeline", "last_route", "-updated_at", "-id"], name="turn_of_pipeline_route"),
            models.Index(fields=["last_route", "-updated_at", "-id"], name="turn_newest_of_route"),
            models.Index(fields=["pipeline", "-created_at", "-id"], name="turn_made_last_of_pipeline"),
            models.Index(fields=["id"], name="turn_sample", condition=Q(sample=True)),
        ]

    def __str__(self) -> str:
        return self.turn_id
