"""Instructions of the response gate's LLM beside those that ship, each with the examples that go along."""

from __future__ import annotations

from django.db import models


class PromptVersion(models.Model):
    """Never changed once stored: judgements name it by `hash`, policies and comparisons by `number`. Number 0 is the
    prompt that ships and has no row. `text` is sent as it stands: the instructions as they were typed, and a word about
    the examples. `examples` are `{"item", "title", "text"}`: the audit that each was made of, and the text as the LLM
    reads it."""

    number = models.PositiveIntegerField(unique=True)
    hash = models.CharField(max_length=80, unique=True)
    instructions = models.TextField()
    text = models.TextField()
    examples = models.JSONField(default=list)
    note = models.CharField(max_length=200)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.CheckConstraint(condition=models.Q(number__gt=0), name="prompt_version_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"prompt {self.number}"
