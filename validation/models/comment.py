"""What colleagues say to each other about an intervention."""

from __future__ import annotations

from django.db import models

from validation.models.intervention import Intervention
from validation.models.random_key import RandomKey


class Comment(RandomKey):
    """Stays as it was written. `by` is a person or a key."""

    intervention = models.ForeignKey(Intervention, on_delete=models.CASCADE, related_name="comments", db_index=False)
    by = models.CharField(max_length=150)
    at = models.DateTimeField()
    text = models.TextField()

    class Meta:
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["intervention", "at"], name="comment_of_intervention")]


class Mention(models.Model):
    """A person whom a comment names."""

    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, related_name="mentions", db_index=False)
    person = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["comment", "person"], name="mention_once_a_comment")]
        indexes = [models.Index(fields=["person", "at"], name="mention_of_person")]
