"""A cell that a spreadsheet would run, wherever that spreadsheet sees the cell begin."""

from __future__ import annotations

import csv
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.platform.paging.csv_text import csv_lines

STARTS = ("=1+1", "+1", "-1+1", "@SUM(A1)", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)")


def cell_of(text: object) -> str:
    return next(csv.reader(StringIO(list(csv_lines(["text"], [[text, "next"]]))[1])))[0]


@pytest.mark.parametrize("formula", STARTS)
@pytest.mark.parametrize("before", ["", " ", "\t", "\r", "\n", "\u00a0", "\ufeff", "\u200b"])
def test_a_cell_that_begins_a_formula_is_marked_as_text(formula: str, before: str) -> None:
    assert cell_of(before + formula).startswith("'")


@pytest.mark.parametrize("formula", STARTS)
@pytest.mark.parametrize("separator", [";", "\t", "\n", "\r\n", "; ", ';"', "\n'\""])
def test_no_formula_begins_behind_what_another_locale_takes_for_the_end_of_a_cell(formula: str, separator: str) -> None:
    """Where the comma is the decimal sign, Excel divides lines at semicolons; a quote inside a cell quotes nothing."""
    assert cell_of(f"Lumo H4{separator}{formula}") == f"Lumo H4{separator}'{formula}"


@given(st.text(alphabet="a;\t\r\n '\"=-", max_size=12))
def test_every_sign_behind_a_separator_is_marked_and_no_other(text: str) -> None:
    marked = re.sub(r"[;\t\r\n][\s'\"]*(?=[=-])", r"\g<0>'", f"a{text}")
    assert cell_of(f"a{text}") == marked


@pytest.mark.parametrize(
    "text", ["Lumo H4", "a-b; c = d", "2 + 2", "a@b.example", "", "“quoted”; then more", "it's; it's", "1,5;2"]
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert cell_of(text) == text


def test_a_number_below_zero_is_a_number() -> None:
    assert cell_of(-0.5) == "-0.5"
