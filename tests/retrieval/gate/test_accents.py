"""A letter with its accents as characters of their own (NFD) is the letter."""

from itertools import product
from unicodedata import normalize

import pytest

from retrieval.domain.chunk import Chunk
from retrieval.domain.reading.quotes import locate
from retrieval.domain.text.passage import composed, read_passage
from tests.retrieval.gate.conftest import Judge
from tests.retrieval.gate.promises import check_promises

FORMS = list(product(("NFC", "NFD"), repeat=2))


@pytest.mark.parametrize(("of_query", "of_text"), FORMS)
@pytest.mark.parametrize(
    ("query", "text", "present"),
    [
        ("When did the Zürich office open?", "The Zürich office opened in 1995.", "Yes"),
        ("Who founded the café Müller?", "The café Müller was founded by Søren Åkesson.", "Yes"),
        ("How much does a Käsekrainer cost?", "A Käsekrainer costs 6 EUR.", "Yes"),
        ("Who founded the café Müller?", "The café Möller was founded by Søren Åkesson.", "No"),
        ("Who founded the Zürich office?", "The Zürich office was founded in 1995.", "No"),
        ("What are the price and the weight of the Käsekrainer?", "The price of the Käsekrainer is 6 EUR.", "No"),
    ],
)
def test_both_forms_are_read_alike(
    judged: Judge, query: str, text: str, present: str, of_query: str, of_text: str
) -> None:
    query, chunk = normalize(of_query, query), {"id": "a", "text": normalize(of_text, text)}
    result = judged(query, [chunk])
    assert result.answer_present == present
    check_promises(query, [chunk], result)


def test_a_quote_is_a_part_of_the_chunk_as_given(judged: Judge) -> None:
    text = normalize("NFD", "Das Café Müller. The Zürich office opened in 1995. Größe, Straße.")
    (line,) = judged("When did the Zürich office open?", [text]).evidence
    assert line.quote == text[line.start : line.end] == normalize("NFD", "The Zürich office opened in 1995.")


@pytest.mark.parametrize(("of_quote", "of_text"), FORMS)
def test_the_quote_of_a_judge_is_found_in_either_form(of_quote: str, of_text: str) -> None:
    text, claimed = normalize(of_text, "Köln. Zürich opened in 1995."), normalize(of_quote, "Zürich opened")
    found = locate(claimed, Chunk("a", text, 1))
    assert found is not None
    assert found.evidence.quote == normalize(of_text, "Zürich opened")


def test_a_run_of_marks_that_no_letter_has_is_not_put_in_order() -> None:
    text = "a" + "\u0301" * 20_000 + "\u0316" * 20_000
    assert composed(text) == normalize("NFC", text[:17]) + text[17:]


@pytest.mark.parametrize("text", ["Öl. Äpfel.", "x\u0302 y\u0308\u0308. Ålesund.", "a\u0300\u0301 b. c", "\u0301a. B"])
def test_sentences_stand_where_they_do_in_the_text(text: str) -> None:
    text = normalize("NFD", text)
    passage = read_passage(text)
    assert [passage.text[slice(*span)] for span in passage.spans] == [
        composed(text[slice(*span)]) for span in passage.quoted
    ]
