"""A search of the review desk that a person keeps under a name."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class SavedView(models.Model):
    """`q` is the search as it was typed, so that a term which is understood later holds then."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_views")
    name = models.CharField(max_length=40)
    q = models.CharField(max_length=200)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "name"], name="saved_view_one_a_name"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(q=""), name="saved_view_says_something"),
        ]
