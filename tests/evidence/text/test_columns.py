"""Tables that are drawn with blanks and lines, as command lines, databases and notebooks print them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import grounded, with_evidence
from validation.evidence.context.items import collect
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.lines import read_lines
from validation.evidence.text.columns import with_pipes
from validation.judge.embedded import APPROVE_EDGE

STOCK = (
    "SKU      NAME            PRICE   STOCK  SITE\n"
    "A-100    Desk lamp       24.90      12  Hamburg\n"
    "A-101    Floor lamp      79.00       0  Hamburg\n"
    "B-220    Reading chair  189.00       4  Leipzig\n"
)
INVOICES = (
    "Invoice   Customer      Status\n--------  ------------  -------\n2041      Blue Oak Ltd  paid\n"
    "2042      Fenn & Sons   overdue\n"
)
POSTGRES = " id | name  | price\n----+-------+-------\n  1 | Lamp  | 24.90\n  2 | Chair | 189.00\n"
MYSQL = (
    "+-------+-------+\n| name  | price |\n+-------+-------+\n| Lamp  |    24 |\n| Chair |   189 |\n+-------+-------+\n"
)
DRAWN = (
    "┌───────┬───────┐\n│ name  │ price │\n├───────┼───────┤\n│ Lamp  │ 24.90 │\n│ Chair │ 189.0 │\n└───────┴───────┘\n"
)
FRAME = "    name  price  stock\n0   Lamp   24.9     12\n1  Chair  189.0      4\n"
PROSE = (
    "It opens at nine.  Dogs are  welcome there.\nIt closes at six.  Cats and all others are not.\nNo  cards at all.\n"
)


def lines(evidence: str) -> list[str]:
    document = collect(with_evidence(evidence)).document
    return [line.text for line in read_lines(document.text, read_evidence(document))]


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        (STOCK, "Reading chair; SKU: B-220; PRICE: 189.00; STOCK: 4; SITE: Leipzig"),
        (f"```\n$ list\n{STOCK}```\n", "Floor lamp; SKU: A-101; PRICE: 79.00; STOCK: 0; SITE: Hamburg"),
        (INVOICES, "2042; Customer: Fenn & Sons; Status: overdue"),
        (POSTGRES, "Chair; price: 189.00"),
        (MYSQL, "Chair; price: 189"),
        (DRAWN, "Chair; price: 189.0"),
        (FRAME, "Chair; price: 189.0; stock: 4"),
    ],
)
def test_a_row_is_read_with_the_names_of_its_columns(evidence: str, line: str) -> None:
    assert line in lines(evidence)


@pytest.mark.parametrize("text", [PROSE, "a  b  c\n", "a  b  c\nd  e  f\n", "1  2  3\n4  5  6\n7  8  9\n", "a + b\n"])
def test_other_lines_stay_as_they_are(text: str) -> None:
    assert with_pipes(text) == text


@given(st.text(alphabet=st.sampled_from("ab1 -+|│─┌\n"), max_size=120))
def test_every_offset_stays(text: str) -> None:
    made = with_pipes(text)
    assert len(made) == len(text)
    assert [(at, char) for at, char in enumerate(made) if char in "ab"] == [
        (at, char) for at, char in enumerate(text) if char in "ab"
    ]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The reading chair costs 189.00.", "The desk lamp costs 189.00."),
        ("There are 12 desk lamps in stock.", "There are 4 desk lamps in stock."),
        ("The floor lamp is kept in Hamburg.", "The reading chair is kept in Hamburg."),
    ],
)
def test_what_a_command_prints_tells_right_from_wrong(right: str, wrong: str) -> None:
    assert grounded(STOCK, wrong) < APPROVE_EDGE <= grounded(STOCK, right)
