"""Who judges retrievals here: an embedder with its caches, and an LLM where one is configured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings

from retrieval.actions.vector_cache import LayeredCache
from retrieval.domain.address import cache_key
from retrieval.domain.result import RetrievalResult
from retrieval.gate import made_by, validate_retrieval
from validation.domain.policy import RetrievalPolicy
from validation.embeddings.cache import CachedEmbedder
from validation.embeddings.local import EIGHT_BIT_NAME, fast_embedder
from validation.embeddings.protocol import Embedder, EmbeddingFailed, Vectors
from validation.judge.configured import configured_asker
from validation.judge.configured import judge_answers as llm_answers
from validation.judge.protocol import Asker

REMOTE_MODEL = "all-MiniLM-L6-v2"


@dataclass(frozen=True, slots=True)
class RetrievalJudge:
    """`model` names the LLM behind `asker`; without one the embedded judge decides."""

    embedder: Embedder
    asker: Asker | None = None
    model: str = ""

    @property
    def name(self) -> str:
        """All that a result depends on besides the input and the policy."""
        told = made_by(embedder=self.embedder, judge=self.asker)
        return f"{told}, model {self.model}" if self.asker else told

    def address(self, query: str, chunks: Sequence[object], policy: RetrievalPolicy) -> str:
        return cache_key(query, chunks, judge=self.name, policy=policy)

    def judge(self, query: str, chunks: Sequence[object], policy: RetrievalPolicy) -> RetrievalResult:
        return validate_retrieval(query, chunks, embedder=self.embedder, judge=self.asker, policy=policy)


class LocalOnFirstUse:
    """The local embedder, loaded when a vector is missing: a process that only looks results up never needs it."""

    @property
    def name(self) -> str:
        return EIGHT_BIT_NAME

    def embed(self, texts: Sequence[str]) -> Vectors:
        return fast_embedder().embed(texts)


def embedded_judge() -> RetrievalJudge:
    return RetrievalJudge(_cached_embedder())


def configured_judge() -> RetrievalJudge:
    asker = configured_asker()
    return RetrievalJudge(_cached_embedder(), asker, asker.model if asker else "")


def judge_answers() -> bool:
    """Whether whoever judges gives any answer now, cached ones aside."""
    if configured_asker() is not None:
        return llm_answers()
    try:
        return len(_embedder().embed(["ready"])) == 1
    except EmbeddingFailed:
        return False


@cache
def _cached_embedder() -> CachedEmbedder:
    """Made once a process, for it holds the memory in front of the table."""
    return CachedEmbedder(_embedder(), LayeredCache())


@cache
def _embedder() -> Embedder:
    url = settings.COUNTERSIGN_EMBEDDINGS_URL
    if not url:
        return LocalOnFirstUse()
    # The client library takes a second to import, which most installations need not pay.
    from validation.embeddings.remote import RemoteEmbedder

    return RemoteEmbedder(url=url, model=REMOTE_MODEL)
