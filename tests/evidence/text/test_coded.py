"""Letters and values as programs write them: `\\u00e9` in JSON, `&uuml;` in pages, `Decimal('3')` in rows of Python."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import grounded
from validation.evidence.text.markup import as_markdown
from validation.evidence.text.reprs import without_reprs
from validation.evidence.text.strings import unescaped
from validation.judge.embedded import APPROVE_EDGE

INNS = json.dumps(
    [
        {"name": "Gästehaus Brühl", "street": "Große Straße 7", "rate": "84,00 €", "beds": 2},
        {"name": "Pensión Muñoz", "street": "Calle Peña 3", "rate": "61,00 €", "beds": 3},
    ]
)
ROWS = "[(7, 'Lamp', Decimal('49.90'), 12), (8, 'Desk', Decimal('310.00'), 4), (9, 'Stool', Decimal('65.00'), 30)]"
LOANS = "[{'item': 'Lamp', 'due': datetime.date(2026, 3, 12)}, {'item': 'Desk', 'due': datetime.date(2026, 4, 2)}]"
PAGE = "The Caf&eacute; M&uuml;ller&#39;s breakfast costs 12,50&nbsp;&#8364; &amp; includes coffee."


@pytest.mark.parametrize(
    ("coded", "text"),
    [
        (r'{"a": "Caf\u00e9 \ud83d\ude00 x"}', '{"a": "Café 😀 x"'),
        (r'{"k\u00e4se": "\u20ac\u00a05"}', '{"käse"     : "€ 5"'),
        (r'{"a": "\u0022\u003cb\u003e \u202e\u0000"}', r'{"a": "\u0022\u003cb\u003e \u202e\u0000"}'),
        (r'{"a": "\\u00e9", "b": "\ud83d"}', r'{"a": "\\u00e9", "b": "\ud83d"}'),
    ],
)
def test_coded_letters_are_themselves(coded: str, text: str) -> None:
    found = unescaped(coded)
    assert len(found) == len(coded)
    assert found.startswith(text)


@given(st.text(max_size=40))
def test_coded_text_keeps_its_length(text: str) -> None:
    coded = json.dumps({"said": text, "next": 5})
    found = unescaped(coded)
    assert len(found) == len(coded)
    assert found.rstrip().endswith('"next": 5}')


@pytest.mark.parametrize(
    ("coded", "text"),
    [
        ("M&uuml;ller&#39;s", "Müller's"),
        ("12&#8364;", "12€"),
        ("a &lt;b&gt; &quot;c&quot;", "a &lt;b&gt; &quot;c&quot;"),
        ("R&D; S&Nosuch;", "R&D; S&Nosuch;"),
        ("https://x.example/?a=1&amp;b=2", "https://x.example/?a=1&amp;b=2"),
    ],
)
def test_entities_are_the_letters_that_they_code(coded: str, text: str) -> None:
    found = as_markdown(coded)
    assert (len(found), found.rstrip()) == (len(coded), text)


@given(st.text(alphabet="&#x;euml38 a<'", max_size=40))
def test_entities_keep_the_length(text: str) -> None:
    assert len(as_markdown(text)) == len(text)


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("datetime.date(2026, 3, 2)", "'2026-03-02'"),
        ("datetime.datetime(2026, 3, 2, 9, 5, 1, tzinfo=datetime.timezone.utc)", "'2026-03-02 09:05'"),
        ("Decimal('49.90')", "'49.90'"),
        ("to date(s), Decimal places", "to date(s), Decimal places"),
    ],
)
def test_values_of_python_are_what_they_hold(printed: str, text: str) -> None:
    found = without_reprs(printed)
    assert (len(found), found.rstrip()) == (len(printed), text)


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (INNS, "Gästehaus Brühl is at Große Straße 7.", "Pensión Muñoz is at Große Straße 7."),
        (INNS, "Pensión Muñoz costs 61.00 € and has three beds.", "Gästehaus Brühl costs 61.00 €."),
        (ROWS, "The lamp costs 49.90.", "The desk costs 49.90."),
        (LOANS, "The desk is due on 2 April 2026.", "The desk is due on 12 March 2026."),
        (PAGE, "Café Müller's breakfast costs 12.50 €.", "Café Müller's breakfast costs 15.50 €."),
    ],
)
def test_what_is_coded_tells_right_from_wrong(evidence: str, right: str, wrong: str) -> None:
    assert grounded(evidence, wrong) < APPROVE_EDGE <= grounded(evidence, right)


def test_a_string_of_escaped_quotation_marks_is_read_at_once() -> None:
    """Each of them could begin the string again: that took minutes."""
    text = '{"a": "' + '\\"' * 200_000
    assert unescaped(text) == text
