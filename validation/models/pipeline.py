"""The named clients of the API, their keys, and one-time sign-in links for people."""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings
from django.db import models

from validation.domain.gateway.guardrail import GuardrailOnError
from validation.models.constraints import both_or_neither, one_of
from validation.models.random_key import RandomKey


class Enforcement(StrEnum):
    """Whether decisions block the pipeline (enforce) or are only recorded (observe)."""

    ENFORCE = "enforce"
    OBSERVE = "observe"


class Pipeline(models.Model):
    """The client that a key belongs to; turn ids are unique within it."""

    name = models.CharField(max_length=100, unique=True)
    callback_secret = models.CharField(max_length=100)
    enforcement = models.CharField(max_length=8, default=Enforcement.ENFORCE)
    created_at = models.DateTimeField()
    guardrail_on_error = models.CharField(max_length=8, default=GuardrailOnError.BLOCK)

    class Meta:
        constraints = [
            one_of("enforcement", Enforcement, name="pipeline_enforcement_known"),
            one_of("guardrail_on_error", GuardrailOnError, name="pipeline_guardrail_on_error_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def enforces(self) -> bool:
        return self.enforcement == Enforcement.ENFORCE


class ApiKey(RandomKey):
    """Shown once, stored hashed. `prefix` is its public beginning, by which people recognise it."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=16)
    hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=150)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.CharField(max_length=150, null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [both_or_neither("revoked_at", "revoked_by", name="apikey_revoked_who_and_when")]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"

    @property
    def actor(self) -> str:
        """The name of the key in audit events."""
        return f"key:{self.prefix}"


class SignInLink(models.Model):
    """A one-time sign-in link for one user, stored hashed. `direct` links need no confirmation: they are shown on this
    machine, where no mail scanner opens them first."""

    hash = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    direct = models.BooleanField(default=False)
