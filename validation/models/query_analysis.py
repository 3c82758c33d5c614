"""What phase 1 made of a user query, and whether the gate found it coherent (spec 2). Bodies live in a table apart."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q

from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.halt import Halt, HaltCause
from validation.domain.verdict import AnalysisStatus
from validation.models.constraints import between_zero_and_one, one_of
from validation.models.judge_usage import JudgeUsage
from validation.models.leased_work import LeasedWork, leased_while_judging
from validation.models.pipeline import Pipeline
from validation.models.policy import Policy
from validation.models.random_key import RandomKey

_STATUSES = tuple(status.value for status in AnalysisStatus)


class ValidationFields(JudgeUsage):
    """One validation and what made it. `judge` is `rules` when no LLM was asked; `elapsed_ms` is without storing."""

    status = models.CharField(max_length=8, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    halt_cause = models.CharField(max_length=32, blank=True)
    seed = models.BigIntegerField(null=True, blank=True)
    latency_ms = models.PositiveIntegerField(default=0)
    llm_tries = models.PositiveIntegerField(default=0)
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT)
    elapsed_ms = models.FloatField()

    class Meta:
        abstract = True

    @property
    def usage(self) -> JudgeUsage:
        """The columns that say who judged."""
        return self


class QueryAnalysisRecord(RandomKey, LeasedWork, ValidationFields):
    """One analysis with the validation in force. `turn_id` names a turn that may not exist yet. `retry_number` counts
    the retries of a turn; that it is unique there keeps two at the same moment from both being the first.
    `reference_status` is empty when phase 1 wrote none that can be read. The first time it is judged in the request; a
    halted one that is to be judged again waits in the queue with its halt still in force. `at` is when it came,
    `judged_at` when it was judged again."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="query_analyses")
    turn_id = models.CharField(max_length=200, blank=True)
    query = models.CharField(max_length=300, blank=True)
    reference_status = models.CharField(max_length=10, blank=True)
    retry_allowed = models.BooleanField()
    retry_number = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    judged_at = models.DateTimeField(null=True, blank=True)
    sample = models.BooleanField(default=False)

    class Meta:
        constraints = [
            one_of("state", AttemptState, name="query_analysis_state_known"),
            leased_while_judging("query_analysis_lease_while_judging"),
            models.CheckConstraint(
                condition=Q(state=AttemptState.DECIDED, halt_cause="")
                | ~Q(state=AttemptState.DECIDED) & ~Q(halt_cause=""),
                name="query_analysis_decided_unless_halted",
            ),
            models.CheckConstraint(
                condition=Q(status__in=_STATUSES, confidence__isnull=False, halt_cause="")
                | Q(status="", confidence__isnull=True, halt_cause__in=[cause.value for cause in HaltCause]),
                name="query_analysis_decided_or_halted",
            ),
            models.UniqueConstraint(
                fields=["pipeline", "turn_id", "retry_number"],
                condition=Q(retry_number__isnull=False),
                name="query_analysis_retry_numbered_in_its_turn",
            ),
            between_zero_and_one("confidence", name="query_analysis_confidence_in_range"),
        ]
        indexes = [
            models.Index(fields=["-at", "-id"], name="query_analysis_newest_first"),
            models.Index(fields=["pipeline", "-at", "-id"], name="query_analysis_of_pipeline"),
            models.Index(fields=["status", "-at", "-id"], name="query_analysis_of_status"),
            models.Index(fields=["pipeline", "turn_id"], name="query_analysis_of_turn", condition=~Q(turn_id="")),
            models.Index(fields=["at"], name="query_analysis_halted", condition=Q(state=AttemptState.HALTED)),
            models.Index(fields=["id"], name="query_analysis_sample", condition=Q(sample=True)),
            models.Index(
                fields=["enqueued_at"],
                name="query_analysis_queued",
                condition=Q(state__in=[state.value for state in UNDECIDED]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.status or self.halt_cause}: {self.query}"

    @property
    def made_at(self) -> datetime:
        """When the validation in force was made."""
        return self.judged_at or self.at

    @property
    def halt(self) -> Halt | None:
        """With its text."""
        return Halt.of(self.halt_cause, self.text.halt_message)


class QueryAnalysisText(models.Model):
    """As submitted, and what the gate answered; `analysis` may be any JSON value, since anything may be submitted."""

    record = models.OneToOneField(QueryAnalysisRecord, on_delete=models.CASCADE, primary_key=True, related_name="text")
    raw_query = models.TextField(blank=True)
    analysis = models.JSONField(null=True)
    validation = models.JSONField(null=True)
    rules = models.JSONField(default=list)
    halt_message = models.TextField(blank=True)
    raw_reply = models.TextField(blank=True)


class EarlierValidation(ValidationFields):
    """A validation that a later one took the place of, as it was; `number` counts from 1 within its analysis."""

    record = models.ForeignKey(QueryAnalysisRecord, on_delete=models.CASCADE, related_name="earlier")
    number = models.PositiveIntegerField()
    validation = models.JSONField(null=True)
    rules = models.JSONField(default=list)
    halt_message = models.TextField(blank=True)
    raw_reply = models.TextField(blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["record", "number"], name="earlier_validation_numbered_in_its_analysis"),
        ]

    @property
    def halt(self) -> Halt | None:
        return Halt.of(self.halt_cause, self.halt_message)


class QueryAnalysisIssue(models.Model):
    """One objection; a table of its own, so that recurring ones are counted by the database. `topic` is equal for those
    that mean the same; empty while what a judge complained of waits to be sorted."""

    record = models.ForeignKey(QueryAnalysisRecord, on_delete=models.CASCADE, related_name="issues")
    code = models.CharField(max_length=48)
    topic = models.CharField(max_length=80, blank=True)
    message = models.TextField()

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["code"], name="query_analysis_issue_by_code"),
            models.Index(fields=["topic"], name="query_analysis_issue_by_topic"),
        ]


class IssueTopic(models.Model):
    """What several wordings of a judge's issues mean. `total` is the sum of their vectors, as float32."""

    embedder = models.CharField(max_length=200)
    total = models.BinaryField()
    wordings = models.PositiveIntegerField()
