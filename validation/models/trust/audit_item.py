"""Audits of decisions: what was drawn, who was asked, and what they answered (DESIGN, section 13)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from validation.domain.check import CheckName
from validation.domain.trust.audit import (
    AuditSource,
    AuditState,
    CheckAnswer,
    OpinionRole,
    OpinionState,
    TruthSource,
)
from validation.domain.verdict import Decision
from validation.models.constraints import between_zero_and_one, one_of, span
from validation.models.intervention import Intervention
from validation.models.pipeline import Pipeline
from validation.models.random_key import RandomKey
from validation.models.response.attempt import Attempt, AttemptText
from validation.models.trust.gold import GoldItem


class AuditItem(RandomKey):
    """One decision (`attempt`, `judgement_number`) whose truth people are asked for, or one planted gold item.
    `probability` is that of the draw, null where nothing was drawn at random. `route`, `confidence` and `language` are
    as they stood when it was drawn. `verdict` is what figures read of that judgement, copied because nothing of it
    changes and the figures rest on thousands: `{"judgement", "judge", "model", "prompt", "policy", "made_at",
    "confidence", "checks": {name: state}}`; null for gold. `pipeline` is that of the attempt, or where the gold item
    was planted. The truth is empty until enough people answered."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="audits", null=True)
    gold = models.ForeignKey(GoldItem, on_delete=models.CASCADE, related_name="audits", null=True)
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+", null=True, db_index=False)
    judgement_number = models.PositiveIntegerField(null=True)
    policy_number = models.PositiveIntegerField(null=True)
    source = models.CharField(max_length=8)
    probability = models.FloatField(null=True)
    route = models.CharField(max_length=8, blank=True)
    confidence = models.FloatField(null=True)
    language = models.CharField(max_length=20, blank=True)
    verdict = models.JSONField(null=True)
    opinions_wanted = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=8, default=AuditState.OPEN)
    truth_route = models.CharField(max_length=8, blank=True)
    truth_source = models.CharField(max_length=12, blank=True)
    truth_checks = models.JSONField(default=dict)
    drawn_at = models.DateTimeField()
    drawn_by = models.CharField(max_length=150)
    due_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    sample = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "judgement_number"], name="audit_once_a_decision"),
            one_of("source", AuditSource, name="audit_source_known"),
            one_of("state", AuditState, name="audit_state_known"),
            models.CheckConstraint(
                condition=Q(source=AuditSource.GOLD, attempt__isnull=True, gold__isnull=False)
                | Q(attempt__isnull=False, judgement_number__isnull=False, gold__isnull=True)
                & ~Q(source=AuditSource.GOLD),
                name="audit_of_a_decision_or_gold",
            ),
            models.CheckConstraint(
                condition=Q(probability__isnull=False, source=AuditSource.DRAW)
                | Q(probability__isnull=True) & ~Q(source=AuditSource.DRAW),
                name="audit_drawn_has_a_probability",
            ),
            models.CheckConstraint(
                condition=Q(probability__isnull=True) | Q(probability__gt=0.0, probability__lte=1.0),
                name="audit_probability_in_range",
            ),
            models.CheckConstraint(
                condition=Q(truth_route="", truth_source="")
                | Q(
                    truth_route__in=[decision.value for decision in Decision],
                    truth_source__in=[source.value for source in TruthSource],
                ),
                name="audit_truth_has_a_source",
            ),
            between_zero_and_one("confidence", name="audit_confidence_in_range"),
        ]
        indexes = [
            models.Index(fields=["-drawn_at", "-id"], name="audit_item_newest_first"),
            models.Index(fields=["pipeline", "-drawn_at", "-id"], name="audit_item_of_pipeline"),
            models.Index(fields=["state", "due_at"], name="audit_item_by_state"),
        ]

    @property
    def text(self) -> AttemptText | GoldItem:
        """What holds the context and the response that it is about."""
        found = self.gold if self.attempt is None else self.attempt.text
        assert found is not None, "an audit is of an attempt or of a gold item"
        return found

    @property
    def query(self) -> str:
        return self.attempt.turn.query if self.attempt is not None else self.gold.query if self.gold else ""


class Opinion(RandomKey):
    """One person's answer to an audit, asked for by an intervention of its own, so that different people answer apart
    from each other; whom it is assigned to stands there. An open one of role `reviewer` is asked of everybody who works
    on the intervention that it names, and each answer to it is a row without one. `gold_at` is when a gold item follows
    for whom it was assigned to, null when none does or it has. `blind` is False for a ruling made
    with the verdict in view, and for what a key answered that can read verdicts."""

    item = models.ForeignKey(AuditItem, on_delete=models.CASCADE, related_name="opinions")
    intervention = models.OneToOneField(Intervention, on_delete=models.SET_NULL, related_name="opinion", null=True)
    role = models.CharField(max_length=12)
    state = models.CharField(max_length=8, default=OpinionState.OPEN)
    blind = models.BooleanField(default=True)
    by = models.CharField(max_length=150, blank=True)
    decision = models.CharField(max_length=8, blank=True)
    note = models.TextField(blank=True)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    gold_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["asked_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["item", "role"], condition=~Q(role=OpinionRole.REVIEWER), name="opinion_one_a_role"
            ),
            models.UniqueConstraint(fields=["item", "by"], condition=~Q(by=""), name="opinion_one_a_person"),
            one_of("role", OpinionRole, name="opinion_role_known"),
            one_of("state", OpinionState, name="opinion_state_known"),
            models.CheckConstraint(
                condition=Q(
                    state=OpinionState.ANSWERED,
                    answered_at__isnull=False,
                    decision__in=[decision.value for decision in Decision],
                )
                & ~Q(by="")
                | Q(answered_at__isnull=True, decision="", by="") & ~Q(state=OpinionState.ANSWERED),
                name="opinion_answered_is_complete",
            ),
        ]
        indexes = [
            models.Index(fields=["by", "-answered_at"], name="opinion_by_person"),
            models.Index(fields=["due_at"], name="opinion_open_by_due", condition=Q(state=OpinionState.OPEN)),
            models.Index(fields=["gold_at"], name="opinion_gold_waiting", condition=Q(gold_at__isnull=False)),
        ]


class OpinionCheck(models.Model):
    opinion = models.ForeignKey(Opinion, on_delete=models.CASCADE, related_name="checks")
    name = models.CharField(max_length=32)
    answer = models.CharField(max_length=12)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["opinion", "name"], name="opinion_check_once"),
            one_of("name", CheckName, name="opinion_check_known"),
            one_of("answer", CheckAnswer, name="opinion_answer_known"),
        ]
        indexes = [models.Index(fields=["name", "answer"], name="opinion_by_check")]


class UnsupportedSentence(models.Model):
    """A span of the response that the evidence does not support, as the person says."""

    opinion = models.ForeignKey(Opinion, on_delete=models.CASCADE, related_name="unsupported")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ["start"]
        constraints = [
            models.UniqueConstraint(fields=["opinion", "start", "end"], name="unsupported_once"),
            span(name="unsupported_span_in_order"),
        ]
