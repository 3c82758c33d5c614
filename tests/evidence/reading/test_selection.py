"""A response is held against the results that it is about, not against all that a search found beside them."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import collect
from validation.evidence.document.read import read_evidence
from validation.evidence.reading.selection import select_statements

DEPARTURES = """### Departures (source_ref: board)
- 08:05 Malm platform 3
- 08:14 Lund platform 5
- 08:22 Ystad platform 1
"""
OTHERS = """### Eggs (source_ref: eggs)
Put the eggs into boiling water. Soft-boiled eggs take 6 minutes, hard-boiled eggs need 10 minutes.
Afterwards they are cooled in cold water, so that the shell comes off. Three eggs fit into the small pan.

### Garden (source_ref: garden)
Hostas want shade and moist soil. Lavender stands in full sun, three plants to a square metre.
Ferns are watered every 5 days in summer. The hedge is cut in June, when the birds have left their nests.

### Printer (source_ref: printer)
The printer on floor 3 leaves stripes when its drum is worn. Drums last 12,000 pages. Order part 3 of the kit.
A jam is cleared from behind. Toner is kept in the cupboard beside the stairs, two cartridges of each colour.

### Library (source_ref: library)
Books are lent for four weeks and films for one. A card costs nothing for residents. The reading room is heated.
Late returns are reminded of by letter after ten days. Groups book a tour with the desk a week ahead.
The newspapers lie on the long table by the window. Musical scores and board games may be borrowed as well.

### Bridge (source_ref: bridge)
The swing bridge was closed in October after cracks were found. It opened in June on foot and to cars in November.
Ships pass at the full hour. The keeper is reached by radio on channel 12, and boats wait at the eastern pier.
"""
CONTEXT = with_evidence(OTHERS + DEPARTURES, query="What platform does the 8:14 to Lund leave from?")


@pytest.mark.parametrize(
    ("response_md", "state"),
    [
        ("It leaves from platform 5.", ClaimState.SUPPORTED),
        ("It leaves from platform 3.", ClaimState.CONTRADICTED),
        ("The 08:14 to Lund leaves from platform 1.", ClaimState.CONTRADICTED),
    ],
)
def test_a_value_of_another_result_is_no_support(response_md: str, state: ClaimState) -> None:
    (claim,) = check_response(CONTEXT, response_md).claims
    assert claim.state is state


def headings(*claims: str) -> set[str]:
    index = EvidenceIndex(collect(CONTEXT))
    kept = select_statements(read_evidence(CONTEXT), claims, index)
    places = [index.item_at(one.start) for one in kept]
    return {index.items[place].heading.partition(" ")[0] for place in places if place is not None}


@pytest.mark.parametrize(
    ("claims", "about_them"),
    [
        (["The 08:14 to Lund leaves from platform 5."], {"Departures"}),
        (["The 08:14 to Lund leaves from platform 5.", "Hard-boiled eggs need 10 minutes."], {"Departures", "Eggs"}),
    ],
)
def test_each_claim_has_its_own_results(claims: list[str], about_them: set[str]) -> None:
    assert headings(*claims) == about_them


def test_where_nothing_is_claimed_all_is_kept() -> None:
    assert len(headings()) == 6


def test_a_result_is_known_by_its_heading() -> None:
    lamp = "### Lumo H4 (source_ref: lamp)\nKeep it out of the light. Delivery takes two days.\n\n"
    context = with_evidence(lamp + OTHERS + DEPARTURES, query="Where does it go?")
    kept = select_statements(
        read_evidence(context), ["The Lumo H4 stands in full sun."], EvidenceIndex(collect(context))
    )
    assert any("out of the light" in context.text[one.start : one.end] for one in kept)
