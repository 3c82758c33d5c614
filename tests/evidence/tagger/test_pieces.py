"""How evidence and response are cut for the tagger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.embeddings.weights import published_tokenizer
from validation.evidence.tagger.pieces import MOST_WINDOWS, SERVED, PieceLimits, overlap_features, pieces, windows

TOKENIZER = published_tokenizer()
SENTENCE = "The water mill in Aldbrook was built in 1741."
TEXTS = st.lists(st.text(max_size=60), max_size=6)


@given(query=st.text(max_size=80), texts=TEXTS, times=st.integers(1, 60))
def test_no_piece_is_longer_than_the_encoder_reads(query: str, texts: list[str], times: int) -> None:
    found = pieces(TOKENIZER, query, texts * times)
    assert 1 <= len(found) <= SERVED.most
    assert all(len(piece) <= SERVED.longest for piece in found)


def test_evidence_that_fits_is_read_whole_and_in_its_order() -> None:
    (piece,) = pieces(TOKENIZER, "when was it built?", [SENTENCE, "It grinds rye."])
    assert TOKENIZER.decode(list(piece)) == (
        "when was it built? the water mill in aldbrook was built in 1741. it grinds rye."
    )


def test_a_text_without_sentences_is_cut_only_where_a_piece_is_full() -> None:
    found = pieces(TOKENIZER, "", ["rye " * 800], PieceLimits(longest=512, most=3))
    assert [len(piece) for piece in found] == [3, 511, 293]


@given(st.text(max_size=400), st.integers(1, 8))
def test_windows_hold_every_token_of_the_response_in_order(text: str, times: int) -> None:
    response = text * times
    places = [place for window in windows(TOKENIZER, response) for place in window.places]
    assert places == TOKENIZER.encode(response).offsets[1:-1]


def test_a_very_long_response_is_read_from_its_beginning() -> None:
    cut = windows(TOKENIZER, "rye " * 20_000)
    assert len(cut) == MOST_WINDOWS
    assert cut[-1].places[-1] == (24_476, 24_479)


def test_a_lone_surrogate_moves_no_place() -> None:
    (window,) = windows(TOKENIZER, "rye \ud800 rye")
    assert window.places[-1] == (6, 9)


def test_a_response_without_words_has_no_window() -> None:
    assert windows(TOKENIZER, " \n ") == []


@pytest.mark.parametrize(
    ("response", "held"),
    [
        ("rye", [[1, 0, 0, 0], [0, 0, 0, 0]]),
        ("wheat", [[0, 0, 0, 0], [0, 0, 0, 0]]),
        ("makes rye", [[1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]]),
        ("rye makes", [[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]),
        ("it makes rye", [[1, 0, 1, 1], [1, 1, 1, 1], [1, 1, 0, 1], [0, 0, 0, 0]]),
    ],
)
def test_echoes_tell_which_tokens_and_runs_the_evidence_holds(response: str, held: list[list[int]]) -> None:
    evidence = ((TOKENIZER.token_to_id("[CLS]"), *TOKENIZER.encode("it makes rye").ids[1:-1]),)
    (window,) = windows(TOKENIZER, response)
    assert overlap_features(window.ids, evidence).tolist() == held
