"""A superlative with its value is held against the column that holds the value, named rows or not."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

CELLARS = (
    '```json\n[{"cellar": "north", "temp_c": 9.5, "moisture_pct": 61}, {"cellar": "south", "temp_c": 12.5, '
    '"moisture_pct": 74}, {"cellar": "tower", "temp_c": 15.5, "moisture_pct": 48}]\n```'
)
TRACKS = """\
| Track | Kind | Length | Climb | Duration |
|---|---|---|---|---|
| Alder Round | easy | 6.4 km | 80 m | 1 h 40 |
| Quarry Steps | hard | 3.9 km | 310 m | 2 h 10 |
| Mill Path | easy | 9.1 km | 120 m | 2 h 30 |
"""
MAKES = """\
| Model | Battery |
|---|---|
| Orvo S | 31 h |
| Orvo L | 39 h |
| Tamis | 46 h |
"""
DESKS = """\
| Item | Type | Weight | Price |
|---|---|---|---|
| Fenn 120 | desk | 31 kg | 249 EUR |
| Fenn 160 | desk | 38 kg | 329 EUR |
| Orla | lamp | 2 kg | 59 EUR |
"""


@pytest.mark.parametrize(
    ("evidence", "right", "wrong", "instead"),
    [
        (CELLARS, "The highest moisture is 74 %, in the south.", "The north has the highest moisture, 61 %.", "74 %"),
        (CELLARS, "The lowest moisture is 48 %.", "The lowest moisture is 61 %.", "48 %"),
        (TRACKS, "The shortest one is 3.9 km long.", "The shortest one is 6.4 km long.", "3.9 km"),
        (TRACKS, "The shortest easy one is 6.4 km long.", "The shortest easy one is 9.1 km long.", "6.4 km"),
        (TRACKS, "The longest takes 2 h 30.", "The longest takes 2 h 10.", "2 h 30"),
        (DESKS, "Of the desks the lightest has 31 kg.", "Of the desks the lightest has 38 kg.", "31 kg"),
    ],
)
def test_the_value_leads_its_column(evidence: str, right: str, wrong: str, instead: str) -> None:
    assert outcome(evidence, right).known is not SupportState.CONTRADICTED
    found = outcome(evidence, wrong)
    assert found.known is SupportState.CONTRADICTED
    assert [one.instead for one in found.conflicts] == [instead]


@pytest.mark.parametrize(
    ("evidence", "claim", "query"),
    [
        (TRACKS, "The second shortest is 6.4 km long.", ""),
        (TRACKS, "One of the longest is 6.4 km long.", ""),
        (TRACKS, "The shortest is 6.4 km long.", "Which easy track is the shortest?"),
        (TRACKS, "The shortest is 6.4 km long.", "Which track of at least 5 km is the shortest?"),
        (DESKS, "The lightest one is 31 kg.", "Which desk is the lightest?"),
        (CELLARS, "The best moisture is 61 %.", ""),
        (MAKES, "Of Orvo the longest one runs for 39 hours.", ""),
    ],
)
def test_what_ranks_among_some_only_is_not_disputed(evidence: str, claim: str, query: str) -> None:
    assert outcome(evidence, claim, query).known is not SupportState.CONTRADICTED
