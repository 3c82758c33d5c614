"""What is stored about retrievals. Rules stay in domain, writes in actions, reads in queries."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.db.models import Q

from retrieval.domain.result import AnswerPresent, Quality, RetrievalResult
from validation.domain.attempt import UNDECIDED, AttemptState
from validation.models import Pipeline, Policy
from validation.models.constraints import one_of
from validation.models.judge_usage import JudgeUsage
from validation.models.leased_work import LeasedWork, leased_while_judging


class StoredResult(JudgeUsage):
    """A result under its content address: whoever asks the same again gets this row, and no judge is asked.
    `document` has the shape of API.md, `scores` the embedded judge's probability for each chunk id, `strengths`
    what it held against the thresholds, for a replay; empty where an LLM judged, or an earlier version stored it."""

    address = models.CharField(max_length=64, primary_key=True)
    document = models.JSONField()
    scores = models.JSONField(default=dict)
    strengths = models.JSONField(default=dict)
    made_by = models.CharField(max_length=500)
    questions = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()


class Retrieval(LeasedWork):
    """`turn_id` names a turn that may not exist yet. `chunks` counts what was submitted, `verbatim` the quotes that
    were found again at their place when the result was stored. `reused` means that the result was there already.
    `judgings` counts how often it was judged to an end, `elapsed_ms` is the gate's own time without waiting. `sample`
    marks those of the sample story."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="retrievals")
    turn_id = models.CharField(max_length=200, blank=True)
    query = models.CharField(max_length=300, blank=True)
    answer_present = models.CharField(max_length=3, blank=True)
    quality = models.CharField(max_length=8, blank=True)
    chunks = models.PositiveIntegerField()
    relevant = models.PositiveIntegerField(default=0)
    quotes = models.PositiveIntegerField(default=0)
    verbatim = models.PositiveIntegerField(default=0)
    dropped = models.PositiveIntegerField(default=0)
    findings = models.PositiveIntegerField(default=0)
    halt_cause = models.CharField(max_length=32, blank=True)
    address = models.CharField(max_length=64)
    made_by = models.CharField(max_length=500, blank=True)
    result = models.ForeignKey(StoredResult, on_delete=models.PROTECT, null=True, related_name="retrievals")
    reused = models.BooleanField(default=False)
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, null=True, related_name="+")
    judgings = models.PositiveSmallIntegerField(default=0)
    sample = models.BooleanField(default=False)
    submitted_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    elapsed_ms = models.FloatField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("state", AttemptState, name="retrieval_state_known"),
            models.CheckConstraint(
                condition=Q(quality="", answer_present="")
                | Q(
                    quality__in=[quality.value for quality in Quality],
                    answer_present__in=[answer.value for answer in AnswerPresent],
                ),
                name="retrieval_verdict_known",
            ),
            models.CheckConstraint(
                condition=~Q(state=AttemptState.DECIDED)
                | ~Q(quality="") & Q(result__isnull=False, decided_at__isnull=False, halt_cause=""),
                name="retrieval_decided_is_complete",
            ),
            models.CheckConstraint(
                condition=~Q(state=AttemptState.HALTED) | ~Q(halt_cause="") & Q(quality=""),
                name="retrieval_halted_has_a_cause",
            ),
            leased_while_judging("retrieval_lease_while_judging"),
        ]
        indexes = [
            models.Index(fields=["-submitted_at", "-id"], name="retrieval_newest_first"),
            models.Index(fields=["pipeline", "-submitted_at", "-id"], name="retrieval_of_pipeline"),
            models.Index(fields=["quality", "-submitted_at", "-id"], name="retrieval_of_quality"),
            models.Index(fields=["pipeline", "turn_id"], name="retrieval_of_turn"),
            models.Index(fields=["id"], name="retrieval_sample", condition=Q(sample=True)),
            models.Index(
                fields=["submitted_at"],
                name="retrieval_queue",
                condition=Q(state__in=[state.value for state in UNDECIDED]),
            ),
            models.Index(fields=["lease_until"], name="retrieval_leased", condition=Q(lease_until__isnull=False)),
            models.Index(fields=["submitted_at"], name="retrieval_halted", condition=Q(state=AttemptState.HALTED)),
        ]

    def __str__(self) -> str:
        return f"{self.quality or self.state}: {self.query}"

    @property
    def document(self) -> dict[str, Any]:
        """The result in the shape of API.md, empty while there is none."""
        halted = self.text.halted if self.halt_cause else None
        document: dict[str, Any] = self.result.document if self.result else halted or RetrievalResult().as_document()
        return document

    @property
    def scores(self) -> dict[str, float]:
        scores: dict[str, float] = self.result.scores if self.result else {}
        return scores


class RetrievalText(models.Model):
    """As submitted. `halted` is the result of a judging that came to no verdict."""

    retrieval = models.OneToOneField(Retrieval, on_delete=models.CASCADE, primary_key=True, related_name="text")
    query = models.TextField(blank=True)
    chunks = models.JSONField()
    halted = models.JSONField(null=True)
    raw_reply = models.TextField(blank=True)


class RetrievalFeedback(models.Model):
    """`position` is the chunk's place in the submission, from 1; 0 means the answer as a whole. `holds` is what the
    person says (relevant, or an answer is there), `gate_said` what the gate had said."""

    retrieval = models.ForeignKey(Retrieval, on_delete=models.CASCADE, related_name="feedback")
    position = models.PositiveIntegerField()
    holds = models.BooleanField()
    gate_said = models.BooleanField()
    by = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["retrieval", "position", "by"], name="retrieval_feedback_once_a_person"),
        ]


class CachedVector(models.Model):
    """`key` hashes the embedder's name and the text; `vector` is float32, little-endian. Losing rows costs time only,
    so the oldest ids are dropped when there are too many."""

    key = models.CharField(max_length=64, unique=True)
    vector = models.BinaryField()
