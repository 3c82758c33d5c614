"""A short response is read also where the evidence is long: there the words of a denial stand in it all the same."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response

MUSEUM = (
    "The Halle museum stands on the east bank of the river and was built as a grain store. "
    "Its ground floor shows tools of millers and bakers, among them a stone mill from the village of Orren. "
    "The upper floor holds paintings of the harbour, most of them by a local painter who lived beside the locks. "
    "The museum is closed on Mondays. Children pay nothing, and a guided walk begins in the yard every afternoon. "
    "A cafe in the old counting house serves soup, bread and cake, and its terrace looks over the water. "
    "Bicycles can be left in the yard behind the gate. The lift reaches both floors, and a ramp leads to the terrace. "
)
LIBRARY = (
    "The town library lends books for four weeks and films for one. A card costs nothing for residents. "
    "Its reading room is heated from October on, and the catalogue can be searched from home. "
    "Late returns are reminded of by letter after ten days. Groups book a tour with the desk a week ahead. "
    "The printer beside the stairs takes coins, and the newspapers lie on the long table by the window. "
    "Musical scores and board games may be borrowed as well, two of each at a time. "
)


@pytest.mark.parametrize(
    ("response_md", "state"),
    [
        ("The museum is closed on Mondays.", ClaimState.SUPPORTED),
        ("The museum is open on Mondays.", ClaimState.CONTRADICTED),
        ("The museum is not closed on Mondays.", ClaimState.CONTRADICTED),
        ("Children do not pay nothing.", ClaimState.CONTRADICTED),
    ],
)
def test_what_long_evidence_denies_is_no_support(response_md: str, state: ClaimState) -> None:
    (claim,) = check_response(
        with_evidence(MUSEUM + LIBRARY + LIBRARY.replace("library", "archive")), response_md
    ).claims
    assert claim.state is state


REST = "The library lends books for four weeks. A card costs nothing for residents. The printer takes coins."


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("The museum is closed on Mondays.", ClaimState.SUPPORTED),
        ("The museum is open on Mondays.", ClaimState.CONTRADICTED),
        ("The lift reaches both floors.", ClaimState.SUPPORTED),
        ("The lift reaches neither floor.", ClaimState.CONTRADICTED),
    ],
)
def test_nor_is_it_among_many_claims(said: str, state: ClaimState) -> None:
    claims = check_response(with_evidence(MUSEUM + LIBRARY + LIBRARY), f"{said} {REST}").claims
    assert claims[0].state is state


DAMP = "1. An organ that does not hold its tune.\n2. Constant smell of earth.\n3. Loose tiles near the tower.\n\n"
BAKERS = "The bakers Ida Holt, Jonas Brandt and Livia Kern are not enrolled in the school of Orren, but they help. "


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        (
            DAMP,
            "Damp shows in an organ that won't hold its tune, constant smell of earth, loose tiles and more.",
        ),
        (
            BAKERS,
            "The bakers Ida Holt, Jonas Brandt and Livia Kern help with the dough and enjoy the oven of the mill.",
        ),
    ],
)
def test_a_part_that_sounds_alike_contradicts_nothing(evidence: str, response_md: str) -> None:
    found = check_response(with_evidence(evidence + MUSEUM + LIBRARY + LIBRARY), response_md)
    assert not {finding.code for finding in found.findings if finding.code.endswith("contradicted")}
