"""Who did what to which record, when. Rows outlive what they are about."""

from __future__ import annotations

from django.db import models


class AuditEvent(models.Model):
    """`subject` is `kind:id`; `data` holds what changed, never a secret and never a body."""

    at = models.DateTimeField()
    by = models.CharField(max_length=150)
    verb = models.CharField(max_length=48)
    subject = models.CharField(max_length=250)
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-id"], name="audit_newest_first"),
            models.Index(fields=["subject", "-at"], name="audit_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.by} {self.verb} {self.subject}"
