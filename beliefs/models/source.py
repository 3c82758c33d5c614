"""What a belief can cite: sessions, commits, tags, core patterns, specifications, paths."""

from __future__ import annotations

from django.db import models


class Origin(models.TextChoices):
    """Only what came from a checkout is taken away when the checkout no longer holds it, and only what came with the
    sample story is taken away with it."""

    CHECKOUT = "checkout"
    API = "api"
    SAMPLE = "sample"


class Source(models.Model):
    """`pipeline` is a name, or `common`. `text` is empty for what has none, as a commit. `dated` and `mentions` (names
    that its text speaks of) are kept for sessions, so that it is known when a belief was last referred to."""

    pipeline = models.CharField(max_length=100)
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=500)
    text = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    origin = models.CharField(max_length=8, choices=Origin.choices)
    dated = models.DateField(null=True)
    mentions = models.JSONField(default=list, blank=True)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "kind", "name"], name="source_once")]
        indexes = [models.Index(fields=["-updated_at"], name="source_newest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class SourceVectors(models.Model):
    """The passages of a session as unit vectors, float32 in row order. Behind when `sha256` is not the source's.
    `fresh` until it is known whose assessment they change."""

    source = models.OneToOneField(Source, on_delete=models.CASCADE, related_name="vectors")
    embedder = models.CharField(max_length=300)
    sha256 = models.CharField(max_length=64)
    passages = models.PositiveIntegerField()
    data = models.BinaryField()
    fresh = models.BooleanField(default=True)
