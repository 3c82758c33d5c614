"""Where vectors are kept: a small memory of this process before a table that all processes share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from django.db.models import Max

from retrieval.models import CachedVector
from validation.embeddings.cache import MemoryCache, Vector

KEPT = 100_000
"""Rows of the table; 384 floats each make about 160 MB."""

IN_MEMORY = 4_000
"""Vectors of one process, about 6 MB."""

_BATCH = 500
"""Keys of one statement; SQLite takes 999 parameters at least."""

_STORED = np.dtype("<f4")


class DatabaseCache:
    """Two processes that store the same text at once store the same vector, so either may win."""

    def get_many(self, keys: Sequence[str]) -> dict[str, Vector]:
        rows = (row for part in _parts(keys) for row in CachedVector.objects.filter(key__in=part))
        return {row.key: np.frombuffer(bytes(row.vector), dtype=_STORED).astype(np.float32) for row in rows}

    def put_many(self, vectors: Mapping[str, Vector]) -> None:
        rows = [CachedVector(key=key, vector=vector.astype(_STORED).tobytes()) for key, vector in vectors.items()]
        CachedVector.objects.bulk_create(rows, ignore_conflicts=True, batch_size=_BATCH)


class LayeredCache:
    """Asks the memory first, and the table for what it lacks."""

    def __init__(self) -> None:
        self._memory = MemoryCache(IN_MEMORY)
        self._table = DatabaseCache()

    def get_many(self, keys: Sequence[str]) -> dict[str, Vector]:
        near = self._memory.get_many(keys)
        missing = [key for key in dict.fromkeys(keys) if key not in near]
        far = self._table.get_many(missing) if missing else {}
        if far:
            self._memory.put_many(far)
        return {**near, **far}

    def put_many(self, vectors: Mapping[str, Vector]) -> None:
        self._memory.put_many(vectors)
        self._table.put_many(vectors)


def drop_oldest_vectors(*, kept: int = KEPT) -> int:
    """Keeps the last `kept` ids and returns how many rows went."""
    newest = CachedVector.objects.aggregate(newest=Max("id"))["newest"] or 0
    return CachedVector.objects.filter(id__lte=newest - kept).delete()[0]


def _parts(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[start : start + _BATCH] for start in range(0, len(keys), _BATCH))
