"""No input raises, whatever it holds."""

from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.domain.chunk import Chunk
from retrieval.domain.query.sub_questions import sub_questions
from retrieval.domain.reading.quotes import locate
from retrieval.domain.text.passage import MAX_SENTENCE, sentences
from retrieval.gate import validate_retrieval
from tests.retrieval.gate.hostile import queries, sets
from tests.retrieval.gate.promises import check_promises
from validation.embeddings.cache import CachedEmbedder


@settings(max_examples=max(150, settings().max_examples), suppress_health_check=list(HealthCheck))
@given(query=queries, retrieved=sets)
def test_any_query_and_any_chunks_get_an_answer_that_keeps_the_promises(
    embedder: CachedEmbedder, query: str, retrieved: list[object]
) -> None:
    check_promises(query, retrieved, validate_retrieval(query, retrieved, embedder=embedder))


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
    assert sub_questions(query)
