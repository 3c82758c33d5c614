"""The rendered response with its claims marked."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.utils.html import strip_tags
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.claim import Claim, ClaimState
from validation.models import FindingRecord
from validation.platform.pages.markdown import rendered
from validation.response.web.chain import Card, ClaimView
from validation.response.web.rendered_claims import rendered_with_claims

ALPHABET = "ab1. *_`[](#>-|\n:/<&\ue103\ue10a"


def cards_of(claims: list[Claim]) -> list[Card]:
    return [
        Card(ClaimView(claim.id, number, claim.state, claim.text, 1, ()), claim.probability, (), ())
        for number, claim in enumerate(claims, 1)
    ]


def claims_at(text: str, places: list[tuple[int, int]]) -> list[Claim]:
    return [
        Claim(f"c{number}", text[start:end], start, end, ClaimState.SUPPORTED, 0.9, ())
        for number, (start, end) in enumerate(places, 1)
    ]


def marked(text: str, *parts: str) -> str:
    claims = claims_at(text, [(text.index(part), text.index(part) + len(part)) for part in parts])
    return rendered_with_claims(text, claims, cards_of(claims))


def under(html: str, claim: str) -> str:
    """All text that is marked as this claim."""
    runs = re.findall(rf'<(a|span) [^>]*data-claim="{claim}"[^>]*>(.*?)</\1>', html)
    return unescape("".join(told for _, told in runs))


def test_a_claim_says_each_sentence_once_in_the_order_found() -> None:
    said = ["never mentions titanium", "never mentions Acme", "never mentions titanium"]
    found = tuple(FindingRecord(severity="likely", message=message) for message in said)
    claim = ClaimView("c1", 1, ClaimState.UNSUPPORTED, "", 1, found)
    assert [one.message for one in claim.distinct_findings] == said[:2]


@pytest.mark.parametrize(
    ("text", "part", "seen"),
    [
        ("It costs 5 EUR. More.", "It costs 5 EUR.", "It costs 5 EUR"),
        ("- It **costs** 5 EUR\n", "It **costs** 5 EUR", "It costs 5 EUR"),
        ("It costs ([shop](https://a.example/p)).", "It costs ([shop](https://a.example/p)).", "It costs (shop"),
        ("| a | b |\n|---|---|\n| c | d |\n", "| c | d |", "cd"),
        ("# Title of it\n\ntext", "# Title of it", "Title of it"),
        ("Run `a --b` now.", "Run `a --b` now.", "Run a --b now"),
    ],
)
def test_a_claim_is_marked_on_the_words_that_are_seen(text: str, part: str, seen: str) -> None:
    assert under(marked(text, part), "c1") == seen


def test_a_claim_leads_to_its_evidence() -> None:
    assert 'href="#evidence-c2"' in marked("One is 1. Two is 2.", "One is 1.", "Two is 2.")


def test_a_link_inside_a_claim_stays_a_link() -> None:
    html = marked("See [shop](https://a.example/p) now.", "See [shop](https://a.example/p) now.")
    assert re.search(r'<a href="https://a.example/p"[^>]*><span [^>]*data-claim="c1"[^>]*>shop</span></a>', html)


PLACES = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)), max_size=3)


@given(st.text(ALPHABET, max_size=50), PLACES)
def test_marks_change_neither_words_nor_safety(text: str, places: list[tuple[int, int]]) -> None:
    inside = sorted((start, min(start + length, len(text))) for start, length in places if start < len(text))
    claims = claims_at(text, inside)
    html = rendered_with_claims(text, claims, cards_of(claims))
    assert unescape(strip_tags(html)) == unescape(strip_tags(rendered(re.sub("[\ue100-\ue10b]", "\ufffd", text))))
    assert not re.search(r"<(?:script|img)|javascript:", html)
