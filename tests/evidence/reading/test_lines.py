"""As which lines the reader gets the evidence: ticks in words, plans by name, what stands under a heading with it."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import grounded, with_evidence
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
        ("\\## Fees\n\nCash only, please.\n", "Fees"),
        ("### Not included\n- Cable car (24 EUR)\n### Included\n- Lunch\n", "Not included: Cable car (24 EUR)"),
        ("### 2024\n| Shop | Visits |\n|---|---|\n| Mitte | 8 |\n### 2025\n", "2024: Mitte; Visits: 8"),
    ],
)
def test_a_line_says_what_it_says_by_itself(evidence: str, line: str) -> None:
    assert line in lines(evidence)


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        ('```json\n{"trail": "Red", "price_eur": 29}\n```\n', "trail: Red; price: 29 eur"),
        ("- distance_km: 18\n", "distance: 18 km"),
        ("- vat_pct: 19\n", "vat: 19 %"),
        ("- temp_c: 21\n", "temp: 21 °c"),
        ("- depth_m: 2\n", "depth: 2 m"),
        ("- size m: 4\n", "size m: 4"),
        ("- group_h: 3\n", "group h: 3"),
        ("| Trail | Length (km) |\n|---|---|\n| Red | 18 |\n", "Red; Length: 18 km"),
        ("- minutes: 75\n", "minutes: 75"),
        ("- rent_eur_month: 700\n", "rent eur month: 700"),
        ("- price: 29 EUR\n", "price: 29 EUR"),
    ],
)
def test_a_bare_number_takes_the_unit_that_ends_the_name_of_its_field(evidence: str, line: str) -> None:
    assert lines(evidence) == [line]


def test_a_dash_beside_no_tick_says_nothing() -> None:
    assert lines("| Club | Points | Trophy |\n|---|---|---|\n| Rovers | 54 | – |\n") == ["Rovers; Points: 54"]


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (PLANS, "Team has no SSO.", "Team includes SSO."),
        (PLANS, "Team and Enterprise have API access.", "Free has API access."),
        (ROOMS, "Basic has no lift.", "Basic has a lift."),
        (ROOMS, "Plus has a lift.", "Plus has parking."),
        (HOTELS, "Hotel Sol costs 80 EUR.", "Hotel Sol costs 95 EUR."),
        (HOTELS, "Hotel Mar has a pool.", "Hotel Sol has a pool."),
        ("- ✅ Wi-Fi\n- ❌ Pets\n- ❌ Parking\n", "There is no parking.", "There is parking."),
    ],
)
def test_tables_with_ticks_and_things_under_headings_are_told_apart(evidence: str, right: str, wrong: str) -> None:
    assert grounded(evidence, wrong) < APPROVE_EDGE <= grounded(evidence, right)


RELEASES = "## 2.1\n### Fixed\n- Red\n## 2.0\n### Fixed\n- Blue\n"
CITED = "## One (source_ref: a)\nRed\n## One (source_ref: b)\nBlue\n"
SECTIONS = "# Context Document\n## 4. Execution Progress\n### Radio\n- Red\n"


@pytest.mark.parametrize(
    ("text", "word", "above"),
    [
        ("# Router\n- Red: off\n", "Red", ""),
        (RELEASES, "Red", "2.1, Fixed"),
        (RELEASES, "Blue", "2.0, Fixed"),
        ("# Lamps\n## Colours\n- Red\n## Sizes\n- Big\n", "Red", "Colours"),
        ("## Lamps\n### Colours\n- Red\n## Chairs\nBlue\n", "Blue", "Chairs"),
        ("**Admission**\nRed\n\n**Tours:**\nBlue\n", "Red", "Admission"),
        ("**Admission**\nRed\n\n**Tours:**\nBlue\n", "Blue", "Tours"),
        ("**No dogs.**\nRed\n\n**No cats.**\nBlue\n", "Blue", ""),
        (CITED, "Red", ""),
        ("### One\n\\# Fees\nRed\n### Two\nBlue\n", "Blue", "Two"),
        (SECTIONS, "Red", ""),
        (f"# Inn\n## {'very ' * 14}long\n### Rooms\n- Red\n## Short\n", "Red", "Rooms"),
    ],
)
def test_a_line_stands_under_what_tells_it_from_others(text: str, word: str, above: str) -> None:
    assert Outline(text).above(text.index(word)) == above


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (
            "# Tours\n## Summer hike\n### Included\n- Lunch\n### Not included\n- Cable car\n"
            "## Winter hike\n### Included\n- Snowshoes\n### Not included\n- Lunch\n",
            "The cable car is not included in the summer hike.",
            "The cable car is included in the summer hike.",
        ),
        (
            "## 3.4.0\n### Added\n- Dark mode\n### Removed\n- Support for Windows 8\n"
            "## 3.3.1\n### Fixed\n- Login loop\n",
            "Version 3.4.0 removes support for Windows 8.",
            "Version 3.3.1 removes support for Windows 8.",
        ),
    ],
)
def test_headings_within_headings_are_told_apart(evidence: str, right: str, wrong: str) -> None:
    nested = evidence.replace("# ", "### ")
    assert grounded(nested, wrong) < APPROVE_EDGE <= grounded(nested, right)


@given(st.text(alphabet=st.sampled_from("# -*1.\t\n\rab"), max_size=200), st.integers(0, 200))
def test_what_stands_above_is_of_an_earlier_line(text: str, place: int) -> None:
    assert all(name in text[:place] for name in Outline(text).above(place).split(", "))


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ("allergic to peanuts", "You allergic to peanuts."),
        ("Does not drink coffee after noon.", "You does not drink coffee after noon."),
        ("sock size 43", "You sock size 43."),
        ("Greta is lactose intolerant", "Greta is lactose intolerant"),
        ("The user likes tea", "The user likes tea"),
        ("seat preference: aisle", "seat preference: aisle"),
    ],
)
def test_a_note_of_the_user_without_a_subject_gets_it(note: str, line: str) -> None:
    document = with_evidence("none", gathered=f"- {note} (source_ref: memory:note)")
    assert line in [one.text for one in read_lines(document.text, read_evidence(document))]


def test_what_was_researched_is_no_note_of_the_user() -> None:
    document = with_evidence("none", gathered="- opens at 9:30 (source_ref: research:shop)")
    assert "opens at 9:30" in [one.text for one in read_lines(document.text, read_evidence(document))]


@pytest.mark.parametrize("note", ["", "**", "[1]", "(passage 3)"])
def test_a_note_of_nothing_is_no_line(note: str) -> None:
    document = with_evidence("none", gathered=f"- {note} (source_ref: memory:note)")
    assert [one.text for one in read_lines(document.text, read_evidence(document))] == ["none"]


@pytest.mark.parametrize("line", ["# " * 100_000 + "x", "# a" + " " * 200_000 + "x", "# " + "[a](b) " * 30_000])
def test_hostile_headings_take_linear_time(line: str) -> None:
    started = process_time()
    Outline(line)
    assert process_time() - started < 5


def test_closing_signs_are_no_part_of_a_heading() -> None:
    text = "# Fees ##\n- a\n# Hours\n- b"
    assert Outline(text).above(text.index("- a")) == "Fees"
