"""No input raises, whatever it holds."""

import json
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.domain.chunk import Chunk
from retrieval.domain.document import as_document
from retrieval.domain.pieces import pieces
from retrieval.domain.quotes import locate
from retrieval.domain.sentences import MAX_SENTENCE, sentences
from retrieval.gate import validate_retrieval
from validation.embeddings.cache import CachedEmbedder

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
texts = st.text(max_size=120) | st.sampled_from(
    [
        "The tower is 90 metres tall.",
        "Founded in 1995 by Ada Roe.",
        "\x00\x01",
        "\ud800",
        "not known.",
        "`" * 50,
        "(" * 80,
    ]
)
chunks = st.one_of(
    json_values,
    st.fixed_dictionaries({"id": json_values, "text": texts}),
    st.fixed_dictionaries(
        {"id": st.integers(), "payload": st.dictionaries(st.sampled_from(["text", "content"]), texts)}
    ),
)
queries = texts | st.sampled_from(
    ["How tall is the tower?", "When was it founded and who founded it?", "what are the a, b and c of d"]
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=queries, retrieved=st.lists(chunks, max_size=5))
def test_any_query_and_any_chunks_give_a_whole_document(
    embedder: CachedEmbedder, query: str, retrieved: list[object]
) -> None:
    result = validate_retrieval(query, retrieved, embedder=embedder)
    assert json.dumps(as_document(result))
    assert result.halt is None


@given(st.text(max_size=2_000))
def test_sentences_are_ordered_spans_without_overlap_and_none_is_long(text: str) -> None:
    spans = sentences(text)
    assert all(start < end <= start + MAX_SENTENCE for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@given(st.text(max_size=300), st.integers(0, 300), st.integers(1, 80))
def test_a_quote_copied_from_a_chunk_is_found_in_it(text: str, start: int, length: int) -> None:
    copied = text[start : start + length].strip()
    located = locate(copied, Chunk("a", text, 1))
    assert (located is None) is (not copied)
    assert located is None or located.evidence.quote == copied


@given(queries)
def test_a_query_has_at_least_one_piece(query: str) -> None:
    assert pieces(query)
