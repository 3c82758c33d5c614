"""The places and links that pages name exist, and what is generated is as the code has it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from validation.management.commands.draw_data_model import BEGIN, END, data_model
from validation.management.commands.list_codes import PAGE as CODES
from validation.management.commands.list_codes import reference

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(str(page.relative_to(ROOT)) for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
PLACE = re.compile(
    r"`((?:config|validation|beliefs|retrieval|evals|tests|benchmarks|training|docs|docker|templates|static)/[\w./-]*)`"
)
WRITTEN_BY_OPERATORS = {"docker/.env"}
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")


def anchors(page: Path) -> set[str]:
    """Of its headings, as GitHub and editors make them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_pages_of_each_audience_are_looked_at() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/guide/reviewing.md", "docs/integrations/http.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_and_its_heading(page: str) -> None:
    broken = []
    for path, anchor in LINK.findall((ROOT / page).read_text()):
        target = (ROOT / page).parent / path if path else ROOT / page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(f"{path}#{anchor}")
    assert broken == []


@pytest.mark.parametrize("page", PAGES)
def test_every_place_that_a_page_names_exists(page: str) -> None:
    named = set(PLACE.findall((ROOT / page).read_text()))
    assert sorted(place for place in named - WRITTEN_BY_OPERATORS if not (ROOT / place).exists()) == []


def test_every_variable_of_the_environment_has_its_line() -> None:
    internal = {"COUNTERSIGN_STATIC_ROOT", "COUNTERSIGN_VLLM"}
    declared = set(re.findall(r'variable\(Reader\.\w+, "(\w+)"', (ROOT / "config/env.py").read_text()))
    table = (ROOT / "README.md").read_text().split("### Environment")[1]
    assert {name for name in declared - internal if not re.search(rf"`(?:{_short(name)})`", table)} == set()


def _short(name: str) -> str:
    """A pattern of the name, or of its end as in `COUNTERSIGN_VLLM_URL`, `_MODEL`."""
    words = name.split("_")
    return "|".join([name, *("_" + "_".join(words[at:]) for at in range(1, len(words)))])


def test_the_diagram_of_the_data_model_is_that_of_the_code() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    assert page.split(BEGIN)[1].split(END)[0].strip() == data_model()


def test_the_reference_of_codes_is_that_of_the_code() -> None:
    assert CODES.read_text() == reference()
