"""The noun that a pronoun stands for is written out for the reader where the question or an offer names it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.reading.antecedents import name_antecedent

CABIN = "Cabin notes: the wifi password is Birke-8841. The alarm code is 2207."
POOL = "The pool is open from 1 May to 30 September. The sauna is open all year."
MIA = "Mia wished for a head lamp. She already has a tent."
FERRY = "The ferry to Tarn is the Gull. It sails at 9:00 and costs 14 EUR per person."
PLACES = "Suliko is quiet and has a gluten-free menu. Bar Rosso is loud and serves pizza."


@pytest.mark.parametrize(
    ("query", "text", "named"),
    [
        ("What's the door code?", "It's 4471.", "The door code is 4471."),
        ("what is my gate", "It's C4 now.", "Your gate is C4 now."),
        ("Hi! Who's the new head of the choir?", "It's Jakob Wiel.", "The new head of the choir is Jakob Wiel."),
        ("What are the hours on Sunday?", "They're 10:00 to 14:00.", "The hours on Sunday are 10:00 to 14:00."),
        ("What's the PIN and who set it?", "It's 9034, and Lou set it.", "The PIN is 9034, and Lou set it."),
        ("What was the total?", "It was €490.28.", "The total was €490.28."),
        ("What is Ana's school?", "It's the Lindenschule.", "Ana's school is the Lindenschule."),
        ("Is parking free?", "It's only free with a suite.", "Parking is only free with a suite."),
        ("Is my luggage fully insured?", "No, it isn't insured.", "No, your luggage isn't insured."),
        ("Are dogs allowed in the cabin?", "They are not allowed.", "Dogs are not allowed."),
    ],
)
def test_the_noun_of_the_question(query: str, text: str, named: str) -> None:
    assert name_antecedent(text, "", [], query) == named


@pytest.mark.parametrize(
    "before",
    ["Under the normal warranty it isn't.", "With the basic plan, it is not.", "No, it isn't covered by default."],
)
def test_the_noun_of_the_question_behind_a_claim_on_the_same(before: str) -> None:
    told = [before]
    text = name_antecedent("It is covered with Care+.", told[-1], told, "Is water damage covered on my phone?")
    assert text == "Water damage is covered with Care+."


@pytest.mark.parametrize(
    ("offer", "text", "named"),
    [
        (
            "How about a head lamp?",
            "She said she'd love one, for hiking.",
            "She said she'd love a head lamp, for hiking.",
        ),
        ("You could get her a bell.", "She wished for one in May.", "She wished for a bell in May."),
        ("How about Suliko?", "It's quiet.", "Suliko is quiet."),
        ("How about Suliko?", "It's open until 22:00.", "Suliko is open until 22:00."),
        ("How about the opera?", "It is 12 EUR.", "The opera is 12 EUR."),
        ("What about the castle by the lake?", "It isn't open.", "The castle by the lake isn't open."),
    ],
)
def test_the_noun_of_an_offer(offer: str, text: str, named: str) -> None:
    assert name_antecedent(text, offer, [], "Any ideas?") == named


@pytest.mark.parametrize(
    ("query", "last", "text"),
    [
        ("Is the Lumo or the Aro available in red?", "", "It is available in red."),
        ("Are the castle and the museum open?", "", "They are open."),
        ("What's the PIN or the password?", "", "It's 4471."),
        ("What's the name and address of the vet?", "", "It's Dr Bode."),
        ("What's the name of the ferry, and what does it cost?", "The Gull.", "It's 14 EUR per person."),
        (
            "Is the pool heated?",
            "For warmth there is the sauna, and it is on the first floor.",
            "It is heated to 90 °C.",
        ),
        ("Is the cellar dry?", "The garage is next to the house; it is new.", "It is dry."),
        ("Is parking at the hotel free?", "", "It is the hotel's own car park."),
        ("Is the ticket for the museum free?", "", "It is for the museum only."),
        ("How do I get there?", "You could take the train RE 3.", "It is 80 km from Velmar to Orrin."),
        ("Any ideas?", "How about a taxi?", "It's only about 20 minutes to the beach."),
        ("Any ideas?", "How about the beach?", "It's a short walk."),
        ("What's the dog called?", "", "It's Milo."),
        ("What's the weather like?", "", "It's 13 °C."),
        ("What is the new price?", "", "It was 80 EUR."),
        ("What's the code?", "The cabin is in Malm.", "It's 12 km away."),
        ("What's the code?", "", "It's on the fridge."),
        ("What's wrong?", "", "It's 20 minutes late."),
        ("Is it possible to cancel?", "", "It is possible."),
        ("Is the carbon bike available in red?", "The steel bike is.", "It is available in red."),
        ("Any ideas?", "How about visiting the zoo?", "It's open."),
        ("Any ideas?", "How about a head lamp?", "She wants one of the old ones."),
        ("Any ideas?", "How about the head lamp?", "She wants one."),
        ("Any ideas?", "How about I book it?", "It's 40 EUR."),
    ],
)
def test_what_may_stand_for_something_else_stays(query: str, last: str, text: str) -> None:
    assert name_antecedent(text, last, [last] if last else [], query) == text


@pytest.mark.parametrize(
    ("query", "evidence", "response_md", "is_right"),
    [
        ("What's the wifi password at the cabin?", CABIN, "It's Birke-8841.", True),
        ("What's the wifi password at the cabin?", CABIN, "It's 2207.", False),
        ("Is the pool open in October?", POOL, "It is open all year.", False),
        ("What's the ferry to Tarn called, and what is its fare?", FERRY, "The Gull. It's 14 EUR per person.", True),
        ("What's the name of the ferry to Tarn and what's the fare?", FERRY, "The Gull. It's 14 EUR per person.", True),
        ("Gift for Mia?", MIA, "How about a head lamp? She wished for one.", True),
        ("Gift for Mia?", MIA, "How about a tent? She'd love one.", False),
        ("Dinner on Friday?", PLACES, "How about Suliko? It's quiet.", True),
        ("Dinner on Friday?", PLACES, "How about Bar Rosso? It's quiet.", False),
    ],
)
def test_what_is_true_of_another_thing_is_not_supported(
    query: str, evidence: str, response_md: str, is_right: bool
) -> None:
    *_, claim = check_response(with_evidence(evidence, query=query), response_md).claims
    assert (claim.state is ClaimState.SUPPORTED and (claim.probability or 0) > 0.8) is is_right


def test_no_more_claims_are_looked_at_than_the_farthest_allows() -> None:
    looked_at: list[str] = []

    def told() -> Iterator[str]:
        for _ in range(1_000):
            looked_at.append("It is covered.")
            yield looked_at[-1]

    assert name_antecedent("It is covered.", "It is covered.", told(), "Is water damage covered?") == "It is covered."
    assert len(looked_at) < 50
