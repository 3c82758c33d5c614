"""Interventions, their occurrences, and the rulings on them."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q

from validation.domain.intervention import AWAITED, UNSETTLED, InterventionState, Kind, Priority, Ruling, RulingState
from validation.models.constraints import both_or_neither, one_of
from validation.models.pipeline import Pipeline
from validation.models.random_key import RandomKey


class Intervention(RandomKey):
    """One piece of work for a reviewer. A repeat of its fingerprint is counted on the unsettled one; its subjects are
    the occurrences. `priority_rank` orders the queue. `claimed_by` is the person or key that holds it, and made or
    renewed the claim at `claimed_at`; `assigned_to` the person who should do it (empty for anybody). Until
    `snoozed_until` the queue hides it; its due time stays. `subject_id` is the first subject of a group, otherwise the
    current one."""

    pipeline = models.ForeignKey(
        Pipeline, on_delete=models.CASCADE, related_name="interventions", null=True, db_index=False
    )
    gate = models.CharField(max_length=16)
    kind = models.CharField(max_length=8)
    subject_id = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=80)
    priority = models.CharField(max_length=8)
    priority_rank = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, default=InterventionState.OPEN)
    title = models.CharField(max_length=300)
    why = models.TextField()
    cause = models.CharField(max_length=32, blank=True)
    count = models.PositiveIntegerField(default=1)
    sample = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    due_at = models.DateTimeField()
    on_expiry = models.CharField(max_length=8)
    escalated = models.BooleanField(default=False)
    claimed_by = models.CharField(max_length=150, null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    assigned_to = models.CharField(max_length=150, blank=True)
    assigned_at = models.DateTimeField(null=True, blank=True)
    snoozed_until = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fingerprint"],
                condition=Q(state__in=[state.value for state in UNSETTLED]),
                name="intervention_one_unsettled_a_fingerprint",
            ),
            one_of("kind", Kind, name="intervention_kind_known"),
            one_of("priority", Priority, name="intervention_priority_known"),
            one_of("state", InterventionState, name="intervention_state_known"),
            both_or_neither("claimed_by", "claimed_until", name="intervention_claimed_who_and_when"),
            models.CheckConstraint(
                condition=Q(assigned_to="", assigned_at__isnull=True)
                | ~Q(assigned_to="") & Q(assigned_at__isnull=False),
                name="intervention_assigned_who_and_when",
            ),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in UNSETTLED], closed_at__isnull=True)
                | Q(
                    state__in=[InterventionState.RULED.value, InterventionState.EXPIRED.value], closed_at__isnull=False
                ),
                name="intervention_closed_has_a_time",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "priority_rank", "due_at", "id"], name="intervention_queue"),
            models.Index(fields=["gate", "subject_id"], name="intervention_by_subject"),
            models.Index(fields=["-opened_at", "-id"], name="intervention_newest_first"),
            models.Index(fields=["pipeline", "-opened_at", "-id"], name="intervention_of_pipeline"),
            models.Index(fields=["state", "-closed_at", "-id"], name="intervention_last_closed"),
            models.Index(fields=["closed_at"], name="intervention_closed", condition=Q(closed_at__isnull=False)),
            models.Index(fields=["id"], name="intervention_sample", condition=Q(sample=True)),
            models.Index(
                fields=["assigned_to", "assigned_at"], name="intervention_assigned", condition=~Q(assigned_to="")
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_awaited(self) -> bool:
        """Whether a pipeline waits for the ruling."""
        return self.kind in AWAITED and self.state in UNSETTLED

    def holder_at(self, now: datetime) -> str:
        """The holder of a valid claim, or an empty string."""
        is_held = self.claimed_until is not None and self.claimed_until >= now
        return self.claimed_by or "" if is_held else ""


class Occurrence(models.Model):
    """One subject of an intervention; a halt group has many."""

    intervention = models.ForeignKey(Intervention, on_delete=models.CASCADE, related_name="occurrences")
    subject_id = models.CharField(max_length=200)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["intervention", "subject_id"], name="occurrence_once_an_intervention"),
        ]
        indexes = [
            models.Index(fields=["subject_id"], name="occurrence_by_subject"),
            models.Index(fields=["intervention"], name="occurrence_unsettled", condition=Q(settled_at__isnull=True)),
        ]


class RulingRecord(RandomKey):
    """A reviewer's ruling. Until `effective_at` it is pending: it can be undone and has no effect. `subject_id` names
    the occurrence that it applies to, `pipeline` is that of the intervention. The rulings of one bulk action share a
    `batch` and are undone together."""

    intervention = models.ForeignKey(Intervention, on_delete=models.CASCADE, related_name="rulings")
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="+", null=True, db_index=False)
    batch = models.UUIDField(null=True, blank=True)
    subject_id = models.CharField(max_length=200)
    ruling = models.CharField(max_length=16)
    state = models.CharField(max_length=8, default=RulingState.PENDING)
    note = models.TextField(blank=True)
    response_md = models.TextField(blank=True)
    diff = models.TextField(blank=True)
    hints = models.TextField(blank=True)
    message = models.TextField(blank=True)
    wrong_checks = models.JSONField(default=list)
    by = models.CharField(max_length=150)
    at = models.DateTimeField()
    effective_at = models.DateTimeField()

    class Meta:
        ordering = ["-at"]
        constraints = [
            models.UniqueConstraint(
                fields=["intervention", "subject_id"],
                condition=Q(state=RulingState.PENDING),
                name="ruling_one_pending_a_subject",
            ),
            one_of("ruling", Ruling, name="ruling_known"),
            one_of("state", RulingState, name="ruling_state_known"),
            models.CheckConstraint(
                condition=Q(effective_at__gte=models.F("at")), name="ruling_effective_after_it_was_made"
            ),
        ]
        indexes = [
            models.Index(
                fields=["effective_at"], name="ruling_pending_by_time", condition=Q(state=RulingState.PENDING)
            ),
            models.Index(fields=["subject_id", "-at"], name="ruling_by_subject"),
            models.Index(fields=["-at", "-id"], name="ruling_newest_final", condition=Q(state=RulingState.FINAL)),
            models.Index(
                fields=["pipeline", "-at", "-id"], name="ruling_of_pipeline", condition=Q(state=RulingState.FINAL)
            ),
            models.Index(
                fields=["by", "intervention"], name="ruling_by_person", condition=~Q(state=RulingState.UNDONE)
            ),
        ]
