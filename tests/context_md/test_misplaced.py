"""Sections come in order and once; where they do not, the document says so and the first in order is read."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from tests.context_md.sections import document, roles
from validation.context_md.parser import parse
from validation.domain.context import EVIDENCE_ROLES, Provenance, SectionRole

REAL = (
    "## 0. User Query", "## 1. Query Analysis Validation", "## 2. Gathered Context", "## 3. Plan",
    "## 4. Execution Progress", "## 6. Synthesis",
)  # fmt: skip


def misplaced(text: str) -> list[tuple[str, bool]]:
    return [(heading.title, heading.repeated) for heading in parse(text).misplaced]


def test_a_document_in_order_has_nothing_misplaced() -> None:
    assert misplaced(document(*REAL)) == []


@pytest.mark.parametrize(
    ("headings", "found"),
    [
        ((REAL[0], "## 4. Execution Progress", *REAL[1:]), [("Execution Progress", True)]),
        ((REAL[0], "## 4. Tool Results", REAL[1], REAL[3], REAL[5]), [("Tool Results", False)]),
        ((REAL[0], "## 2. Memory", REAL[1], REAL[3], REAL[5]), [("Memory", False)]),
        ((REAL[0], REAL[1], REAL[3], "## 2. Gathered Context", REAL[5]), [("Gathered Context", False)]),
        ((*REAL[:5], "## 4. Execution Progress (Iteration 2)", REAL[5]), [("Execution Progress (Iteration 2)", True)]),
        ((*REAL[:4], "## 4. Tool Results", "## 4. Execution Progress", REAL[5]), [("Execution Progress", True)]),
        ((REAL[0], "```\n## 4. Execution Progress\n```", *REAL[1:]), [("Execution Progress", True)]),
        ((REAL[0], "<!--\n## 4. Execution Progress\n-->", REAL[5]), [("Execution Progress", False)]),
        (
            ("# User Query", "# Execution Progress", "# Gathered Context", "# Synthesis"),
            [("Execution Progress", False)],
        ),
    ],
)
def test_a_section_out_of_order_or_said_again_is_misplaced(
    headings: tuple[str, ...], found: list[tuple[str, bool]]
) -> None:
    assert misplaced(document(*headings)) == found


@pytest.mark.parametrize(
    "headings",
    [
        (*REAL[:5], "## 1. The best shoe", "## 3. Plan your trip", "## 4. Fourth tip", REAL[5]),
        (*REAL, "## 4. Execution Progress", "## 2. Gathered Context"),
        (*REAL, "## 7. Validation", "## 7. Validation (Attempt 2)"),
    ],
    ids=["headlines of a page", "what the draft quotes", "validation blocks"],
)
def test_headings_that_nobody_takes_for_a_section_are_not_misplaced(headings: tuple[str, ...]) -> None:
    assert misplaced(document(*headings)) == []


def test_of_two_sections_the_first_is_read() -> None:
    parsed = parse(document(*REAL[:4], "## 4. Tool Results", "## 4. Execution Progress", REAL[5]))
    assert [section.title for section in parsed.of(SectionRole.EXECUTION)] == ["Tool Results"]


def a_page(*numbers: int) -> tuple[str, ...]:
    return tuple(f"## {number}. Kettle {number}" for number in numbers)


@pytest.mark.parametrize("numbers", [range(1, 6), range(1, 9), (1, 2, 3, 1, 2, 3, 4, 5)])
def test_a_numbered_list_of_a_page_ends_no_section(numbers: Sequence[int]) -> None:
    text = document(*REAL[:5], *a_page(*numbers), REAL[5])
    assert roles(text) == roles(document(*REAL))
    assert misplaced(text) == []


def test_a_numbered_list_in_the_gathered_context_ends_no_section() -> None:
    text = document(*REAL[:3], *a_page(1, 2, 3, 4), *REAL[4:])
    assert roles(text) == roles(document(*REAL[:3], *REAL[4:]))


def test_a_numbered_list_that_may_end_in_the_draft_ends_the_evidence_and_is_misplaced() -> None:
    text = document(*REAL[:5], *a_page(1, 2, 3, 4), "## 5. Entwurf")
    assert roles(text)[-1] is SectionRole.OTHER
    assert misplaced(text) == [("Entwurf", False)]


@pytest.mark.parametrize(
    "headings",
    [
        ("## 0. Anfrage", "## 1. Analyse", "## 2. Kontext", "## 3. Vorgehen", "## 4. Ergebnisse", "## 5. Notizen"),
        (REAL[0], *a_page(1, 2), "## 1. Analyse", "## 2. Kontext", "## 3. Vorgehen", "## 4. Ergebnisse"),
        (*REAL[:5], "## 5. Notes"),
        (*REAL[:5], "## 4. Fourth tip", "## 5. Notes"),
    ],
    ids=["sections with other names", "a list in the query before them", "a section 5", "one heading before it"],
)
def test_sections_without_their_names_are_no_list(headings: tuple[str, ...]) -> None:
    text = document(*headings, "## 6. Synthesis")
    numbers = [section.number for section in parse(text).sections]
    assert numbers[-2:] == [int(headings[-1][3]), 6]
    assert numbers == sorted(numbers)


def declared(told: str, *headings: str) -> str:
    return f"# Context\n\n<!-- evidence: {told} -->\n\n" + document(*headings)


@pytest.mark.parametrize(
    ("told", "own"),
    [
        ("none", []),
        ("2", [SectionRole.GATHERED]),
        ("4", [SectionRole.EXECUTION]),
        ("2, 4", [SectionRole.GATHERED, SectionRole.EXECUTION]),
        ("section four", []),
    ],
)
@pytest.mark.parametrize("writes_evidence", [True, False])
def test_a_document_says_itself_which_evidence_is_its_own(
    told: str, own: list[SectionRole], writes_evidence: bool
) -> None:
    parsed = parse(declared(told, *REAL), Provenance(writes_evidence=writes_evidence))
    assert [section.role for section in parsed.sections if section.role in EVIDENCE_ROLES] == own


def test_a_heading_of_evidence_that_is_not_its_own_is_text_where_it_stands() -> None:
    text = declared("none", "## 0. User Query", "## 4. Execution Progress", "## 6. Synthesis")
    (query,) = parse(text).of(SectionRole.QUERY)
    assert "## 4. Execution Progress" in parse(text).body(query)
    assert misplaced(text) == []


def test_evidence_of_its_own_stands_once_all_the_same() -> None:
    text = declared("4", "## 0. User Query", "## 4. Execution Progress", "## 4. Execution Progress")
    assert misplaced(text) == [("Execution Progress", True)]


def test_what_stands_behind_the_first_heading_declares_nothing() -> None:
    text = document("## 0. User Query\n<!-- evidence: none -->", "## 4. Execution Progress")
    assert SectionRole.EXECUTION in roles(text)
    assert roles(declared("none", "## 0. User Query\n<!-- evidence: 4 -->", "## 4. Execution Progress"))[-1] is (
        SectionRole.QUERY
    )


def test_of_more_headings_than_are_looked_at_one_is_misplaced() -> None:
    text = "## 0. User Query\nwhich?\n\n## 4. Execution Progress\n" + "# 4\n" * 60_000 + "## 6. Synthesis\nthe draft\n"
    assert parse(text).misplaced


@pytest.mark.parametrize(
    ("piece", "number"), [("# 4\n", 2_000_000), ("<!--\n## 4\n", 200_000)], ids=["headings", "comments"]
)
def test_a_hostile_number_of_lines_is_read_quickly(piece: str, number: int) -> None:
    begun = time.process_time()
    parse("## 0. User Query\nwhich?\n\n## 4. Execution Progress\n" + piece * number)
    assert time.process_time() - begun < 10
