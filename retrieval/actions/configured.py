"""The configured judge of retrievals: an embedder with its cache, and the LLM if there is one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from django.conf import settings
from django.db.models import Max

from retrieval.domain.result import RetrievalResult
from retrieval.gate import made_by, validate_retrieval
from retrieval.models import CachedVector
from validation.domain.batches import batches
from validation.domain.policy import RetrievalPolicy
from validation.embeddings.cache import CachedEmbedder, Vector
from validation.embeddings.configured import remote_embedder
from validation.embeddings.local import EIGHT_BIT_NAME, fast_embedder
from validation.embeddings.protocol import Embedder, EmbeddingFailed, Vectors
from validation.judge.configured import configured_llm_client, llm_answers
from validation.judge.protocol import LlmClient

KEPT = 100_000
"""Rows of cached vectors; at 384 floats each they take about 160 MB."""

_BATCH = 500
"""Keys in one statement; every SQLite build accepts 999 parameters."""

_STORED = np.dtype("<f4")


def cache_key(query: str, chunks: Sequence[object], *, judge: str, policy: RetrievalPolicy) -> str:
    """A hex sha256 that is equal for requests with the same result. The order of chunks matters, the order of keys
    inside a chunk does not."""
    asked = {"query": query, "chunks": list(chunks), "judge": judge, "policy": policy.model_dump()}
    body = json.dumps(asked, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(body.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RetrievalJudge:
    """`model` names the LLM behind `llm_client`; without one the embedded judge decides."""

    embedder: Embedder
    llm_client: LlmClient | None = None
    model: str = ""

    @property
    def name(self) -> str:
        """Everything that a result depends on besides input and policy."""
        models = made_by(embedder=self.embedder, judge=self.llm_client)
        return f"{models}, model {self.model}" if self.llm_client else models

    def address(self, query: str, chunks: Sequence[object], policy: RetrievalPolicy) -> str:
        return cache_key(query, chunks, judge=self.name, policy=policy)

    def judge(self, query: str, chunks: Sequence[object], policy: RetrievalPolicy) -> RetrievalResult:
        return validate_retrieval(
            query,
            chunks,
            embedder=self.embedder,
            judge=self.llm_client,
            policy=policy,
            deadline=float(settings.COUNTERSIGN_JUDGE_DEADLINE),
        )


class LocalOnFirstUse:
    """The local embedder, loaded on the first cache miss."""

    @property
    def name(self) -> str:
        return EIGHT_BIT_NAME

    def embed(self, texts: Sequence[str]) -> Vectors:
        return fast_embedder().embed(texts)


def embedded_judge() -> RetrievalJudge:
    return RetrievalJudge(_cached_embedder())


def configured_judge() -> RetrievalJudge:
    llm_client = configured_llm_client()
    return RetrievalJudge(_cached_embedder(), llm_client, llm_client.model if llm_client else "")


def judge_answers() -> bool:
    """Whether the judge responds now, without using the cache."""
    if configured_llm_client() is not None:
        return llm_answers()
    try:
        return len(_embedder().embed(["ready"])) == 1
    except EmbeddingFailed:
        return False


def _cached_embedder() -> CachedEmbedder:
    return CachedEmbedder(_embedder(), DatabaseCache())


@cache
def _embedder() -> Embedder:
    url = settings.COUNTERSIGN_EMBEDDINGS_URL
    return remote_embedder(url) if url else LocalOnFirstUse()


class DatabaseCache:
    """Vectors in the database. Concurrent writes of the same text store the same vector, so conflicts are ignored."""

    def get_many(self, keys: Sequence[str]) -> dict[str, Vector]:
        rows = (row for part in batches(keys, _BATCH) for row in CachedVector.objects.filter(key__in=part))
        return {row.key: np.frombuffer(bytes(row.vector), dtype=_STORED).astype(np.float32) for row in rows}

    def put_many(self, vectors: Mapping[str, Vector]) -> None:
        rows = [CachedVector(key=key, vector=vector.astype(_STORED).tobytes()) for key, vector in vectors.items()]
        CachedVector.objects.bulk_create(rows, ignore_conflicts=True, batch_size=_BATCH)


def drop_oldest_vectors(*, kept: int = KEPT) -> int:
    """Deletes all but the last `kept` ids; returns how many rows were deleted."""
    newest = CachedVector.objects.aggregate(newest=Max("id"))["newest"] or 0
    return CachedVector.objects.filter(id__lte=newest - kept).delete()[0]
