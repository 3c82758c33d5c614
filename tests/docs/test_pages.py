"""What the pages for contributors say stands in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from validation.management.commands.draw_data_model import BEGIN, END, data_model
from validation.management.commands.list_codes import PAGE as CODES
from validation.management.commands.list_codes import reference

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md", "README.md")
PLACE = re.compile(
    r"`((?:config|validation|beliefs|retrieval|evals|tests|benchmarks|training|docs|docker|templates|static)/[\w./-]*)`"
)


@pytest.mark.parametrize("page", PAGES)
def test_every_place_that_a_page_names_exists(page: str) -> None:
    named = set(PLACE.findall((ROOT / page).read_text()))
    assert named
    assert sorted(place for place in named if not (ROOT / place).exists()) == []


def test_the_diagram_of_the_data_model_is_that_of_the_code() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    assert page.split(BEGIN)[1].split(END)[0].strip() == data_model()


def test_the_reference_of_codes_is_that_of_the_code() -> None:
    assert CODES.read_text() == reference()
