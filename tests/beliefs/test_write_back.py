"""Only the confidence block of a file may change."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from beliefs.domain.front_matter import read_front_matter
from beliefs.domain.parse import parse
from beliefs.domain.write_back import write_back
from tests.beliefs.samples import BELIEF, OTHER
from validation.domain.errors import InputRejected

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)
CONFIDENCE = {
    "score": 0.7,
    "computed_at": NOON,
    "signals": {"temporal": {"created": date(2025, 8, 4), "tops": [{"doc": "a", "score": 0.9}], "none": []}},
}
ENDORSED = OTHER.replace("id: quiet-harbour", "id: quiet-harbour\nendorsed: true   # by the crew")
FLOW = BELIEF.replace("confidence:\n  score: 0.90  # by hand\n  # agreed on the quay", "confidence: {score: 0.9}")


@pytest.mark.parametrize("text", [BELIEF, ENDORSED, OTHER, FLOW, BELIEF.replace("\n", "\r\n"), "\ufeff" + BELIEF])
def test_everything_but_the_block_keeps_its_characters(text: str) -> None:
    written = write_back(text, CONFIDENCE)
    start, end = _span(text)
    assert (written[:start], written[len(written) - (len(text) - end) :]) == (text[:start], text[end:])


def _span(text: str) -> tuple[int, int]:
    """Where the block of the samples stands, found by their own words."""
    if "confidence:" in text:
        return text.index("confidence:"), text.index("entrenchment")
    mark = "# by the crew\n" if "endorsed" in text else "extracted: 2025-12-01\n"
    place = text.index(mark) + len(mark)
    return place, place


@pytest.mark.parametrize("text", [BELIEF, ENDORSED, OTHER, FLOW, BELIEF.replace("\n", "\r\n")])
def test_a_second_run_changes_nothing(text: str) -> None:
    once = write_back(text, CONFIDENCE)
    assert write_back(once, {**CONFIDENCE, "computed_at": NOON.replace(day=22)}) == once


def test_the_block_reads_as_yaml_with_the_values_given() -> None:
    front = write_back(BELIEF, CONFIDENCE).split("---\n")[1]
    block = YAML(typ="safe", pure=True).load(front)["confidence"]
    assert (block["score"], block["signals"]["temporal"]["tops"]) == (0.7, [{"doc": "a", "score": 0.9}])


def test_comments_inside_the_block_stay() -> None:
    written = write_back(BELIEF, CONFIDENCE)
    assert ("  # agreed on the quay\n" in written, "  score: 0.7 # by hand\n" in written) == (True, True)


def test_windows_line_ends_stay() -> None:
    assert "\n" not in write_back(BELIEF.replace("\n", "\r\n"), CONFIDENCE).replace("\r\n", "")


@given(st.text(max_size=80))
def test_any_string_in_the_block_comes_back_as_it_was(text: str) -> None:
    if "\x00" in text or any(0xD800 <= ord(one) < 0xE000 for one in text):
        return
    written = write_back(BELIEF, {**CONFIDENCE, "reason": text})
    found = read_front_matter(written).values["confidence"]
    assert isinstance(found, dict)
    assert found["reason"] == text


@pytest.mark.parametrize(
    "front",
    [
        "{id: a, confidence: 0.5, facets: [x]}",
        "id: a\nconfidence:\n- 1\n- 2\nendorsed: true",
        "id: a\nfacets: [x,\n  y]\nconfidence: [1,\n2]\nendorsed: true",
        "{id: a, facets: [x]}",
    ],
)
def test_a_file_whose_other_keys_would_not_survive_is_refused(front: str) -> None:
    with pytest.raises(InputRejected, match="cannot be written safely"):
        write_back(f"---\n{front}\n---\n# a\nWords.\n", CONFIDENCE)


def test_the_belief_itself_reads_the_same_afterwards() -> None:
    before, after = parse(BELIEF), parse(write_back(BELIEF, CONFIDENCE))
    assert (after.statement, after.evidence[0].quotes) == (before.statement, before.evidence[0].quotes)
