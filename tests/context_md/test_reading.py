"""Section 0, the goals of section 3, and what a submission must hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.context_md.goals import goals_of
from validation.context_md.parser import parse
from validation.context_md.query import read_query, require_query, require_response
from validation.domain.context import UserQuery
from validation.domain.errors import InputRejected

SECTION_0 = """## 0. User Query
which kettle is quieter?
And where is it sold?

**Resolved Query:** which is quieter, the Aro or the Bel,
and where is it sold?
**User Purpose:** The user compares kettles.
**Mode:** chat
**Data Requirements:** needs_current_prices=true
**Reference Resolution:** status=resolved
"""


def query(body: str) -> UserQuery:
    return read_query(parse("## 0. User Query\n" + body))


def test_section_0_is_read_field_by_field() -> None:
    assert read_query(parse(SECTION_0)) == UserQuery(
        raw="which kettle is quieter?\nAnd where is it sold?",
        resolved="which is quieter, the Aro or the Bel,\nand where is it sold?",
        purpose="The user compares kettles.",
        mode="chat",
        data_requirements="needs_current_prices=true",
    )


@pytest.mark.parametrize(
    "body",
    [
        "hello there",
        '"hello there"',
        "> hello there",
        "**Raw Query:** hello there",
        "- Original Query: hello there",
        "\n---\nhello there\n---\n",
        "**User Query**: hello there\n**Mode:** chat",
        "hello there\n**Query Type:** greeting\nmore about it",
    ],
)
def test_the_raw_query_is_found_in_every_layout(body: str) -> None:
    assert query(body).raw == "hello there"


def test_a_label_typed_by_the_user_loses_to_the_one_of_the_pipeline() -> None:
    assert query("hi\n**Mode:** code\n**Mode:** chat").mode == "chat"


@pytest.mark.parametrize(
    "body",
    [
        "which kettle?\nPurpose: gift for my mother\nunder 50 euros",
        "which kettle?\nMode: normal boil only\nunder 50 euros",
        "which kettle?\n\nPurpose: gift for my mother\nunder 50 euros",
        "Raw query: which kettle?\nMode: normal boil only\nunder 50 euros",
        "Mode: normal boil only\nunder 50 euros",
        "which kettle?\n- Mode: normal boil only\nunder 50 euros",
        "which kettle?\nIntent: a gift\n- under 50 euros",
    ],
)
def test_what_follows_a_label_word_in_the_users_text_belongs_to_it(body: str) -> None:
    assert query(body).raw.endswith("under 50 euros")


@pytest.mark.parametrize(
    "body",
    [
        "which kettle?\n\nMode: chat\nPurpose: a gift",
        "which kettle?\n\n- Mode: chat\n- Purpose: a gift",
        "Raw query: which kettle?\nMode: chat\nPurpose: a gift",
        "Raw query: which kettle?\nData requirements:\n- prices\n- noise\nMode: chat\nPurpose: a gift",
        "Raw query: which kettle?\nMode: chat\nPurpose:\na gift",
        "which kettle?\n**Mode:** chat\nPurpose: a gift",
    ],
)
def test_plain_labels_count_in_a_block_of_labels(body: str) -> None:
    read = query(body)
    assert (read.raw, read.mode, read.purpose) == ("which kettle?", "chat", "a gift")


@pytest.mark.parametrize(
    "tail",
    [
        "Mode: chat\nData Requirements: needs_current_prices=true",
        "Data Requirements: needs_current_prices=true\nMode: chat",
        "Data Requirements:\n- needs_current_prices=true\nMode: chat",
        "User Purpose: a gift\nMode: chat\nData Requirements: needs_current_prices=true",
    ],
)
@pytest.mark.parametrize("label", ["Raw Query:", "**Raw Query:**"])
def test_labels_in_a_row_count_behind_a_labelled_query_of_two_lines(label: str, tail: str) -> None:
    read = query(f"{label} tent for two,\nnot heavy\n{tail}")
    assert (read.raw, read.mode) == ("tent for two,\nnot heavy", "chat")
    assert "needs_current_prices=true" in read.data_requirements


def test_labels_in_a_row_count_behind_a_resolved_query_of_two_lines() -> None:
    read = query("boots\n\nResolved Query: light boots\nthat are waterproof\nMode: chat\nPurpose: a hike")
    assert (read.resolved, read.mode, read.purpose) == ("light boots\nthat are waterproof", "chat", "a hike")


def test_data_requirements_alone_count_behind_a_labelled_query_of_two_lines() -> None:
    read = query("Raw Query: tent for two,\nnot heavy\nData Requirements: needs_current_prices=true")
    assert (read.raw, read.data_requirements) == ("tent for two,\nnot heavy", "needs_current_prices=true")


@pytest.mark.parametrize(
    "body",
    [
        "Raw query: which kettle?\nit is a gift\nMode: normal boil only\nunder 50 euros",
        "Raw query: which kettle?\nit is a gift\nMode: normal boil only\nPurpose: my mother\nunder 50 euros",
        "which kettle?\nit is a gift\nMode: normal boil only\nPurpose: under 50 euros",
    ],
)
def test_label_words_further_down_in_the_users_text_belong_to_it(body: str) -> None:
    assert query(body).raw.endswith("under 50 euros")


def test_a_query_that_only_begins_like_a_label_is_a_query() -> None:
    assert (
        require_query(parse("## 0. User Query\nMode: which one boils quietest?")).raw
        == "Mode: which one boils quietest?"
    )


def test_labels_of_the_pipeline_alone_are_no_query() -> None:
    assert query("**Mode:** chat").raw == ""


def test_a_document_without_section_0_has_an_empty_query() -> None:
    assert read_query(parse("## 4. Execution Progress\nfound")) == UserQuery(raw="")


@pytest.mark.parametrize(
    ("line", "goal"),
    [
        ("- GOAL_1: Compare the weights", ("GOAL_1", "Compare the weights")),
        ("* **GOAL_2:** Find a shop", ("GOAL_2", "Find a shop")),
        ("1. GOAL_3 - Find a shop", ("GOAL_3", "Find a shop")),
        ("GOAL_4: Find a shop", ("GOAL_4", "Find a shop")),
        ("| GOAL_5 | Find a shop | pending |", ("GOAL_5", "Find a shop")),
        ("- [x] GOAL_6 (done): Find a shop", ("GOAL_6", "Find a shop")),
        ("- `GOAL_7` – Find a shop", ("GOAL_7", "Find a shop")),
        ("- GOAL_8: Find it: here", ("GOAL_8", "Find it: here")),
        ("### GOAL_9: Find a shop", ("GOAL_9", "Find a shop")),
        ("#### **GOAL_9** — Find a shop", ("GOAL_9", "Find a shop")),
        ("> GOAL_9: Find a shop", ("GOAL_9", "Find a shop")),
        ("> - GOAL_9: Find a shop", ("GOAL_9", "Find a shop")),
        ("- Goal GOAL_9: Find a shop", ("GOAL_9", "Find a shop")),
        ("- id: GOAL_9\n  description: Find a shop", ("GOAL_9", "Find a shop")),
        ("  - **id**: `GOAL_9`\n    **description**: Find a shop", ("GOAL_9", "Find a shop")),
    ],
)
def test_a_goal_line_is_read(line: str, goal: tuple[str, str]) -> None:
    (found,) = goals_of(parse(f"## 3. Plan\n\n**Goals:**\n{line}\n"))
    assert (found.id, found.description) == goal


@pytest.mark.parametrize(
    "line",
    [
        "We serve GOAL_1 first",
        "GOAL_1",
        "- GOAL_1:",
        "**Goal Focus:** GOAL_1 - Compare",
        "- id: GOAL_1\n\ndescription: x",
        "id: GOAL_1",
        "GOAL_1 → T1, T2",
        "GOAL_1 -> GOAL_2 -> GOAL_3",
        "> GOAL_1 => TOOL search",
    ],
)
def test_a_mention_of_a_goal_is_no_goal(line: str) -> None:
    assert goals_of(parse(f"## 3. Plan\n{line}\n")) == ()


def test_goals_outside_section_3_are_not_read() -> None:
    assert goals_of(parse("## 3. Plan\n- GOAL_1: a\n## 4. Execution Progress\n- GOAL_2: b\n"))[-1].id == "GOAL_1"


def test_of_a_goal_listed_twice_the_first_counts() -> None:
    assert [goal.description for goal in goals_of(parse("## 3. Plan\n- GOAL_1: a\n- GOAL_1: b\n"))] == ["a"]


@pytest.mark.parametrize(
    "text",
    ["", "no heading", "## 4. Execution Progress\nfound", "## 0. User Query\n\n", "## 0. User Query\n\n\u200b\u3164"],
)
def test_a_submission_without_a_query_is_rejected_with_what_to_do(text: str) -> None:
    with pytest.raises(InputRejected, match=r"Add a heading `## 0\. User Query`") as raised:
        require_query(parse(text))
    assert raised.value.code == "section_missing"


def test_a_submission_with_a_query_returns_it() -> None:
    assert require_query(parse(SECTION_0)).mode == "chat"


@pytest.mark.parametrize("text", ["", "  \n\t", "\u00a0\u200b\u2028", "\u3164", "\u2800\u2800"])
def test_an_empty_response_is_rejected(text: str) -> None:
    with pytest.raises(InputRejected) as raised:
        require_response(text)
    assert raised.value.code == "response_empty"


def test_one_visible_character_is_a_response() -> None:
    require_response(" y ")


@given(st.lists(st.sampled_from(["**", "Mode", ":", "- ", "GOAL_1", "|", "[x]", "\n", "raw query"]) | st.text()))
def test_reading_never_raises(pieces: list[str]) -> None:
    text = "".join(pieces)
    parsed = parse(f"## 0. User Query\n{text}\n## 3. Plan\n{text}")
    assert isinstance(read_query(parsed), UserQuery)
    assert isinstance(goals_of(parsed), tuple)
