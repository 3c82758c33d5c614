"""The stretch of a long text that a claim is read beside."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from training.sources.ragtruth import readable_record
from training.sources.windows import choose_window, sentence_spans, window_around

LONG = (
    " ".join(f"Sentence number {number} says little." for number in range(60))
    + " The bridge opened in 1931. It is red."
)


def test_a_short_text_is_its_own_window() -> None:
    assert choose_window("anything", "Short text.", 100) == "Short text."


def test_the_window_holds_what_the_claim_shares_with_the_text() -> None:
    window = choose_window("When did the bridge open? 1931", LONG, 200)
    assert "The bridge opened in 1931." in window
    assert len(window) <= 200


def test_a_window_around_a_span_keeps_it_in_place() -> None:
    at = LONG.index("1931")
    begin, window = window_around(LONG, (at, at + 4), 150)
    assert window[at - begin : at + 4 - begin] == "1931"


def test_a_decimal_point_ends_no_sentence() -> None:
    assert len(sentence_spans("It costs 49.90 EUR. It is red.")) == 2


@given(st.text(max_size=300), st.text(max_size=40))
def test_any_text_has_a_window_within_the_limit(text: str, claim: str) -> None:
    assert len(choose_window(claim, text, 50)) <= 50


def test_a_printed_record_becomes_lines_with_their_path() -> None:
    record = "{'name': 'Bistro', 'hours': {'Monday': '9-17'}, 'reviews': [{'stars': 2}]}"
    assert readable_record(record) == "Bistro; name: Bistro\nBistro; hours; Monday: 9-17\nBistro; reviews; stars: 2"


def test_text_that_is_no_record_stays() -> None:
    assert readable_record("{not a record") == "{not a record"
