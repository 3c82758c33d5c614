"""Who did what to which record, when. Rows outlive what they are about."""

from __future__ import annotations

from django.db import models
from django.db.models import F
from django.db.models.functions import Upper

_BY_BEGINNING = ("varchar_pattern_ops", "timestamptz_ops")


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
            models.Index(Upper("by"), F("at").desc(), F("id").desc(), name="audit_by_person"),
            # Pattern classes, so that they serve the beginning of a word whatever the collation.
            models.Index(fields=["subject", "-at"], name="audit_by_subject", opclasses=_BY_BEGINNING),
            models.Index(fields=["verb", "-at"], name="audit_by_verb", opclasses=_BY_BEGINNING),
        ]
