"""Preflights and returns of delegations, the sessions under way, and the return profiles of one's own (spec 4)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from validation.models.pipeline import Pipeline
from validation.models.policy import Policy
from validation.models.random_key import RandomKey


class OrchestrationCheck(RandomKey):
    """What preflights and returns have in common. `elapsed_ms` is the gate's own time, without storing."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="%(class)ss")
    turn_id = models.CharField(max_length=200, blank=True)
    session_id = models.CharField(max_length=200, blank=True)
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT)
    elapsed_ms = models.FloatField()
    at = models.DateTimeField()
    sample = models.BooleanField(default=False)

    class Meta:
        abstract = True


class Preflight(OrchestrationCheck):
    """`task_number` is its string form, cut; `delegation_ms` and `arguments_ms` are the parts that spec 4 limits apart
    from the whole."""

    command = models.CharField(max_length=200, blank=True)
    task_number = models.CharField(max_length=64, blank=True)
    target = models.CharField(max_length=200, blank=True)
    allowed = models.BooleanField()
    delegation_ms = models.FloatField()
    arguments_ms = models.FloatField()

    OUTCOMES = ("allowed", "refused")

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-id"], name="preflight_newest_first"),
            models.Index(fields=["pipeline", "-at", "-id"], name="preflight_of_pipeline"),
            models.Index(
                fields=["pipeline", "turn_id", "-at", "-id"], name="preflight_of_turn", condition=~Q(turn_id="")
            ),
            models.Index(fields=["allowed", "-at", "-id"], name="preflight_by_outcome"),
            models.Index(fields=["id"], name="preflight_sample", condition=Q(sample=True)),
        ]

    @property
    def passed(self) -> bool:
        return self.allowed

    @property
    def error_codes(self) -> list[str]:
        return [error.code for error in self.errors.all()]

    @property
    def parts_ms(self) -> dict[str, float]:
        return {"delegation": self.delegation_ms, "arguments": self.arguments_ms}

    def __str__(self) -> str:
        return f"preflight of {self.command or self.session_id or self.pk}"


class TodoSnapshot(models.Model):
    """A TODO.md as it was sent, kept once however many preflights send it. `hash` is the SHA-256 of its UTF-8."""

    hash = models.CharField(max_length=64, primary_key=True)
    text = models.TextField(blank=True)


class PreflightText(models.Model):
    """The submission without its TODO.md, and the task that was found in it."""

    preflight = models.OneToOneField(Preflight, on_delete=models.CASCADE, primary_key=True, related_name="text")
    request = models.JSONField()
    task = models.JSONField(null=True)
    todo = models.ForeignKey(TodoSnapshot, on_delete=models.PROTECT, null=True, related_name="+")


class ReturnRecord(OrchestrationCheck):
    """`status` is what the subagent said, cut; empty when it said none. `preflight` is the one that the session began
    with, null when there was none or its time was over."""

    profile = models.CharField(max_length=64)
    status = models.CharField(max_length=64, blank=True)
    valid = models.BooleanField()
    artifacts_checked = models.BooleanField()
    preflight = models.ForeignKey(
        Preflight, on_delete=models.SET_NULL, null=True, blank=True, related_name="returned_by"
    )

    OUTCOMES = ("valid", "not valid")

    class Meta:
        indexes = [
            models.Index(fields=["id"], name="return_sample", condition=Q(sample=True)),
            models.Index(fields=["-at", "-id"], name="return_newest_first"),
            models.Index(fields=["pipeline", "-at", "-id"], name="return_of_pipeline"),
            models.Index(fields=["pipeline", "turn_id", "-at", "-id"], name="return_of_turn", condition=~Q(turn_id="")),
            models.Index(fields=["valid", "-at", "-id"], name="return_by_outcome"),
        ]

    @property
    def passed(self) -> bool:
        return self.valid

    @property
    def error_codes(self) -> list[str]:
        return [error.code for error in self.errors.all()]


class ReturnText(models.Model):
    """`raw` is the subagent's text; what it parses to is read from it again, since it may hold what a JSON column
    cannot. `profile` is the one that judged it, as it was then."""

    record = models.OneToOneField(ReturnRecord, on_delete=models.CASCADE, primary_key=True, related_name="text")
    raw = models.TextField(blank=True)
    existing_artifacts = models.JSONField(null=True)
    profile = models.JSONField()


class GateErrorRecord(models.Model):
    code = models.CharField(max_length=24)
    field = models.CharField(max_length=80)
    message = models.TextField()

    class Meta:
        abstract = True
        ordering = ["id"]


class PreflightError(GateErrorRecord):
    preflight = models.ForeignKey(Preflight, on_delete=models.CASCADE, related_name="errors")

    class Meta(GateErrorRecord.Meta):
        indexes = [models.Index(fields=["code"], name="preflight_error_by_code")]


class ReturnError(GateErrorRecord):
    record = models.ForeignKey(ReturnRecord, on_delete=models.CASCADE, related_name="errors")

    class Meta(GateErrorRecord.Meta):
        indexes = [models.Index(fields=["code"], name="return_error_by_code")]


class ActiveSession(models.Model):
    """A delegation under way, from its preflight until its return or `expires_at`. The unique key decides which of two
    preflights with one id came first."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="active_sessions")
    session_id = models.CharField(max_length=200)
    preflight = models.ForeignKey(Preflight, on_delete=models.CASCADE, related_name="+")
    began_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pipeline", "session_id"], name="session_active_once_in_its_pipeline"),
        ]
        indexes = [models.Index(fields=["expires_at"], name="session_by_expiry")]


class ReturnProfile(models.Model):
    """An admin's own profile; the shipped ones need no row. `document` is as the gate reads it."""

    name = models.CharField(max_length=64, primary_key=True)
    document = models.JSONField()
    created_by = models.CharField(max_length=150)
    created_at = models.DateTimeField()

    @property
    def shipped(self) -> bool:
        return not self.created_by
