"""The sentences of a response are checked as it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.context_md.parser import parse
from validation.domain.claim import ClaimState
from validation.evidence.text.claims import split_claims
from validation.reader import Reader, published_reader
from validation.reader.inputs import PairInput
from validation.response.gate.sentences import CheckedSentence, SentenceChecks, complete_until

CONTEXT = """## 0. User Query
What does the Lumo H4 cost, and how long does it last?

## 4. Execution
- Lumo H4: 49.90 EUR, lasts 12 hours. [shop](https://shop.example/h4)
"""


def checks() -> SentenceChecks:
    return SentenceChecks(parse(CONTEXT))


def told(sentences: list[CheckedSentence]) -> list[tuple[str, ClaimState, list[str]]]:
    return [(one.text, one.state, [finding.code for finding in one.findings]) for one in sentences]


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("", ""),
        ("The Lumo H4 costs 49", ""),
        ("The Lumo H4 costs 49.", ""),  # `49.90` may come
        ("It costs 49.90 EUR. ", ""),
        ("It costs 49.90 EUR. It", "It costs 49.90 EUR."),
        ("It costs 49.90 EUR.\n\n", "It costs 49.90 EUR."),
        ("- one lamp\n- two", "- one lamp"),
    ],
)
def test_a_sentence_is_complete_when_the_next_begins_or_its_block_ends(text: str, complete: str) -> None:
    assert text[: complete_until(text)] == complete


def test_a_wrong_price_is_told_before_the_rest_is_written() -> None:
    sentences = checks()
    assert sentences.check("The Lumo H4 costs 39.90 EUR.") == []
    assert told(sentences.check("The Lumo H4 costs 39.90 EUR. It")) == [
        ("The Lumo H4 costs 39.90 EUR.", ClaimState.UNSUPPORTED, ["money_not_in_evidence"])
    ]


def test_a_sentence_is_told_once_while_nothing_else_is_known_of_it() -> None:
    sentences = checks()
    sentences.check("The Lumo H4 costs 49.90 EUR. It lasts")
    assert [one.text for one in sentences.check("The Lumo H4 costs 49.90 EUR. It lasts 12 hours.", finished=True)] == [
        "It lasts 12 hours."
    ]


@given(st.text(max_size=200), st.lists(st.integers(0, 200), max_size=3))
def test_what_was_told_at_the_end_are_the_sentences_of_the_whole(text: str, cuts: list[int]) -> None:
    sentences, known = checks(), dict[tuple[int, int], str]()
    for cut in sorted(cuts):
        known |= {(one.start, one.end): one.text for one in sentences.check(text[:cut])}
    known |= {(one.start, one.end): one.text for one in sentences.check(text, finished=True)}
    assert all(text[start:end] == said for (start, end), said in known.items())
    assert {(one.start, one.end) for one in split_claims(text)} <= set(known)


def test_no_claim_is_read_twice_beside_the_same_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    run = Reader._run

    def note(self: Reader, given: PairInput) -> object:
        read.append(given.ids.tobytes())
        return run(self, given)

    monkeypatch.setattr(Reader, "_run", note)
    published_reader.cache_clear()
    sentences, text = checks(), ""
    known: dict[int, CheckedSentence] = {}
    for part in ("The Lumo H4 is a lamp. ", "It runs for half a day. ", "It costs about fifty euros. ", "It shines. "):
        text += part
        known |= {one.start: one for one in sentences.check(text)}
    known |= {one.start: one for one in sentences.check(text, finished=True)}
    assert len(read) == len(set(read)) > 3
    assert list(known.values()) == checks().check(text, finished=True)
