"""The published reader at work."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from validation.reader import Reader, SupportPair, SupportScore, published_reader
from validation.reader.artifact import read_graph, read_tokenizer

WINDOW = (
    "Lumo H4 headlamp; price: $49.90; weight: 112 g; batteries included: no; opening hours of the shop: 10:00-18:00"
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(read_graph(), read_tokenizer())


def score(reader: Reader, claim: str, window: str = WINDOW) -> SupportScore:
    return reader.score_support([SupportPair(claim, window)])[0]


def test_probabilities_sum_to_one(reader: Reader) -> None:
    found = score(reader, "The Lumo H4 costs $49.90.")
    assert found.supports + found.contradicts + found.neutral == pytest.approx(1)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The Lumo H4 costs $49.90.", "The Lumo H4 costs $39.90."),
        ("The Lumo H4 weighs 112 g.", "The Lumo H4 weighs 211 g."),
        ("The Lumo H4 does not include batteries.", "The Lumo H4 includes batteries."),
        ("The Lumo H4 costs $49.90.", "The Lumo H4 costs $49.90 and comes with a free bag."),
    ],
)
def test_a_true_claim_has_more_support_than_its_wrong_twin(reader: Reader, true: str, false: str) -> None:
    assert score(reader, true).supports > score(reader, false).supports


def test_a_wrong_number_is_the_riskiest_word(reader: Reader) -> None:
    claim = "The Lumo H4 costs $82."
    worst = max(score(reader, claim).risks, key=lambda one: one.risk)
    assert claim[worst.start : worst.end] in ("82", "$")


@pytest.mark.parametrize(
    ("word", "common"),
    [("Museum", True), ("Origins", True), ("fares", True), ("Oslo", False), ("Smith", False), ("K2", False)],
)
def test_a_word_that_texts_write_small_is_a_common_one(reader: Reader, word: str, common: bool) -> None:
    assert reader.is_common_word(word) is common


def test_risks_cover_the_claim_in_order(reader: Reader) -> None:
    claim = "The Lumo H4 costs $49.90."
    risks = score(reader, claim).risks
    assert "".join(claim[one.start : one.end] for one in risks) == claim.replace(" ", "")


def test_an_answer_is_found_where_it_stands(reader: Reader) -> None:
    passage = "The Harbour Museum was founded in 1923. It was designed by Ingrid Novak."
    found = reader.find_answers("Who designed the Harbour Museum?", [passage])[0]
    assert passage[found.start : found.end] == "Ingrid Novak"


def test_a_passage_that_answers_goes_before_one_that_does_not(reader: Reader) -> None:
    passages = ["Lake Halden is 212 m deep.", "Lake Halden is a popular place for sailing."]
    deep, sailing = reader.find_answers("How deep is Lake Halden?", passages)
    assert deep.answerable > sailing.answerable


PAIRS = [
    SupportPair("The Lumo H4 costs $49.90.", WINDOW),
    SupportPair("Yes.", WINDOW, question="Does the Lumo H4 weigh 112 g?"),
    SupportPair("It is open until 18:00.", WINDOW, heading="Shop"),
    SupportPair("A very long claim about nothing in particular. " * 20, "short"),
]


def test_a_score_does_not_depend_on_the_other_pairs(reader: Reader) -> None:
    assert reader.score_support(PAIRS) == [reader.score_support([pair])[0] for pair in PAIRS]


def test_the_same_pair_gives_the_same_score(reader: Reader) -> None:
    assert reader.score_support(PAIRS) == reader.score_support(PAIRS)


def test_several_threads_give_the_same_scores(reader: Reader) -> None:
    alone = reader.score_support(PAIRS)
    with ThreadPoolExecutor(4) as threads:
        assert all(found == alone for found in threads.map(lambda _: reader.score_support(PAIRS), range(12)))


def test_a_reader_of_several_threads_keeps_the_order(reader: Reader) -> None:
    several = Reader(read_graph(), read_tokenizer(), threads=3)
    assert several.score_support(PAIRS * 3) == reader.score_support(PAIRS * 3)


@pytest.mark.parametrize(("claim", "window"), [("", "some window"), (" \n", "some window"), ("\u200b", "")])
def test_a_claim_without_words_is_not_supported(reader: Reader, claim: str, window: str) -> None:
    assert score(reader, claim, window).supports < 0.5


@pytest.mark.parametrize(("question", "passage"), [("", "text"), ("Who?", ""), ("Who?", " ")])
def test_nothing_answers_nothing(reader: Reader, question: str, passage: str) -> None:
    assert reader.find_answers(question, [passage])[0].answerable == 0


@pytest.mark.parametrize("claim", ["\ud800 broken", "日本語の文", "🙂" * 50, "\x00", "a" * 5000])
def test_any_text_can_be_read(reader: Reader, claim: str) -> None:
    assert 0 <= score(reader, claim).supports <= 1


def test_a_window_that_was_cut_says_so(reader: Reader) -> None:
    assert score(reader, "It costs $5.", "word " * 600).is_cut
    assert not score(reader, "It costs $5.", "price: $5").is_cut


def test_no_pair_gives_no_score(reader: Reader) -> None:
    assert reader.score_support([]) == []


def test_the_published_reader_is_loaded_once() -> None:
    assert published_reader() is published_reader()
