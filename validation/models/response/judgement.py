"""Judgements of attempts, with their checks, claims, findings, goals and requirements."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from validation.domain.check import CheckName, CheckState
from validation.domain.claim import ClaimState
from validation.domain.finding import Severity
from validation.domain.halt import HaltCause
from validation.domain.verdict import GoalStatus
from validation.models.constraints import between_zero_and_one, one_of, span
from validation.models.copied import CopiedForeignKey
from validation.models.judge_usage import JudgeUsage
from validation.models.pipeline import Pipeline
from validation.models.policy import Policy
from validation.models.response.attempt import Attempt


class Judgement(JudgeUsage):
    """Judging again adds a judgement; earlier ones stay. `comparison` marks one that never took effect. `voices` holds
    the votes: `[{"voice", "decision", "reason"}]`. The number is unique per attempt, so a redelivered task is
    harmless."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="judgements", db_index=False)
    pipeline = CopiedForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+", source="attempt", db_index=False)
    number = models.PositiveIntegerField()
    comparison = models.BooleanField(default=False)
    decision = models.CharField(max_length=8, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    raw_confidence = models.FloatField(null=True, blank=True)
    partial = models.BooleanField(default=False)
    caveat = models.TextField(blank=True)
    notes = models.TextField(blank=True)
    issues = models.JSONField(default=list)
    revision_hints = models.TextField(blank=True)
    suggested_fixes = models.TextField(blank=True)
    reason_tags = models.JSONField(default=list)
    backtracking = models.CharField(max_length=20, blank=True)
    voices = models.JSONField(default=list)
    out_of_domain = models.TextField(blank=True)
    halt_cause = models.CharField(max_length=32, blank=True)
    halt_message = models.TextField(blank=True)
    seed = models.BigIntegerField(null=True, blank=True)
    evidence_version = models.CharField(max_length=80)
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT)
    latency_ms = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    evidence_omitted = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "number"], name="judgement_number_unique_in_its_attempt"),
            between_zero_and_one("confidence", name="judgement_confidence_in_range"),
            between_zero_and_one("raw_confidence", name="judgement_raw_confidence_in_range"),
            models.CheckConstraint(
                condition=Q(halt_cause="", confidence__isnull=False) & ~Q(decision="")
                | Q(decision="", halt_cause__in=[cause.value for cause in HaltCause]),
                name="judgement_decided_or_halted",
            ),
        ]
        indexes = [
            models.Index(fields=["-made_at"], name="judgement_newest_first"),
            models.Index(fields=["pipeline", "-made_at"], name="judgement_newest_of_pipeline"),
        ]

    def __str__(self) -> str:
        return f"judgement {self.number} of {self.attempt_id}"


class JudgementText(models.Model):
    """The judge's raw reply."""

    judgement = models.OneToOneField(Judgement, on_delete=models.CASCADE, primary_key=True, related_name="text")
    raw_reply = models.TextField(blank=True)


class CheckRecord(models.Model):
    judgement = models.ForeignKey(Judgement, on_delete=models.CASCADE, related_name="checks")
    name = models.CharField(max_length=32)
    state = models.CharField(max_length=16)
    reason = models.TextField(blank=True)
    said_by = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["judgement", "name"], name="check_once_a_judgement"),
            one_of("name", CheckName, name="check_name_known"),
            one_of("state", CheckState, name="check_state_known"),
        ]
        indexes = [models.Index(fields=["name", "state"], name="check_by_state")]


class ClaimRecord(models.Model):
    """`evidence` is a list of `EvidenceLink` as dicts, with offsets into context_md."""

    judgement = models.ForeignKey(Judgement, on_delete=models.CASCADE, related_name="claims")
    claim_id = models.CharField(max_length=16)
    text = models.TextField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    state = models.CharField(max_length=16)
    probability = models.FloatField()
    evidence = models.JSONField(default=list)
    reasons = models.JSONField(default=list)

    class Meta:
        ordering = ["start", "id"]
        constraints = [
            models.UniqueConstraint(fields=["judgement", "claim_id"], name="claim_once_a_judgement"),
            one_of("state", ClaimState, name="claim_state_known"),
            between_zero_and_one("probability", name="claim_probability_in_range"),
            span(name="claim_span_in_order"),
        ]


class FindingRecord(models.Model):
    judgement = models.ForeignKey(Judgement, on_delete=models.CASCADE, related_name="findings")
    code = models.CharField(max_length=48)
    severity = models.CharField(max_length=8)
    check_name = models.CharField(max_length=32)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    message = models.TextField()
    claim_id = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ["start", "id"]
        constraints = [
            one_of("severity", Severity, name="finding_severity_known"),
            one_of("check_name", CheckName, name="finding_check_known"),
            span(name="finding_span_in_order"),
        ]


class RequirementRecord(models.Model):
    judgement = models.ForeignKey(Judgement, on_delete=models.CASCADE, related_name="requirements")
    text = models.TextField()
    kind = models.CharField(max_length=32)
    met = models.BooleanField()
    reason = models.TextField(blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    evidence_missing = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]


class GoalScore(models.Model):
    judgement = models.ForeignKey(Judgement, on_delete=models.CASCADE, related_name="goals")
    goal_id = models.CharField(max_length=100)
    description = models.TextField(blank=True)
    score = models.FloatField()
    status = models.CharField(max_length=8)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["judgement", "goal_id"], name="goal_once_a_judgement"),
            one_of("status", GoalStatus, name="goal_status_known"),
            between_zero_and_one("score", name="goal_score_in_range"),
        ]
