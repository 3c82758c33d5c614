"""Every question put to an LLM, by any gate: what it took and whether a usable answer came."""

from __future__ import annotations

from django.db import models

from validation.models.judge_usage import JudgeUsage
from validation.models.pipeline import Pipeline


class JudgeCall(JudgeUsage):
    """One question with all its tries. `gate` is who asked: a gate, or `principles` for the wording of a lesson;
    `subject_id` what it was asked about, as interventions name it. `halt_cause` is empty when an answer came that could
    be used. `latency_ms` is over all tries."""

    pipeline = models.ForeignKey(Pipeline, on_delete=models.CASCADE, related_name="judge_calls")
    gate = models.CharField(max_length=16)
    subject_id = models.CharField(max_length=200)
    latency_ms = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField()
    halt_cause = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["-at"], name="judge_call_newest_first"),
            models.Index(fields=["pipeline", "-at"], name="judge_call_of_pipeline"),
            models.Index(fields=["gate", "subject_id"], name="judge_call_by_subject"),
        ]
