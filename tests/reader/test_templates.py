"""How context and windows are written."""

from __future__ import annotations

import pytest

from validation.reader.templates import write_context, write_passage, write_row


@pytest.mark.parametrize(
    ("question", "heading", "written"),
    [
        ("", "", ""),
        ("How heavy\nis it?", "", "Asked: How heavy is it? Says:"),
        ("", "Lumo H4:", "Under: Lumo H4. Says:"),
        ("How heavy?", "Lumo H4", "Asked: How heavy? Under: Lumo H4. Says:"),
    ],
)
def test_context_names_question_and_heading(question: str, heading: str, written: str) -> None:
    assert write_context(question, heading) == written


def test_a_row_has_its_headers_written_out() -> None:
    cells = [("price", "$749.99"), ("RAM", "16 GB")]
    assert write_row("MSI Thin GF63", cells, "Laptops") == "Laptops: MSI Thin GF63; price: $749.99; RAM: 16 GB"


def test_a_row_without_subject_keeps_its_heading() -> None:
    assert write_row("", [("total", "3")], "Summary") == "Summary; total: 3"


def test_a_passage_stands_behind_its_heading() -> None:
    assert write_passage(" Orders leave daily. ", "Delivery:") == "Delivery: Orders leave daily."
