"""Reading belief files."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.domain.belief import BeliefUnreadable, Section
from beliefs.domain.markdown_lines import without_code
from beliefs.domain.parse import note_of, parse, weight_of
from tests.beliefs.samples import BELIEF

LONGER = "\u0958"
"""One character, two when it is composed."""


def test_the_front_matter_gives_id_facets_dates_and_the_assigned_score() -> None:
    belief = parse(BELIEF)
    found = (belief.id, belief.facets, belief.created, belief.revised, belief.assigned)
    assert found == ("tide-tables-daily", ("harbour", "planning"), date(2025, 11, 2), date(2026, 1, 10), 0.9)


def test_the_statement_comes_from_its_section() -> None:
    assert parse(BELIEF).statement == "Prefer one reading of the tide tables a day; always write it down."


def test_without_a_statement_section_the_words_under_the_title_count() -> None:
    assert parse(BELIEF.replace("## Statement", "## Words")).statement == "Prefer one reading of the tide tables a day."


def test_links_in_code_and_fences_are_no_links() -> None:
    targets = {link.target for link in parse(BELIEF).links}
    assert targets.isdisjoint({"never-a-link", "not-a-link-either"})


@pytest.mark.parametrize(
    "code",
    [
        "- [[real]]\n\n  ```\n  [[ghost]]\n  ```\n",
        "1. [[real]]\n   - deeper\n     ~~~\n     [[ghost]]\n     ~~~\n",
        "- [[real]]\n- ```\n  [[ghost]]\n  ```\n",
        "- [[real]]\n\n      [[ghost]]\n      [[ghost]]\n",
        "[[real]]\n\n    [[ghost]]\n",
        "[[real]]\n\n\t[[ghost]]\n",
    ],
)
def test_links_in_code_of_a_list_item_or_indented_are_no_links(code: str) -> None:
    belief = parse("---\nid: a\n---\n# a\nWords.\n## Evidence\n" + code)
    assert [link.target for link in belief.links] == ["real"]


@pytest.mark.parametrize(
    "prose",
    [
        "- [[real]]\n\n  [[too]]\n",
        "- [[real]]\n\n    - [[too]]\n",
        "1. [[real]]\n\n     [[too]]\n",
        "- [[real]]\n      [[too]]\n",
        "- a ```x``` [[real]]\n- ```\n  code\n## Supports\n- [[too]]\n",
    ],
)
def test_indented_words_of_a_list_item_are_no_code(prose: str) -> None:
    belief = parse("---\nid: a\n---\n# a\nWords.\n## Evidence\n" + prose)
    assert [link.target for link in belief.links] == ["real", "too"]


@pytest.mark.parametrize(("letters", "links"), [(150, 1), (151, 0)])
def test_a_target_that_composing_makes_too_long_is_no_link(letters: int, links: int) -> None:
    text = f"---\nid: a\n---\n# a\nWords.\n## Evidence\n- [[{LONGER * letters}]]\n"
    assert len(parse(text).links) == links


def test_a_bare_session_in_evidence_is_a_link() -> None:
    assert [link.target for link in parse(BELIEF).links if not link.bracketed] == ["session-20251102-090000"]


def test_lines_are_counted_from_the_top_of_the_file() -> None:
    first = parse(BELIEF).links[0]
    assert BELIEF.split("\n")[first.line - 1].startswith("- [[session-20251101-080000]]")


def test_a_section_that_holds_a_comment_only_is_empty() -> None:
    text = BELIEF.replace("- [[quiet-harbour]] - fewer calls by radio", "<!-- [[ghost]]\n- [[ghost]] -->")
    assert not any(link.section == Section.SUPPORTS for link in parse(text).links)


@pytest.mark.parametrize("order", [("## Supports", "## Evidence"), ("# Supports", "# Evidence")])
def test_sections_may_come_in_any_order_and_on_either_level(order: tuple[str, str]) -> None:
    text = "---\nid: a\n---\n# a\nWords.\n" + f"{order[0]}\n- [[b]]\n{order[1]}\n- [[session-1]]\n"
    assert [(link.section, link.target) for link in parse(text).links] == [("Supports", "b"), ("Evidence", "session-1")]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("layer/surface/epistemic/beliefs/quiet-harbour.md", "quiet-harbour"),
        ("../epistemic/beliefs/quiet-harbour.md", "quiet-harbour"),
        ("layer/sessions/20251101-080000.md", "session-20251101-080000"),
        ("docs/beliefs/quiet-harbour.md", "docs/beliefs/quiet-harbour.md"),
        ("layer/core/plain-words.md", "layer/core/plain-words.md"),
    ],
)
def test_the_path_of_a_belief_or_a_session_means_what_lies_there(said: str, meant: str) -> None:
    assert parse(f"---\nid: a\n---\n# a\nWords, see [[{said}]].\n").links[0].target == meant


def test_a_belief_is_not_its_own_evidence_by_its_path_either() -> None:
    text = BELIEF.replace("[[commit-3f2a9c1d]]", "[[layer/surface/epistemic/beliefs/tide-tables-daily.md]]")
    assert "tide-tables-daily" not in {link.target for link in parse(text).evidence_links}


def test_an_accent_may_be_written_in_two_ways() -> None:
    belief = parse(unicodedata.normalize("NFD", "---\nid: café\n---\n# a\nWords, see [[naïve]].\n"))
    assert (belief.id, belief.links[0].target) == ("café", "naïve")


def test_windows_line_ends_read_the_same() -> None:
    assert parse(BELIEF.replace("\n", "\r\n")) == parse(BELIEF)


@pytest.mark.parametrize("nothing", ["", "null", "~", "NULL"])
def test_a_key_without_a_value_says_nothing(nothing: str) -> None:
    belief = parse(f"---\nid: a\nfacets: {nothing}\nrevised: {nothing}\nconfidence: {nothing}\n---\n# a\nx\n")
    assert (belief.facets, belief.revised, belief.assigned, belief.flaws) == ((), None, None, ())


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("2025-08-04", date(2025, 8, 4)),
        ("2025-8-4", date(2025, 8, 4)),
        ("2025/08/04", date(2025, 8, 4)),
        ("2025.8.04", date(2025, 8, 4)),
        ("20250804", date(2025, 8, 4)),
        ("20250804-073015", date(2025, 8, 4)),
        ("2025-08-04T07:30:15Z", date(2025, 8, 4)),
        ("2025-08-04 07:30", date(2025, 8, 4)),
        ("'2025-08-04'", date(2025, 8, 4)),
        ("2025-08-041", None),
        ("2025-02-30", None),
        ("04.08.2025", None),
        ("08/04/2025", None),
        ("August 4, 2025", None),
        ("1754265600", None),
        ("2025-W31-1", None),
    ],
)
def test_a_date_is_read_where_only_one_day_can_be_meant(said: str, read: date | None) -> None:
    belief = parse(f"---\nid: a\nextracted: {said}\n---\n# a\nx\n")
    assert (belief.created, bool(belief.flaws)) == (read, read is None)


def test_a_belief_without_a_readable_day_of_creation_is_as_old_as_its_revision() -> None:
    assert parse("---\nid: a\nextracted: long ago\nrevised: 2025-08-04\n---\n# a\nx\n").created == date(2025, 8, 4)


def test_a_quotation_may_be_broken_over_lines() -> None:
    items = '- [[session-1]] - "read once\n  a day" (weight: 0.9)\n- [[session-2]]: 3" of rain\n  and "no wind"\n'
    belief = parse(f"---\nid: a\n---\n# a\nx\n## Evidence\n{items}")
    assert [item.quotes for item in belief.evidence] == [("read once a day",), ("no wind",)]


def test_a_computed_score_is_not_taken_for_an_assigned_one() -> None:
    text = BELIEF.replace("  score: 0.90  # by hand", "  score: 0.90\n  computed_at: 2026-01-01T00:00:00Z")
    assert parse(text).assigned is None


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (
            "- [[x]] (status: defeated, reason: text, with commas)",
            {"status": "defeated", "reason": "text, with commas"},
        ),
        (
            '- [[x]] (status: active, confidence: 0.3, scope: "a, reason: b")',
            {"status": "active", "confidence": "0.3", "scope": "a, reason: b"},
        ),
        ("- [[x]] (status: scoped)", {"status": "scoped"}),
        ("- [[x]] (whatever)", {}),
        ("- [[x]] (status: open", {}),
        ("- [[x]] (status: a, reason: see (b) and c)", {"status": "a", "reason": "see (b) and c"}),
    ],
)
def test_a_note_is_split_on_its_known_keys(line: str, note: dict[str, str]) -> None:
    assert note_of(line) == note


@pytest.mark.parametrize(("line", "weight"), [("x (weight: 0.95)", "0.95"), ("x (weight: 2) y", None), ("x", None)])
def test_the_weight_stands_at_the_end_of_the_line(line: str, weight: str | None) -> None:
    assert weight_of(line) == weight


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("a `b` c", "a     c"),
        ("a ``b ` c`` d", "a           d"),
        ("a ` b", "a ` b"),
        ("`a` `b", "    `b"),
        ("a `` b ` c ``", "a            "),
    ],
)
def test_inline_code_is_blanked_to_equal_length(line: str, kept: str) -> None:
    assert without_code(line) == kept


@pytest.mark.parametrize(
    ("broken", "line", "reason"),
    [
        ("no front matter", 1, "must begin"),
        ("---\nid: a\n", 1, "not closed"),
        ("---\nid: a\nid: b\n---\n# a\nx\n", 3, "stands twice"),
        ("---\nid: a\nfacets: [b\n---\n# a\nx\n", 4, "broken YAML"),
        ("---\nid: a b!\n---\n# a\nx\n", 2, "needs an 'id'"),
        ("---\nid: a\n---\n", 4, "no statement"),
        ("---\nx: &a [1]\nid: a\n---\n# a\nx\n", 2, "anchors"),
        ("---\nid: a\n---\n# a\nx\x00\n", 5, "NUL"),
        ('---\nid: a\nfacets: ["b\\0"]\n---\n# a\nx\n', 3, "NUL"),
        ('---\nid: a\nfacets: ["\\uD800"]\n---\n# a\nx\n', 3, "surrogate"),
        ('---\nid: a\n"b\\0": c\n---\n# a\nx\n', 3, "NUL"),
    ],
)
def test_what_cannot_be_read_is_said_with_line_and_reason(broken: str, line: int, reason: str) -> None:
    with pytest.raises(BeliefUnreadable) as raised:
        parse(broken)
    assert (raised.value.line, reason in raised.value.reason) == (line, True)


@given(st.text(alphabet="-#[]`\"'<>!:,()\r\n ab|0{&*~", max_size=400))
def test_any_text_is_read_or_refused_in_words(tail: str) -> None:
    for text in (f"---\nid: a\n---\n# a\nx\n## Evidence\n{tail}", f"---\nid: a\n{tail}\n---\n# a\nx\n"):
        with suppress(BeliefUnreadable):
            assert parse(text).id == "a"
