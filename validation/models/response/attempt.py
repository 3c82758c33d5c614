"""Attempts: drafts of a turn's response. Their texts are in a separate table, so that lists do not read them."""

from __future__ import annotations

from enum import StrEnum

from django.db import models
from django.db.models import Q

from validation.domain.attempt import AttemptState, Route
from validation.domain.gateway.guardrail import Send, send_of
from validation.domain.verdict import Decision
from validation.models.constraints import between_zero_and_one, one_of
from validation.models.copied import CopiedForeignKey
from validation.models.judged_text import JudgedText
from validation.models.leased_work import LeasedWork
from validation.models.pipeline import Pipeline
from validation.models.policy import Policy
from validation.models.random_key import RandomKey
from validation.models.response.turn import Turn


class Rejudge(StrEnum):
    """What happens with the next judgement of a decided attempt."""

    NO = ""
    COMPARE = "compare"
    APPLY = "apply"


class Attempt(RandomKey, LeasedWork):
    """`enforced` is false in observe mode: the decision blocks nothing and opens no intervention. A decided attempt
    stays decided while it is judged again; `rejudge` says what happens with the result. `judged_route` is the route
    before any ruling, which loop limits count and section 7 prints. `ruling` is the final ruling that set `route`, None
    if a judgement did. `revise_count` and `retry_count` are the counters of the turn before this attempt. `judge` and
    `latency_ms` are copied from the current judgement."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    pipeline = CopiedForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+", source="turn", db_index=False)
    number = models.PositiveIntegerField()
    decision = models.CharField(max_length=8, blank=True)
    route = models.CharField(max_length=8, blank=True)
    route_reason = models.TextField(blank=True)
    judged_route = models.CharField(max_length=8, blank=True)
    ruling = models.ForeignKey("RulingRecord", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    partial = models.BooleanField(default=False)
    confidence = models.FloatField(null=True, blank=True)
    failed_checks = models.JSONField(default=list)
    halt_cause = models.CharField(max_length=32, blank=True)
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, null=True, blank=True, db_index=False)
    judgement_number = models.PositiveIntegerField(null=True, blank=True)
    judge = models.CharField(max_length=20, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    revise_count = models.PositiveSmallIntegerField(default=0)
    retry_count = models.PositiveSmallIntegerField(default=0)
    granted = models.BooleanField(default=False)
    enforced = models.BooleanField(default=True)
    streamed = models.BooleanField(default=False)
    callback_url = models.TextField(blank=True)
    content_hash = models.CharField(max_length=64)
    rejudge = models.CharField(max_length=8, blank=True)
    submitted_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "number"], name="attempt_number_unique_in_its_turn"),
            one_of("state", AttemptState, name="attempt_state_known"),
            models.CheckConstraint(
                condition=Q(route="") | Q(route__in=[route.value for route in Route]), name="attempt_route_known"
            ),
            models.CheckConstraint(
                condition=Q(decision="") | Q(decision__in=[decision.value for decision in Decision]),
                name="attempt_decision_known",
            ),
            models.CheckConstraint(
                condition=~Q(state=AttemptState.DECIDED)
                | (~Q(decision="") & ~Q(route="") & Q(decided_at__isnull=False) & Q(confidence__isnull=False)),
                name="attempt_decided_is_complete",
            ),
            models.CheckConstraint(
                condition=~Q(state=AttemptState.HALTED) | (~Q(route="") & ~Q(halt_cause="") & Q(decision="")),
                name="attempt_halted_has_a_cause",
            ),
            models.CheckConstraint(
                condition=Q(lease_token__isnull=True, lease_until__isnull=True) & ~Q(state=AttemptState.JUDGING)
                | Q(lease_token__isnull=False, lease_until__isnull=False) & ~Q(state=AttemptState.QUEUED),
                name="attempt_lease_while_judging",
            ),
            one_of("rejudge", Rejudge, name="attempt_rejudge_known"),
            between_zero_and_one("confidence", name="attempt_confidence_in_range"),
        ]
        indexes = [
            models.Index(fields=["-submitted_at", "-id"], name="attempt_newest_first"),
            models.Index(fields=["state", "submitted_at"], name="attempt_queue"),
            models.Index(fields=["decision", "-submitted_at", "-id"], name="attempt_newest_of_decision"),
            models.Index(fields=["pipeline", "-submitted_at", "-id"], name="attempt_newest_of_pipeline"),
            models.Index(fields=["pipeline", "route", "-submitted_at", "-id"], name="attempt_of_pipeline_route"),
            models.Index(fields=["route", "-submitted_at", "-id"], name="attempt_newest_of_route"),
            models.Index(fields=["judge", "-submitted_at", "-id"], name="attempt_newest_of_judge"),
            models.Index(fields=["policy", "-submitted_at", "-id"], name="attempt_newest_of_policy"),
            models.Index(fields=["-latency_ms", "-submitted_at"], name="attempt_slowest_first"),
            models.Index(
                fields=["halt_cause", "-submitted_at", "-id"],
                name="attempt_halted_by_cause",
                condition=~Q(halt_cause=""),
            ),
            models.Index(fields=["lease_until"], name="attempt_leased", condition=Q(lease_until__isnull=False)),
            models.Index(fields=["decided_at"], name="attempt_observed", condition=Q(enforced=False)),
            models.Index(fields=["submitted_at"], name="attempt_to_judge_again", condition=~Q(rejudge=Rejudge.NO)),
        ]

    def __str__(self) -> str:
        return f"{self.turn_id} attempt {self.number}"

    @property
    def sample(self) -> bool:
        return self.turn.sample

    @property
    def send(self) -> Send:
        """What the user should get now."""
        return send_of(route=self.route, ruling=self.ruling.ruling if self.ruling else "", enforced=self.enforced)

    @property
    def final_response_md(self) -> str | None:
        """The response that a reviewer edited and approved."""
        edited = self.ruling if self.send is Send.FINAL else None
        return edited.response_md if edited else None


class AttemptText(JudgedText):
    """The texts of an attempt, as submitted. Memory candidates are separate rows."""

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, primary_key=True, related_name="text")
    goals = models.JSONField(default=list)
    metadata = models.JSONField(default=dict)


class IdempotencyRecord(models.Model):
    """The resource created under an `Idempotency-Key`; the same key with another body is a conflict."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE)
    key = models.CharField(max_length=255)
    body_hash = models.CharField(max_length=64)
    resource = models.CharField(max_length=20, default="attempt")
    resource_id = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pipeline", "resource", "key"], name="idempotency_key_unique"),
        ]
