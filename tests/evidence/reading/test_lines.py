"""As which lines the reader gets the evidence: ticks in words, plans by name, what stands under a heading with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.outline import Outline
from validation.judge.embedded import APPROVE_EDGE

PLANS = (
    "| Feature | Free | Team | Enterprise |\n|---|---|---|---|\n| SSO | – | – | ✓ |\n| API access | – | ✓ | ✓ |\n"
    "| Guests | 3 | 25 | unlimited |\n"
)
ROOMS = "| | Basic | Plus |\n|---|---|---|\n| Lift | ✗ | ✓ |\n| Parking | ✓ | ✗ |\n| Price | 60 EUR | 85 EUR |\n"
HOTELS = "### Hotel Sol\n- Price: 80 EUR\n- Pool: no\n\n### Hotel Mar\n- Price: 95 EUR\n- Pool: yes\n"
NESTED = "- Hotel Sol\n  - Price: 80 EUR\n  - Pool: no\n- Hotel Mar\n  - Price: 95 EUR\n  - Pool: yes\n"


def lines(evidence: str) -> list[str]:
    document = with_evidence(evidence)
    found = read_lines(document.text, read_evidence(document))
    return [f"{line.subject}: {line.text}" if line.subject else line.text for line in found]


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        (PLANS, "Free; SSO: no"),
        (PLANS, "Team; API access: yes"),
        (PLANS, "Team; Guests: 25"),
        (ROOMS, "Basic; Lift: no"),
        ("- ✅ Wi-Fi\n- ❌ Pets\n", "Pets: no"),
        ("- Parking: ❌\n- Breakfast: ✔️\n", "Breakfast: yes"),
        (HOTELS, "Hotel Mar: Price: 95 EUR"),
        (NESTED, "Hotel Mar: Pool: yes"),
    ],
)
def test_a_line_says_what_it_says_by_itself(evidence: str, line: str) -> None:
    assert line in lines(evidence)


def test_a_dash_beside_no_tick_says_nothing() -> None:
    assert lines("| Club | Points | Trophy |\n|---|---|---|\n| Rovers | 54 | – |\n") == ["Rovers", "Rovers; Points: 54"]


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (PLANS, "Team has no SSO.", "Team includes SSO."),
        (PLANS, "API access comes with Team and Enterprise.", "Free has API access."),
        (ROOMS, "Basic has no lift.", "Basic has a lift."),
        (ROOMS, "Plus has a lift.", "Plus has parking."),
        (HOTELS, "Hotel Sol costs 80 EUR.", "Hotel Sol costs 95 EUR."),
        (HOTELS, "Hotel Mar has a pool.", "Hotel Sol has a pool."),
        ("- ✅ Wi-Fi\n- ❌ Pets\n- ❌ Parking\n", "There is no parking.", "There is parking."),
    ],
)
def test_tables_with_ticks_and_things_under_headings_are_told_apart(evidence: str, right: str, wrong: str) -> None:
    def grounded(claim: str) -> float:
        return check_response(with_evidence(evidence), claim).grounded or 0.0

    assert grounded(wrong) < APPROVE_EDGE <= grounded(right)


def test_one_heading_alone_tells_nothing_apart() -> None:
    text = "# Router\n- Red: off\n"
    assert Outline(text).above(text.index("Red")) == ""


@given(st.text(alphabet=st.sampled_from("# -*1.\t\n\rab"), max_size=200), st.integers(0, 200))
def test_what_stands_above_is_of_an_earlier_line(text: str, place: int) -> None:
    assert Outline(text).above(place) in text[:place]
