"""The key of rows that are named outside of the database."""

from __future__ import annotations

import uuid

from django.db import models


class RandomKey(models.Model):
    """Known before the row is stored, and says nothing of how many there are."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True
