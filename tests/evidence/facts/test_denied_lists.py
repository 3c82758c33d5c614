"""A denial in front of a list denies every item of it."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

CAFE = (
    '{"name": "Cafe Lindal", "city": "Aarhus", "attributes": {"Parking": {"garage": false, "street": false, '
    '"validated": false, "lot": true, "valet": false}, "Reservations": false, "OutdoorSeating": false, "WiFi": "no", '
    '"TakeOut": true, "GoodForGroups": true, "Ambience": {"romantic": false, "trendy": false, "casual": true}}}'
)
HUT = "The hut has no shower, no heating and no mobile coverage. Blankets are provided."
KIT = "The kit contains a mast, two poles and pegs. The kit does not contain a groundsheet, guy lines or a hammer."


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param(CAFE, "They do not offer WiFi, outdoor seating, or reservations.", id="or"),
        pytest.param(CAFE, "There is no garage, street or valet parking.", id="without the last comma"),
        pytest.param(CAFE, "It does not offer outdoor seating, reservations, and WiFi.", id="and"),
        pytest.param(CAFE, "There is no WiFi, no outdoor seating and no valet parking.", id="each denied"),
        pytest.param(CAFE, "A lot is available, but no garage, street, or valet parking.", id="behind a contrast"),
        pytest.param(CAFE, "It has no parking such as a garage, valet, or street.", id="such as"),
        pytest.param(HUT, "The hut does not have a shower, heating, or mobile coverage.", id="prose"),
        pytest.param(KIT, "The kit does not contain guy lines, a groundsheet, or a hammer.", id="list beside list"),
    ],
)
def test_a_denial_reaches_over_a_list(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param("It has no WiFi, is good for groups and has casual ambience.", id="verbs"),
        pytest.param("It has no WiFi, but groups are good.", id="but"),
        pytest.param("It has no WiFi, and the ambience is casual.", id="a clause of its own"),
        pytest.param("It has no WiFi, with a casual ambience and a lot.", id="with"),
        pytest.param("For groups and a casual ambience, reservations are not needed.", id="words before a comma"),
        pytest.param("It is good for groups and reservations are not offered.", id="a verb before"),
        pytest.param("It is casual though groups are many, and reservations are not offered.", id="a comma before and"),
        pytest.param("Groups and casual visitors have no WiFi.", id="no is said of what follows"),
    ],
)
def test_a_denial_ends_where_another_clause_begins(claim: str) -> None:
    assert outcome(CAFE, claim).known is not SupportState.CONTRADICTED
