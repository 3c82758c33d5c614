"""Whether a response speaks of what was asked for, and the evidence does."""

import pytest

from tests.evidence.requirements.turns import SHOPS, check, met
from validation.domain.check import CheckState

UNDER_50 = "find a kettle under 50 euros"


def test_the_address_of_the_evidence_may_name_what_is_asked_for() -> None:
    evidence = "Soundpost: full bass, thin voices. https://soundpost.example/review/aria-buds\n\nMidori Audio is new.\n"
    assert met(check("What do people say of the Aria Buds?", "Full bass and thin voices.", evidence), "entity") is True


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("find me a cheap laptop under 900 EUR", "The Cor laptop costs 850 EUR.", True),
        ("find me a cheap laptop under 900 EUR", "The Cor notebook costs 850 EUR.", True),
        ("find me a cheap laptop under 900 EUR", "The Aro kettle costs 39,90 EUR.", False),
        ("cheapest desk lamp", "The desk chair costs 80 EUR, the other 90 EUR.", False),
        ("cheapest restaurant near the town hall", "Da Enzo near the town hall is cheapest.", True),
        ("how heavy is the Kestrel Fell?", "The Kestrel Fell weighs 305 g.", True),
        ("how heavy is the Kestrel Fell?", "The Brant Ridge 2 weighs 268 g.", False),
        ("how heavy is the Brant Ridge 2?", "The Brant Ridge 3 weighs 268 g.", False),
        ("compare the Kestrel Fell and the Brant Ridge 2", "The Brant Ridge 2 weighs 268 g.", False),
        ("which is lighter, the Kestrel Fell or the Brant Ridge 2?", "The Brant Ridge 2, at 268 g.", True),
        ("how do volcanoes erupt?", "Magma rises and volcanoes erupt.", True),
        ("how do volcanoes erupt?", "The Aro kettle costs 39,90 EUR.", False),
        ("is the film suitable for kids?", "No, it is rated 16.", None),
        ("how do volcanoes erupt?", "Unable to answer from what was found.", None),
        ("summarize the following news within 30 words", "The Aro kettle costs 39,90 EUR.", None),
    ],
)
def test_the_response_speaks_of_what_was_asked_for_or_not(query: str, response: str, holds: bool | None) -> None:
    assert met(check(query, response), "entity") is holds


def test_a_bare_answer_is_on_topic_through_its_evidence() -> None:
    evidence = "Canberra is the capital of Australia.\n"
    assert met(check("what is the capital of Australia?", "Canberra.", evidence, linked=True), "entity") is True


def test_evidence_on_another_kind_of_thing_needs_new_research() -> None:
    report = check("find a laptop under 900 EUR", "The Aro kettle costs 39,90 EUR.", SHOPS, linked=True)
    assert report.evidence_missing is not None


def test_evidence_that_holds_the_kind_needs_only_rewording() -> None:
    report = check("find a laptop under 900 EUR", "The Aro kettle costs 39,90 EUR.", SHOPS + "\nCor laptop, 850 EUR\n")
    assert (report.addressed.state, report.evidence_missing) == (CheckState.FAIL, None)


@pytest.mark.parametrize(
    ("response", "holds"),
    [
        ("The Aro kettle is lighter. Shall I compare the cords as well?", True),
        ("The Aro kettle is lighter. Do you need a kettle with a filter?", True),
        ("The Aro kettle is lighter. Have you considered investing savings into crypto?", False),
        ("The Aro kettle is lighter.", None),
    ],
)
def test_a_question_asked_back_stays_on_topic_or_not(response: str, holds: bool | None) -> None:
    assert met(check("which kettle is lighter?", response), "follow_up") is holds


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("How much does the bottle hold?", "The bottle holds 770 ml.", None),
        ("How much does the bottle cost?", "The bottle holds 770 ml.", False),
        ("Who won the final?", "Aro won the final.", None),
        ("Who won the final?", "The second one won the final.", False),
    ],
)
def test_a_question_is_answered_in_kind(query: str, response: str, holds: bool | None) -> None:
    evidence = "The bottle holds 770 ml. In the final Aro won, 2 to 1."
    assert met(check(query, response, evidence, linked=True), "part") is holds
