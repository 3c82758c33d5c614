from collections.abc import Callable, Iterable

import pytest

from retrieval.domain.result import RetrievalResult
from retrieval.gate import validate_retrieval
from validation.domain.policy import RetrievalPolicy
from validation.embeddings.cache import CachedEmbedder, MemoryCache
from validation.embeddings.local import fast_embedder

Judge = Callable[..., RetrievalResult]


@pytest.fixture(scope="session")
def embedder() -> CachedEmbedder:
    return CachedEmbedder(fast_embedder(), MemoryCache())


@pytest.fixture(scope="session")
def judged(embedder: CachedEmbedder) -> Judge:
    """Judges texts, or whole chunks, by the embedded judge; texts are named c1, c2 and so on."""

    def judge(query: str, chunks: Iterable[object], **policy: float) -> RetrievalResult:
        named = [{"id": f"c{n}", "text": each} if isinstance(each, str) else each for n, each in enumerate(chunks, 1)]
        return validate_retrieval(query, named, embedder=embedder, policy=RetrievalPolicy(**policy))

    return judge
