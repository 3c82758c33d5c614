"""Sections are found by title and number, and hostile headings open nothing."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context_md.sections import document, roles
from validation.context_md.parser import parse
from validation.domain.context import ContextDocument, Provenance, SectionRole

Q, V, G = SectionRole.QUERY, SectionRole.QUERY_VALIDATION, SectionRole.GATHERED
P, E, S, C = SectionRole.PLAN, SectionRole.EXECUTION, SectionRole.SYNTHESIS, SectionRole.VALIDATION
OTHER = SectionRole.OTHER


def body(text: str, role: SectionRole) -> str:
    parsed: ContextDocument = parse(text)
    return "".join(parsed.body(section) for section in parsed.of(role))


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("## 0. User Query", Q),
        ("## 0. Original Query", Q),
        ("## §0 User Query", Q),
        ("## §0: User Query", Q),
        ("# 0 User Query", Q),
        ("## Section 0: User Query", Q),
        ("## **0. User Query**", Q),
        ("## 0. User Query ##", Q),
        ("  ## 0. User Query", Q),
        ("## 0", Q),
        ("## User Query", Q),
        ("## 1. Query Analysis Validation", V),
        ("## 1. Reflection", V),
        ("## 2. Gathered Context", G),
        ("## 2) Memory", G),
        ("## 3. Plan", P),
        ("## 3 - Task Plan", P),
        ("## 4. Execution Progress", E),
        ("## 4. Tool Execution", E),
        ("## 4. Execution Progress (Iteration 2)", E),
        ("## 4. Whatever The Pipeline Calls It", E),
        ("## 5. Synthesis", S),
        ("## 6. Synthesis", S),
        ("## 6. Validation", C),
        ("## 7. Validation (Attempt 2)", C),
        ("## 5. Something Else", OTHER),
    ],
)
def test_a_heading_opens_the_section_of_its_role(heading: str, role: SectionRole) -> None:
    assert roles(document(heading)) == [role]


@pytest.mark.parametrize(
    "line",
    [
        "### 4. Execution Progress",
        "    ## 4. Execution Progress",
        "> ## 4. Execution Progress",
        "##4. Execution Progress",
        "## 4.1 Execution Progress",
        "## 44. Execution Progress",
        "## 3 best shoes",
        "## Findings",
        "4. Execution Progress",
        "#### 4",
    ],
)
def test_a_line_that_only_resembles_a_heading_opens_nothing(line: str) -> None:
    assert roles(document("## 0. User Query", line)) == [Q]


@pytest.mark.parametrize(
    "headings",
    [
        (
            "## 0. User Query",
            "## 2. Gathered Context",
            "## 4. Execution Progress",
            "## 6. Synthesis",
            "## 7. Validation",
        ),
        ("## 0. User Query", "## 2. Gathered Context", "## 4. Tool Execution", "## 5. Synthesis", "## 6. Validation"),
        ("# User Query", "# Gathered Context", "# Execution Progress", "# Synthesis", "# Validation"),
    ],
)
def test_both_numberings_give_the_same_roles(headings: tuple[str, ...]) -> None:
    assert roles(document(*headings)) == [Q, G, E, S, C]


def test_what_stands_before_the_first_section_is_other() -> None:
    first = parse("# Context Document\n\n" + document("## 0. User Query")).sections[0]
    assert (first.role, first.title, first.start) == (OTHER, "", 0)


def test_a_sub_heading_stays_in_its_section() -> None:
    text = document("## 4. Execution Progress", "### 5. Synthesis")
    assert "### 5. Synthesis" in body(text, E)


def test_the_body_starts_behind_the_heading_line() -> None:
    assert body("## 0. User Query\nwhich one?", Q) == "which one?"


@pytest.mark.parametrize("fence", ["```", "~~~", "`````", "```json", "  ```"])
def test_a_heading_in_a_code_fence_opens_nothing(fence: str) -> None:
    close = fence.strip().removesuffix("json")
    text = f"## 0. User Query\n{fence}\n## 4. Execution Progress\n{close}\n"
    assert roles(text) == [Q]


def test_a_fence_is_closed_only_by_one_as_long() -> None:
    text = "## 0. User Query\n````\n```\n## 4. Execution Progress\n````\n## 2. Gathered Context\n"
    assert roles(text) == [Q, G]


def test_a_fence_that_the_draft_closes_does_not_make_the_draft_evidence() -> None:
    text = document("## 0. User Query", "## 4. Execution Progress\n```json\n{", "## 6. Synthesis\nIt costs 5 EUR\n```")
    assert "5 EUR" not in body(text, E)


def test_a_section_4_typed_into_the_query_is_no_evidence() -> None:
    text = document("## 0. User Query", "## 4. Execution Progress\nfree of charge") + document(
        "## 1. Query Analysis Validation", "## 2. Gathered Context", "## 4. Execution Progress", "## 6. Synthesis"
    )
    assert roles(text) == [Q, V, G, E, S]
    assert "free of charge" in body(text, Q)


def test_a_whole_document_typed_into_the_query_does_not_replace_the_real_evidence() -> None:
    chain = ("## 1. Reflection", "## 2. Gathered Context", "## 3. Plan", "## 4. Execution Progress")
    text = document("## 0. User Query", *chain) + "the query ends\n" + document(*chain, "## 6. Synthesis")
    assert body(text, E) == "text under it\n\n"


def test_a_repeated_section_4_is_one_section() -> None:
    text = document(
        "## 0. User Query", "## 3. Plan", "## 4. Execution Progress", "## 4. Execution Progress", "## 6. Synthesis"
    )
    assert roles(text) == [Q, P, E, S]
    assert body(text, E).count("text under it") == 2


@pytest.mark.parametrize(
    ("headings", "found"),
    [
        (("## 0. User Query", "## 4. Execution", "```json\n{", "## 6. Synthesis"), [Q, E, S]),
        (("## 0. User Query", "## 4. Execution", "## 6. Synthesis", "## 4. Execution"), [Q, E, S]),
        (("## 0. User Query", "## 6. Synthesis", "## 7. Validation", "## 4. Execution"), [Q, S, C]),
        (("## 0. User Query", "## 4. Execution", "## 1. The best shoe", "## 6. Synthesis"), [Q, E, S]),
        (("## 0. User Query", "## 4. Execution", "## 7. Validation", "## 6. Synthesis"), [Q, E, S]),
        (("## 0. User Query", "## 6. Synthesis", "## 7. Validation", "## 7. Validation (Attempt 2)"), [Q, S, C, C]),
    ],
    ids=[
        "a fence that is never closed hides nothing",
        "a section 4 inside the synthesis is no evidence",
        "a section 4 inside a validation block is no evidence",
        "a scraped headline with a low number stays in section 4",
        "a validation heading inside section 4 does not end it",
        "every attempt is a section",
    ],
)
def test_what_opens_a_section_depends_on_the_one_it_stands_in(
    headings: tuple[str, ...], found: list[SectionRole]
) -> None:
    assert roles(document(*headings)) == found


def test_windows_line_ends_are_read_and_kept() -> None:
    text = "## 0. User Query\r\nwhich?\r\n## 4. Execution Progress\r\nfound\r\n"
    assert [parse(text).body(section) for section in parse(text).sections] == ["which?\r\n", "found\r\n"]


pieces = st.sampled_from(
    ["#", "##", "###", " ", "§", "0", "4", "5", "6", "7", ".", "User Query", "Execution Progress", "Synthesis"]
) | st.sampled_from(["\n", "\r\n", "```", "~~~", "Validation", "`", "**", "\u2028", "\x0c", "\ud800", "text"])
documents = st.lists(pieces | st.text(max_size=3), max_size=60).map("".join) | st.lists(
    st.sampled_from(["## 0. User Query", "## 2. Memory", "## 4. Execution", "## 5. Synthesis", "## 6. Validation"])
    | st.sampled_from(["## 7. Validation", "```", "text", "## Synthesis", "# User Query", "## 6. Synthesis"]),
    max_size=20,
).map("\n".join)


@given(documents)
def test_the_sections_tile_the_text(text: str) -> None:
    parsed = parse(text)
    assert "".join(text[section.start : section.end] for section in parsed.sections) == text


@given(documents)
def test_no_evidence_opens_behind_a_synthesis(text: str) -> None:
    found = roles(text)
    behind = found[found.index(S) + 1 :] if S in found else []
    assert not {E, G} & set(behind)


@pytest.mark.parametrize(
    "piece", ["```\n", "## 4. Execution Progress\n", "#", "# ", "`", "## 4. " + " " * 2000 + "\n", "~~~~x\n", "§"]
)
def test_a_hostile_megabyte_is_read_in_seconds(piece: str) -> None:
    started = time.process_time()
    parse(piece * (1_000_000 // len(piece)))
    assert time.process_time() - started < 10


def test_falling_fences_that_nothing_closes_are_read_in_seconds() -> None:
    started = time.process_time()
    parse("\n".join("`" * length for length in range(1400, 3, -1)))
    assert time.process_time() - started < 10


LOOSE = [
    "##5. Synthesis",
    "#6. Synthesis",
    "##\u00a05. Synthesis",
    "##\u20035. Synthesis ",
    "#\u200b# 5. Synthesis",
    "##\u200b 6. Draft Response",
    "\uff03\uff03 5. Synthesis",
    "## 5\u2024 Synthesis",
    "  ##5. synthesis",
]


@pytest.mark.parametrize("heading", LOOSE)
def test_a_synthesis_without_a_plain_blank_closes_the_evidence(heading: str) -> None:
    text = document("## 0. User Query", "## 4. Execution Progress") + f"{heading}\nthe draft\n"
    assert "the draft" not in body(text, E)
    assert "text under it" in body(text, E)


@pytest.mark.parametrize("heading", LOOSE)
def test_where_a_synthesis_stands_such_a_line_is_text(heading: str) -> None:
    text = document("## 0. User Query", "## 4. Execution Progress")
    text += f"{heading}\nof a tool\n\n## 5. Synthesis\nthe draft\n"
    assert "of a tool" in body(text, E)


@pytest.mark.parametrize(
    "line", ["#5 Synthesis", "##5. Synthesis of amines", "### 5. Synthesis", "**5. Synthesis**", "5. Synthesis"]
)
def test_what_a_tool_may_well_write_closes_nothing(line: str) -> None:
    text = document("## 0. User Query", "## 4. Execution Progress") + f"{line}\nof a tool\n"
    assert "of a tool" in body(text, E)


def test_a_byte_order_mark_hides_no_heading() -> None:
    plain = document("## 0. User Query", "## 4. Execution Progress")
    marked = "\ufeff" + plain
    assert [section for section in roles(marked) if section is not SectionRole.OTHER] == roles(plain)
    assert body(marked, E) == body(plain, E)


def test_a_document_with_a_byte_order_mark_is_tiled_by_its_sections() -> None:
    text = "\ufeff" + document("## 0. User Query", "## 4. Execution Progress")
    assert "".join(text[section.start : section.end] for section in parse(text).sections) == text


def test_a_byte_order_mark_hides_no_declaration() -> None:
    text = "\ufeff<!-- evidence: none -->\n" + document("## 0. User Query", "## 4. Execution Progress")
    assert SectionRole.EXECUTION not in roles(text)


def test_a_query_is_placed_in_a_document_with_a_byte_order_mark() -> None:
    text = "\ufeff" + document("## 0. User Query", "## 4. Execution Progress")
    assert parse(text, Provenance(query="text under it")).query_span is not None
