"""Who did what to which record, when. Rows outlive what they are about."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

_BY_BEGINNING = ("varchar_pattern_ops", "timestamptz_ops")


class AuditEvent(models.Model):
    """`subject` is `kind:id`; `data` holds what changed, never a secret and never a body. `position` and `hash` are its
    place in the hash chain, assigned after the commit so that writers never wait (`platform/audit_chain.py`)."""

    at = models.DateTimeField()
    by = models.CharField(max_length=150)
    verb = models.CharField(max_length=48)
    subject = models.CharField(max_length=250)
    data = models.JSONField(default=dict)
    position = models.PositiveBigIntegerField(null=True, blank=True)
    hash = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = [
            # Partial, so that a new row costs no entry in it.
            models.UniqueConstraint(fields=["position"], condition=Q(position__isnull=False), name="audit_chain"),
        ]
        indexes = [
            models.Index(fields=["-at", "-id"], name="audit_newest_first"),
            models.Index(Upper("by"), F("at").desc(), F("id").desc(), name="audit_by_person"),
            # Pattern classes, so that they serve the beginning of a word whatever the collation.
            models.Index(fields=["subject", "-at"], name="audit_by_subject", opclasses=_BY_BEGINNING),
            models.Index(fields=["verb", "-at"], name="audit_by_verb", opclasses=_BY_BEGINNING),
            models.Index(fields=["id"], name="audit_unchained", condition=Q(position__isnull=True)),
        ]


class AuditChain(models.Model):
    """A single row, locked while the chain grows: its last position and hash. Without it, nobody would see that the
    last rows were deleted."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    position = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="", blank=True)
