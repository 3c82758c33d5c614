"""Tables of beliefs and their sources. Rules are in domain, writes in actions, reads in queries."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import F

from beliefs.domain.formula import ConfidenceStatus
from beliefs.domain.validation import ValidationStatus
from validation.models.constraints import between_zero_and_one, one_of


class SurestFirst(models.Index):
    """Index by score, rows without one last. SQLite does not allow NULLS LAST in an index, but sorts them last."""

    def create_sql(
        self, model: type[models.Model], schema_editor: BaseDatabaseSchemaEditor, using: str = "", **more: Any
    ) -> Statement:
        if schema_editor.connection.vendor != "sqlite":
            return super().create_sql(model, schema_editor, using, **more)
        plain = models.Index(F("score").desc(), "name", "pipeline", name=self.name)
        return plain.create_sql(model, schema_editor, using, **more)


class Origin(models.TextChoices):
    """A sync deletes only rows of origin `checkout`, and removing the sample data only those of origin `sample`."""

    CHECKOUT = "checkout"
    API = "api"
    SAMPLE = "sample"


class Source(models.Model):
    """`pipeline` is a name, or `common`. `text` is empty for kinds without one, such as commits. `dated` and `mentions`
    (names in the text) are set for sessions, to find when a belief was last referenced."""

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
    """The passages of a session as float32 unit vectors, in row order. Outdated if `sha256` differs from the source's.
    `fresh` until the assessments they affect are marked as stale."""

    source = models.OneToOneField(Source, on_delete=models.CASCADE, related_name="vectors")
    embedder = models.CharField(max_length=300)
    sha256 = models.CharField(max_length=64)
    passages = models.PositiveIntegerField()
    data = models.BinaryField()
    fresh = models.BooleanField(default=True)


class BeliefRecord(models.Model):
    """`name` is the id in the front matter, unique in its pipeline; `pipeline` is a name, or `common`. `stale`: the
    text or another input has changed since `assessed_at`; the next audit compares `near` and `inputs` to find out
    (`actions.dependents`). `assigned` is the score written by hand, kept when a computed one is written back."""

    pipeline = models.CharField(max_length=100)
    name = models.CharField(max_length=150)
    markdown = models.TextField()
    content_sha256 = models.CharField(max_length=64)
    path = models.CharField(max_length=500, blank=True)
    origin = models.CharField(max_length=8, choices=Origin.choices)
    statement = models.TextField()
    facets = models.JSONField(default=list, blank=True)
    entrenchment = models.CharField(max_length=40, blank=True)
    assigned = models.FloatField(null=True)
    endorsed = models.BooleanField(default=False)
    created = models.DateField(null=True)
    revised = models.DateField(null=True)
    updated_at = models.DateTimeField()

    stale = models.BooleanField(default=True)
    score = models.FloatField(null=True)
    status = models.CharField(max_length=14, blank=True)
    validation_status = models.CharField(max_length=8, blank=True)
    broken_links = models.PositiveIntegerField(default=0)
    unverified_quotes = models.PositiveIntegerField(default=0)
    age_days = models.PositiveIntegerField(default=0)
    in_degree = models.PositiveIntegerField(default=0)
    confidence = models.JSONField(default=dict, blank=True)
    validation = models.JSONField(default=dict, blank=True)
    waterfall = models.JSONField(default=dict, blank=True)
    assessed_at = models.DateTimeField(null=True)
    assessed_on = models.DateField(null=True)
    policy = models.PositiveIntegerField(null=True)
    made_by = models.CharField(max_length=300, blank=True)
    near = models.JSONField(default=dict, blank=True)
    inputs = models.CharField(max_length=130, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pipeline", "name"], name="belief_once"),
            between_zero_and_one("score", name="belief_score_in_range"),
            between_zero_and_one("assigned", name="belief_assigned_in_range"),
            models.CheckConstraint(
                condition=models.Q(status__in=["", *(one.value for one in ConfidenceStatus)]),
                name="belief_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(validation_status__in=["", *(one.value for one in ValidationStatus)]),
                name="belief_validation_known",
            ),
        ]
        indexes = [
            models.Index(fields=["-updated_at", "-id"], name="belief_newest_first"),
            SurestFirst(F("score").desc(nulls_last=True), "name", "pipeline", name="belief_surest_first"),
            models.Index(fields=["stale"], name="belief_stale"),
        ]

    def __str__(self) -> str:
        return self.name


class BeliefLink(models.Model):
    """One link of the file. `kind` is empty until its first audit; `found_kind` and `found_name` are empty if it does
    not resolve. `text_sha256` is the hash of the source's text when a quote next to the link was looked up; empty
    without a quote."""

    belief = models.ForeignKey(BeliefRecord, on_delete=models.CASCADE, related_name="links")
    target = models.CharField(max_length=300)
    kind = models.CharField(max_length=10)
    section = models.CharField(max_length=200, blank=True)
    line = models.PositiveIntegerField()
    defeated = models.BooleanField(default=False)
    found_kind = models.CharField(max_length=10, blank=True)
    found_name = models.CharField(max_length=500, blank=True)
    why = models.CharField(max_length=700, blank=True)
    text_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["target"], name="belief_link_target"),
            models.Index(fields=["found_kind", "found_name"], name="belief_link_found"),
        ]

    @property
    def found(self) -> str | None:
        """The resolved target as `kind:name`."""
        return f"{self.found_kind}:{self.found_name}" if self.found_name else None


class BeliefVectors(models.Model):
    """Float32 unit vectors of the statement and its negation. Outdated if `sha256` differs from the statement's.
    `fresh` until the assessments they affect are marked as stale."""

    belief = models.OneToOneField(BeliefRecord, on_delete=models.CASCADE, related_name="vectors")
    embedder = models.CharField(max_length=300)
    sha256 = models.CharField(max_length=64, default="")
    statement = models.BinaryField()
    negated = models.BinaryField(null=True)
    fresh = models.BooleanField(default=True)


class BeliefHistory(models.Model):
    """One row per change of score, status or text."""

    belief = models.ForeignKey(BeliefRecord, on_delete=models.CASCADE, related_name="history")
    at = models.DateTimeField()
    score = models.FloatField()
    status = models.CharField(max_length=14)
    validation_status = models.CharField(max_length=8)
    content_sha256 = models.CharField(max_length=64)
    policy = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "belief histories"
        constraints = [one_of("status", ConfidenceStatus, name="belief_history_status_known")]
        indexes = [models.Index(fields=["belief", "-at"], name="belief_history_newest")]


class AuditRun(models.Model):
    """An audit of one pipeline's beliefs, or of `common`. `figures` is the summary of its health report."""

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
