"""No character of Unicode breaks a parser: letters that match a pattern's letters only, digits of every script."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validation.context_md.goals import goals_of
from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.domain.context import UserQuery
from validation.domain.text.letters import fold_letters
from validation.evidence.check_response import check_response
from validation.evidence.context.items import collect
from validation.evidence.detectors.quotes import find_quotations
from validation.evidence.detectors.urls import find_urls, source_refs
from validation.evidence.grounding.text.words import tokens
from validation.evidence.quantities.moments import find_moments
from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.quantities.units import CURRENCIES, MAGNITUDES, UNITS
from validation.evidence.text.blocks import scan
from validation.evidence.text.claims import split_claims
from validation.evidence.text.sentences import sentence_spans

LOOKALIKES = {"i": "\u0130\u0131", "s": "\u017f", "k": "\u212a"}
MONTHS = ("january", "april", "august", "sept", "december", "juli", "dienstag")
WORDS = (*UNITS, *CURRENCIES, *MAGNITUDES, *MONTHS, "six", "sixty-six", "million USD", "midnight", "percent", "to")
PHRASES = (
    "top six options", "in six sentences", "three bullet points", "under", "six words", "a list of six", "as a list",
    "the cheapest", "is the fastest", "usually", "https://shop.example/p", "[link](", ")", "“", "”", "source_ref:",
    "| ", "\n", "\n\n", "- ", "## ", "> ", "`", "**", "GOAL_1: ", "**Resolved Query:** ", "size 43", "not", "sold out",
    "12", "1.299", "9:30", "3 p.m.", "5 April", "2026-01-05", "SIX", "KIDS",
)  # fmt: skip


def disguised(word: str) -> st.SearchStrategy[str]:
    """The word with any of its letters as one that a case-insensitive pattern takes for it."""
    return st.tuples(
        *(st.sampled_from([letter, letter.upper()[:1], *LOOKALIKES.get(letter.lower(), "")]) for letter in word)
    ).map("".join)


anything = st.characters(exclude_categories=()) | st.characters(categories=("Nd", "Nl", "No", "Cf", "Cs", "Sc"))
pieces = st.one_of(
    st.sampled_from(WORDS).flatmap(disguised),
    st.sampled_from(PHRASES).flatmap(disguised),
    st.integers(0, 99).map(str),
    st.text(anything, max_size=4),
    st.just(" "),
)
texts = st.lists(pieces, max_size=24).map("".join)

PARSERS = {
    "figures": lambda text: [(q.start, q.end, q.text) for q in find_quantities(text)],
    "dates and times": lambda text: [(m.start, m.end, text[m.start : m.end]) for m in find_moments(text)],
    "tokens": lambda text: [(t.at, t.at + len(t.raw), t.raw) for t in tokens(text)],
    "claims": lambda text: [(c.start, c.end, c.text) for c in split_claims(text)],
    "sentences": lambda text: [(start, end, text[start:end]) for start, end in sentence_spans(text)],
    "quotations": lambda text: [(start, end, text[start:end]) for start, end in find_quotations(text, scan(text))],
    "addresses": lambda text: [(a.start, a.end, a.url) for a in find_urls(text)],
    "references": lambda text: [(start, end, text[start:end]) for start, end, _ in source_refs(text)],
}


def test_folding_covers_every_letter_that_a_pattern_takes_for_an_ascii_letter() -> None:
    ascii_letter = re.compile("[a-z]", re.IGNORECASE)
    matching = {c for c in map(chr, range(128, sys.maxunicode + 1)) if ascii_letter.match(c)}
    assert {c for c in map(chr, range(sys.maxunicode + 1)) if fold_letters(c) != c} == matching
    assert all(re.match(c, fold_letters(c), re.IGNORECASE) for c in matching)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("5 m\u0131n", "5 min"),
        ("30 \u017feconds", "30 seconds"),
        ("5 Apr\u0131l 2026", "5 April 2026"),
        ("5 m\u0131ll\u0131on USD", "5 million USD"),
        ("5 u\u017fd", "5 usd"),
        ("9 \u212aG", "9 KG"),
        ("9 \u039cg", "9 mcg"),
        ("9 \u00b5g", "9 mcg"),
        ("m\u0130dnight", "midnight"),
    ],
)
def test_a_lookalike_letter_says_what_its_plain_letter_says(text: str, plain: str) -> None:
    (one,), (other,) = find_quantities(text), find_quantities(plain)
    assert (one.kind, one.unit, one.candidates, one.dates, one.text) == (
        other.kind, other.unit, other.candidates, other.dates, text,
    )  # fmt: skip


def test_every_spelling_that_a_pattern_finds_is_in_its_table() -> None:
    said = [
        (word, word.replace(letter, other))
        for word in (*UNITS, *CURRENCIES, *MAGNITUDES)
        for letter, others in LOOKALIKES.items()
        for other in others
    ]
    for form in ("7 {}", "{} 7"):
        assert all(_units(form.format(other)) == _units(form.format(word)) for word, other in said)


def _units(text: str) -> list[tuple[str, str]]:
    return [(quantity.kind, quantity.unit) for quantity in find_quantities(text)]


@given(text=texts)
@settings(max_examples=300)
def test_every_parser_reads_any_text_and_points_at_what_it_found(text: str) -> None:
    for name, parse_text in PARSERS.items():
        assert all(text[start:end] == said for start, end, said in parse_text(text)), name


@given(context=texts, response=texts, query=texts)
@settings(max_examples=150)
def test_the_whole_examination_stands_any_text(context: str, response: str, query: str) -> None:
    text = f"## 0. User Query\n{query}\n\n## 2. Gathered Context\n{query}\n\n## 4. Execution\n{context}\n"
    document = parse(text)
    report = check_response(document, response, goals_of(document), query=UserQuery(raw=query, resolved=context))
    assert all(response[claim.start : claim.end] == claim.text for claim in report.claims)
    assert all(text[link.start : link.end] == link.quote for claim in report.claims for link in claim.evidence)


@given(text=texts)
def test_the_query_and_the_evidence_of_any_text_are_read(text: str) -> None:
    document = parse(f"## 0. User Query\n{text}\n## 4. Execution\n{text}")
    read_query(document)
    evidence = collect(document)
    assert all(evidence.document.text[item.start : item.end] == item.text for item in evidence.items)
