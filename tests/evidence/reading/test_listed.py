"""All values of a list in JSON stand in one line with the rest of their object."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.lines import read_lines

LONG = ", ".join(f'"member number {number}"' for number in range(30))


def lines(evidence: str) -> list[str]:
    document = with_evidence(evidence)
    return [line.text for line in read_lines(document.text, read_evidence(document))]


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        ('{"items": ["tent", "stove"], "status": "delivered"}', "items: tent, stove; status: delivered"),
        ('{"runner": "Ana", "splits": [61, 63, 66]}', "runner: Ana; splits: 61, 63, 66"),
        ('{"items": [\n  "tent",\n  "stove"\n], "sent": "yes"}', "items: tent, stove; sent: yes"),
        ("{'tags': ['a new one', 'red'], 'size': 'M'}", "tags: a new one, red; size: M"),
    ],
)
def test_a_list_is_one_cell(evidence: str, line: str) -> None:
    assert line in lines(evidence)


def test_lists_of_two_objects_stay_apart() -> None:
    found = lines('[{"items": ["tent", "stove"]}, {"items": ["rope"]}]')
    assert [one.split("items: ")[1] for one in found] == ["tent, stove", "rope"]


def test_a_long_list_goes_on_in_further_lines() -> None:
    found = lines(f'{{"members": [{LONG}], "lead": "Ana"}}')
    assert len(found) > 1
    assert all(f"member number {number}" in " ".join(found) for number in range(30))
