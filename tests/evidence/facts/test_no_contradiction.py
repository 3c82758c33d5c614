"""Claims that look as if the evidence spoke against them, and are right all the same."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

RATED = (
    '{"name": "Dang Grill", "business_stars": 4.5, "review_info": [{"review_stars": 5.0, "review_text": "The best."}, '
    '{"review_stars": 2.0, "review_text": "Too loud."}, {"review_stars": 4.0, "review_text": "Good."}]}'
)
DATES = "Applications open on 3 March and close on 28 March; interviews are held from 7 to 11 April."
SEATS = '{"name": "Dang Grill", "OutdoorSeating": true, "Music": false}'
SPANS = "The library is open 9:00-12:00 and 13:00-17:00 from Tuesday to Friday."
NUMBERED = '{"name": "Rose Cafe No 2", "address": "1816 Cliff Dr", "attributes": {"casual": true}}'
DEPOT = (
    '{"parcel": "GX5", "events": [{"at": "2025-11-06T06:40", "place": "Harz depot", "status": "Arrived at depot"}]}\n'
    "Parcels can be redirected to a depot until 22:00 on the day before delivery."
)
RIVALS = (
    "Ostrava AG reported revenue of 412 million euros.\n\nRival Pakko said its revenue climbed to 398 million euros."
)
TICKET = '[{"at": "2026-02-20", "event": "two photos sent"}, {"at": "2026-02-26", "event": "refund of 34.90 EUR paid"}]'
GUIDE = (
    "Is the water safe to drink?\nEmpty the tray when you are done. The restroom was not clean on our visit. If the "
    "disposal is not working, check the fuse. Give clear fluid in small doses by spoon."
)


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param(RATED, "Customers gave it an average rating of 4.5 stars in reviews.", id="ratings of others"),
        pytest.param(DATES, "Applications close on 28 March.", id="a clause without a doer of its own"),
        pytest.param("The museum is open daily except Tuesday.", "It is open on Wednesdays.", id="another day"),
        pytest.param(SEATS, "It has both outdoor and indoor seating.", id="both sides"),
        pytest.param(NUMBERED, "Rose Cafe No 2 is a casual restaurant.", id="a number in a name"),
        pytest.param(SPANS, "Tuesday to Friday: 9 am to 12 noon", id="one of two spans"),
        pytest.param(DEPOT, "The parcel arrived at the depot on 6 November at 06:40.", id="a row and a sentence"),
        pytest.param(RIVALS, "Ostrava AG's revenue climbed to 412 million euros.", id="a sentence about another"),
        pytest.param(TICKET, "Opened on 20 February, it was refunded 34.90 EUR.", id="a count is no price"),
        pytest.param(GUIDE, "The water is not safe to drink.", id="a question"),
        pytest.param(GUIDE, "Don't forget to empty the tray when you are done.", id="do not forget"),
        pytest.param(GUIDE, "There were complaints about the clean restroom.", id="complaints"),
        pytest.param(GUIDE, "If the disposal stops working, check the fuse.", id="stops working"),
        pytest.param(GUIDE, "Begin with small amounts of clear fluid in small doses.", id="a side named twice"),
        pytest.param(GUIDE, "The passages do not say whether the fluid is clear.", id="of the evidence itself"),
    ],
)
def test_what_is_not_denied_is_not_contradicted(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param(RATED, "Dang Grill has 3.5 stars.", id="another rating"),
        pytest.param(SEATS, "It has no outdoor seating.", id="a field denied"),
        pytest.param(GUIDE, "Do not empty the tray when you are done.", id="an order turned round"),
        pytest.param(GUIDE, "The restroom was clean on our visit.", id="a state"),
    ],
)
def test_what_is_denied_still_is(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


def test_no_span_is_made_of_two() -> None:
    assert outcome(SPANS, "Tuesday to Friday: 9 am to 5 pm").known is SupportState.CONTRADICTED
