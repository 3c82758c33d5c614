"""Same input, same output, whatever else is going on."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from retrieval.actions.configured import cache_key
from retrieval.gate import validate_retrieval
from tests.retrieval.gate.conftest import Judge
from tests.retrieval.gate.sets import ACCOUNT_CREATION, FOUNDED, PHOTOSYNTHESIS
from validation.domain.policy import RetrievalPolicy
from validation.embeddings.local import fast_embedder
from validation.embeddings.protocol import EmbeddingFailed, Vectors

QUERY = "What is photosynthesis?"


def test_a_chunk_scores_the_same_in_any_company(judged: Judge) -> None:
    alone = judged(QUERY, PHOTOSYNTHESIS[:1]).scores[0].relevance
    among = judged(QUERY, [*PHOTOSYNTHESIS, *FOUNDED, *ACCOUNT_CREATION]).scores[0].relevance
    assert alone == among


def test_eight_threads_at_once_give_one_result(judged: Judge) -> None:
    first = judged(QUERY, PHOTOSYNTHESIS)
    with ThreadPoolExecutor(8) as threads:
        again = list(threads.map(lambda _: judged(QUERY, PHOTOSYNTHESIS), range(16)))
    assert all(each == first for each in again)


def test_cached_and_fresh_vectors_give_one_result(judged: Judge) -> None:
    chunks = [{"id": f"c{n}", "text": text} for n, text in enumerate(PHOTOSYNTHESIS, 1)]
    fresh = validate_retrieval(QUERY, chunks, embedder=fast_embedder())
    assert fresh == judged(QUERY, PHOTOSYNTHESIS)


class JitteringEmbedder:
    """The real vectors, off in the last bits as another processor's would be."""

    name = fast_embedder().name

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = fast_embedder().embed(texts)
        return vectors * (1 + np.float32(3e-7) * np.random.default_rng(3).standard_normal(vectors.shape)).astype("f4")


def test_the_last_bits_of_a_vector_change_nothing(judged: Judge) -> None:
    chunks = [{"id": f"c{n}", "text": text} for n, text in enumerate(PHOTOSYNTHESIS, 1)]
    jittered = validate_retrieval(QUERY, chunks, embedder=JitteringEmbedder())
    assert jittered.as_document() == judged(QUERY, PHOTOSYNTHESIS).as_document()


class BrokenEmbedder:
    name = "broken"

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise EmbeddingFailed("The embeddings endpoint gave no vectors: APIConnectionError.")


def test_an_embedder_that_fails_halts_and_decides_nothing() -> None:
    result = validate_retrieval(QUERY, [{"id": "a", "text": FOUNDED[0]}], embedder=BrokenEmbedder())
    assert result.halt is not None
    assert (result.answer_present, result.retrieval_quality) == (None, None)


CHUNKS = [{"id": "a", "text": "one"}, {"id": "b", "text": "two"}]


@pytest.mark.parametrize(
    "changed",
    [
        {"query": "other"},
        {"chunks": CHUNKS[::-1]},
        {"judge": "another"},
        {"policy": RetrievalPolicy(relevant=0.4)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_the_address_changes_with_all_that_the_result_depends_on(changed: dict[str, object]) -> None:
    request = {"query": "q", "chunks": CHUNKS, "judge": "embedded", "policy": RetrievalPolicy()}

    def address(query: str, chunks: list[object], judge: str, policy: RetrievalPolicy) -> str:
        return cache_key(query, chunks, judge=judge, policy=policy)

    assert address(**request) != address(**request | changed)


def test_the_address_does_not_depend_on_the_order_of_keys() -> None:
    turned = [dict(reversed(chunk.items())) for chunk in CHUNKS]
    addresses = {cache_key("q", each, judge="j", policy=RetrievalPolicy()) for each in (CHUNKS, turned)}
    assert len(addresses) == 1
