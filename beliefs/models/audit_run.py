"""Audits that were made, and files of the last sync that could not be read."""

from __future__ import annotations

from django.db import models


class AuditRun(models.Model):
    """Of the beliefs of one pipeline, or of `common`. `figures` is the summary of the health report at that time."""

    pipeline = models.CharField(max_length=100)
    at = models.DateTimeField()
    by = models.CharField(max_length=150)
    beliefs = models.PositiveIntegerField()
    assessed = models.PositiveIntegerField()
    seconds = models.FloatField()
    figures = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["pipeline", "-at"], name="belief_audit_newest")]


class UnreadableFile(models.Model):
    pipeline = models.CharField(max_length=100)
    path = models.CharField(max_length=500)
    line = models.PositiveIntegerField()
    reason = models.TextField()
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pipeline", "path"], name="unreadable_file_once")]
