"""Points as the real client library returns them, searched in its local mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from retrieval.domain.result import Quality
from retrieval.gate import validate_retrieval
from tests.retrieval.gate.sets import ACCOUNT_CREATION, FOUNDED
from validation.embeddings.cache import CachedEmbedder

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

QUERY = "What year was the company founded?"


@pytest.fixture
def store(embedder: CachedEmbedder) -> Iterator[QdrantClient]:
    # Only here: the import takes more than a second, and every worker collects this file.
    from qdrant_client import QdrantClient
    from qdrant_client.models import Distance, PointStruct, VectorParams

    texts = [*FOUNDED, *ACCOUNT_CREATION]
    client = QdrantClient(":memory:")
    client.create_collection("handbook", vectors_config=VectorParams(size=384, distance=Distance.COSINE))
    vectors = embedder.embed(texts).tolist()
    points = [
        PointStruct(id=number, vector=vector, payload={"page_content": text})
        for number, (vector, text) in enumerate(zip(vectors, texts, strict=True), 1)
    ]
    client.upsert("handbook", points)
    yield client
    client.close()


def test_scored_points_are_judged_as_they_come(store: QdrantClient, embedder: CachedEmbedder) -> None:
    found = store.query_points("handbook", query=embedder.embed([QUERY])[0].tolist(), limit=3).points
    result = validate_retrieval(QUERY, found, embedder=embedder)
    assert [(line.chunk_id, line.quote) for line in result.evidence] == [("1", FOUNDED[0])]
    assert (result.retrieval_quality, result.findings) == (Quality.GOOD, ())


def test_their_json_is_judged_to_the_same_result(store: QdrantClient, embedder: CachedEmbedder) -> None:
    found = store.query_points("handbook", query=embedder.embed([QUERY])[0].tolist(), limit=3).points
    sent = [point.model_dump(mode="json") for point in found]
    assert validate_retrieval(QUERY, sent, embedder=embedder) == validate_retrieval(QUERY, found, embedder=embedder)
