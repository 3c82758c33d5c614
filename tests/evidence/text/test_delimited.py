"""Tables that only their delimiters show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState
from validation.evidence.text.blocks import BlockKind, cells, scan
from validation.evidence.text.delimited import with_delimited, with_semicolons

CSV = "boat,berth,length_m,paid\nSkua,A4,8.2,yes\nTern,B1,6.4,no\nGannet,B7,11.0,yes\n"
PIPES = "Cabin | Beds | Price per night\nFjell | 4 | EUR 92\nVidde | 6 | EUR 118\n"
TABS = "course\tday\tseats\nPottery\tMonday\t12\nBookbinding\tFriday\t8\n"
LIFTS = "resort,snow_cm,lifts_open,lifts_total\nHochgrat,95,4,5\nSonnkogel,160,11,14\nBreitalm,145,0,6\n"
QUOTED = 'dish;price;note\n"Soup; large";6.50;vegan\nPie;8.00;with egg\n'


@pytest.mark.parametrize(
    "text", [CSV, CSV.replace(",", ";"), PIPES, TABS, QUOTED, f"Here:\n{CSV}", f"```csv\n{CSV}```"]
)
def test_the_first_line_names_the_columns(text: str) -> None:
    kinds = [block.kind for block in with_delimited(text, scan(text)) if block.kind is not BlockKind.PARAGRAPH]
    assert kinds == [BlockKind.TABLE_HEADER, *[BlockKind.TABLE_ROW] * (len(kinds) - 1)]


@pytest.mark.parametrize(
    "text",
    [
        "Bring a coat, a hat, and boots.\nWe meet at nine, at the gate, and leave at ten.\nLunch, tea, cake are free.",
        "a,b\n1,2",
        "one;two;three\nfour;five;six\nseven;eight;nine",
        "Skua,A4,8.2\nTern,B1,6.4\nGannet,B7,11.0",
        "The 2,000 seats\nThe 3,000 seats\nThe 4,000 seats",
    ],
)
def test_what_is_no_table_stays_as_it_was(text: str) -> None:
    assert tuple(with_delimited(text, scan(text))) == scan(text)


def test_a_delimiter_in_quotes_divides_nothing() -> None:
    row = '"Soup; large";6.50;vegan'
    assert [cell.text for cell in cells(row, 0, len(row))] == ["Soup; large", "6.50", "vegan"]


def test_figures_between_commas_are_read_cell_by_cell() -> None:
    assert with_semicolons(LIFTS).splitlines()[1:] == ["Hochgrat;95;4;5", "Sonnkogel;160;11;14", "Breitalm;145;0;6"]


@given(st.lists(st.text(alphabet=st.characters() | st.sampled_from(',;|\t"\n 1a'), max_size=40), max_size=8))
def test_of_any_text_the_blocks_stay_in_order_and_lose_no_letter(lines: list[str]) -> None:
    text = "\n".join(lines)
    before = scan(text)
    after = list(with_delimited(text, before))
    ends = [block.end for block in after]
    assert all(block.start >= end for block, end in zip(after[1:], ends, strict=False))
    assert _letters(text, after) == _letters(text, before)
    assert len(with_semicolons(text)) == len(text)


def _letters(text: str, blocks: object) -> str:
    return "".join(text[block.start : block.end] for block in blocks).translate(_SPACES)  # type: ignore[attr-defined]


_SPACES = dict.fromkeys(place for place in range(0x3100) if chr(place).isspace())


@pytest.mark.parametrize(
    ("evidence", "claim", "known"),
    [
        (CSV, "The Gannet is 11 m long.", SupportState.SUPPORTED),
        (CSV, "The Tern is 11 m long.", SupportState.CONTRADICTED),
        (PIPES, "The Vidde cabin costs 118 euros a night.", SupportState.SUPPORTED),
        (PIPES, "The Vidde cabin costs 92 euros a night.", SupportState.CONTRADICTED),
        (TABS, "Bookbinding is on Friday and has 8 seats.", SupportState.SUPPORTED),
        (TABS, "Bookbinding has 12 seats.", SupportState.CONTRADICTED),
        (LIFTS, "In Sonnkogel 11 of 14 lifts are open.", SupportState.SUPPORTED),
        (LIFTS, "Hochgrat has 160 cm of snow.", SupportState.CONTRADICTED),
    ],
)
def test_a_value_belongs_to_its_row_and_column(evidence: str, claim: str, known: SupportState) -> None:
    assert outcome(evidence, claim).known is known
