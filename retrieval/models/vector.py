"""Vectors by content hash, so that a passage is embedded once, whichever process meets it."""

from __future__ import annotations

from django.db import models


class CachedVector(models.Model):
    """`key` hashes the embedder's name and the text; `vector` is float32, little-endian. Losing rows costs time only,
    so the oldest ids are dropped when there are too many."""

    key = models.CharField(max_length=64, unique=True)
    vector = models.BinaryField()
