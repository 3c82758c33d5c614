import pytest

from retrieval.domain.chunk import Chunk
from retrieval.domain.reading.quotes import MAX_QUOTE, joined, locate

TEXT = "The tower  is 90\nmetres tall.\tIt was built to get her home."
CHUNK = Chunk("a", TEXT, 1)


def test_a_verbatim_quote_is_found_exactly() -> None:
    located = locate("metres tall.", CHUNK)
    assert located is not None
    assert (located.evidence.quote, located.exact) == ("metres tall.", True)


@pytest.mark.parametrize("claimed", ["The tower is 90 metres tall.", "The  tower\tis 90 metres\ntall."])
def test_a_quote_with_other_white_space_gets_the_original_span(claimed: str) -> None:
    located = locate(claimed, CHUNK)
    assert located is not None
    assert (located.evidence.quote, located.exact) == ("The tower  is 90\nmetres tall.", False)


@pytest.mark.parametrize("hidden", ["\u00ad", "\u200b", "\ufeff"])
def test_a_quote_without_the_characters_of_no_width_gets_the_original_span(hidden: str) -> None:
    """A judge is not shown them, so cannot copy them."""
    text = f"The to{hidden}wer is{hidden} tall. It was built."
    located = locate("The tower is tall.", Chunk("a", text, 1))
    assert located is not None
    assert (located.evidence.quote, located.exact) == (f"The to{hidden}wer is{hidden} tall.", False)


@pytest.mark.parametrize(
    "claimed",
    ["The tower is 91 metres tall.", "the tower is 90 metres tall.", "The tower ... tall.", "built together", "", "  "],
)
def test_a_quote_with_another_word_is_none(claimed: str) -> None:
    assert locate(claimed, CHUNK) is None


def test_a_quote_as_long_as_a_chunk_is_none() -> None:
    text = "word " * MAX_QUOTE
    assert locate(text, Chunk("a", text, 1)) is None


def test_neighbouring_sentences_are_quoted_as_one() -> None:
    assert joined([(4, 6), (0, 3)], "One two") == [(0, 6)]


def test_sentences_on_two_lines_stay_two_quotes() -> None:
    assert joined([(0, 3), (4, 7)], "One\ntwo") == [(0, 3), (4, 7)]
