"""What a response says the evidence does not tell is asked of the evidence."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.reading.absence import find_absence

ASKED = "How tall do blanket flowers grow?"
FLOWERS = (
    "Blanket flowers are perennials of the sunflower family. They grow two to three feet tall and are hardy in zones "
    "4-10. Plant them 15-18 inches apart in full sun."
)


@pytest.mark.parametrize(
    ("claim", "questions"),
    [
        ("The sources do not say how tall they grow.", (ASKED, "How tall they grow?")),
        ("The leaflet doesn't mention their height.", (ASKED, "What is their height?")),
        (
            "Unfortunately, the documents don't contain a height, so I can't answer that.",
            (ASKED, "What is the height?"),
        ),
        ("I could not find how tall they grow in version 4.2.", (ASKED, "How tall they grow in version 4.2?")),
        ("There is no information about their height in the evidence.", (ASKED, "What is their height?")),
        ("There is no information on how tall they grow.", (ASKED, "How tall they grow?")),
        ("It is not stated how tall they grow.", (ASKED, "How tall they grow?")),
        ("Based on the given evidence, it cannot be determined how tall they grow.", (ASKED, "How tall they grow?")),
        ("I can't tell how tall they grow: the text doesn't say.", (ASKED, "How tall they grow?")),
        ("I don't have information on whether they are tall.", (ASKED, "Whether they are tall?")),
        ("The passages do not answer the question.", (ASKED,)),
        ("The notes say nothing about their height.", (ASKED, "What is their height?")),
        ("They grow in zones 4-10, but the page does not say how tall they grow.", ("How tall they grow?",)),
        ("The page covers soil and sun but does not say how tall they grow.", ("How tall they grow?",)),
        ("Their final height is not mentioned.", (ASKED, "What is Their final height?")),
    ],
)
def test_what_is_said_not_to_be_told_is_asked(claim: str, questions: tuple[str, ...]) -> None:
    absence = find_absence(claim, ASKED)
    assert absence is not None
    assert absence.questions == questions


@pytest.mark.parametrize(
    "claim",
    [
        "The policy does not cover dental cleaning.",
        "It doesn't include batteries.",
        "The CEO did not say when the plant will open.",
        "No, there is no information desk at the station.",
        "No, there was no data loss.",
        "I could not find a cheaper flight than KX 201 at 89 EUR.",
        "The report mentions no deaths.",
        "It is not known who built the chapel.",
        "The leaflet doesn't name Lorezan.",
        "They grow two to three feet tall.",
        "The leaflet says no more than seven days in a row.",
    ],
)
def test_what_is_said_of_the_world_asks_nothing(claim: str) -> None:
    assert find_absence(claim, ASKED) is None


def test_of_a_query_that_was_answered_before_only_the_rest_is_asked() -> None:
    absence = find_absence("The text does not say how tall they grow.", ASKED, answered=True)
    assert absence is not None
    assert absence.questions == ("How tall they grow?",)


def test_a_bare_question_word_is_completed_from_the_query() -> None:
    absence = find_absence("The text doesn't say when.", "Where and when was Ana Lund born?", answered=True)
    assert absence is not None
    assert absence.questions == ("When was Ana Lund born?",)


TURNS = {
    "height": (ASKED, FLOWERS),
    "speed": ("How fast do blanket flowers grow?", FLOWERS),
    "carrier": (
        "Which carrier has my order 77-2031?",
        '{"order": "77-2031", "status": "shipped", "carrier": "Nordpost"}',
    ),
    "pets": (
        "Are pets allowed in flat 8?",
        "| flat | rent | floor |\n|---|---|---|\n| 3 | 1,290 EUR | 2 |\n| 8 | 1,150 EUR | 5 |",
    ),
    "rent": (
        "What is the rent of flat 8?",
        "| flat | rent | floor |\n|---|---|---|\n| 3 | 1,290 EUR | 2 |\n| 8 | 1,150 EUR | 5 |",
    ),
    "designer": (
        "Who designed the lighthouse?",
        "The lighthouse was built in 1874 of grey granite. Its last keeper left in 1982.",
    ),
}


def state_of(turn: str, claim: str) -> ClaimState:
    query, evidence = TURNS[turn]
    (found,) = check_response(with_evidence(evidence, query=query), claim).claims
    return found.state


@pytest.mark.parametrize(
    ("turn", "claim"),
    [
        ("height", "The sources do not say how tall blanket flowers grow."),
        ("height", "The provided passages do not mention their height."),
        ("height", "Based on the given evidence, it cannot be determined how tall blanket flowers grow."),
        ("carrier", "The sources do not say which carrier ships it."),
        ("carrier", "I can't tell which carrier ships it: the text doesn't say."),
        ("rent", "There is no information about the rent of flat 8 in the evidence."),
    ],
)
def test_what_the_evidence_does_tell_contradicts(turn: str, claim: str) -> None:
    assert state_of(turn, claim) is ClaimState.CONTRADICTED


@pytest.mark.parametrize(
    ("turn", "claim"),
    [
        ("speed", "The sources do not say how fast blanket flowers grow."),
        ("speed", "I could not find how fast blanket flowers grow."),
        ("speed", "There is no information about their growth rate in the evidence."),
        ("pets", "I could not find whether pets are allowed in flat 8."),
        ("pets", "There is no information about pets in the evidence."),
        ("designer", "It is not stated who designed the lighthouse."),
    ],
)
def test_what_the_evidence_does_not_tell_supports(turn: str, claim: str) -> None:
    assert state_of(turn, claim) is ClaimState.SUPPORTED


def test_the_line_that_tells_it_is_quoted() -> None:
    query, evidence = TURNS["height"]
    report = check_response(
        with_evidence(evidence, query=query), "The sources do not say how tall blanket flowers grow."
    )
    (finding,) = [one for one in report.findings if one.code == "statement_contradicted"]
    assert "They grow two to three feet tall" in finding.message


def test_beside_what_is_said_an_absence_is_asked_for() -> None:
    evidence = "The museum opens at 10:00 and closes at 17:00. Tickets cost 12 EUR."
    query = "When does the museum open and when does it close?"
    response = "The museum opens at 10:00, but the page does not say when it closes."
    report = check_response(with_evidence(evidence, query=query), response)
    assert [claim.state for claim in report.claims] == [ClaimState.CONTRADICTED]
