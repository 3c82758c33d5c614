"""What reviewers say about verdicts; each word is one more label by which the gate is measured in use."""

from __future__ import annotations

from django.db import models

from retrieval.models.retrieval import Retrieval


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
