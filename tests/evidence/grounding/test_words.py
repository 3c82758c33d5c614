"""Normal forms: what counts as the same word or figure on both sides."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from validation.evidence.grounding.text.words import Kind, content, tokens
from validation.evidence.language.stems import stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("129,95 EUR", "129.95 EUR"),
        ("$1,200.50", "1200.5"),
        ("1.200,50 €", "1,200.50"),
        ("4:30 PM", "16:30"),
        ("9 am", "09:00"),
        ("12 a.m", "midnight"),
        ("noon", "12:00 pm"),
        ("21:0", "21:00"),
        ("five", "5.0"),
        ("50%", "50 percent"),
        ("third", "3"),
    ],
)
def test_two_ways_to_write_a_figure_have_one_normal_form(one: str, other: str) -> None:
    assert tokens(one)[0].norm == tokens(other)[0].norm


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("$12", Kind.MONEY),
        ("12 EUR", Kind.MONEY),
        ("12%", Kind.PERCENT),
        ("12", Kind.NUMBER),
        ("twelve", Kind.NUMBER_WORD),
        ("12:15", Kind.TIME),
        ("https://a.example/b", Kind.LINK),
        ("lamp", Kind.WORD),
    ],
)
def test_a_token_knows_its_kind(text: str, kind: Kind) -> None:
    assert tokens(text)[0].kind is kind


@pytest.mark.parametrize(
    ("one", "other"),
    [("parties", "party"), ("planned", "plan"), ("closes", "closed"), ("tickets", "ticket"), ("mill's", "mill")],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_words_without_meaning_are_no_content() -> None:
    assert [norm for _, norm in content(tokens("It is on the table and it is red"))] == [stem("table"), "red"]


def test_a_raised_digit_is_no_number() -> None:
    assert tokens("m²")[-1].kind is Kind.WORD


@example("$\x1f0")
@given(st.text(max_size=300))
def test_every_token_stands_where_it_says(text: str) -> None:
    assert all(text[token.at : token.at + len(token.raw)] == token.raw for token in tokens(text))
