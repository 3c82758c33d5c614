"""The noun that a pronoun stands for is written out for the reader where the question names it."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.reading.antecedents import name_antecedent, name_offered

CABIN = "Cabin notes: the wifi password is Birke-8841. The alarm code is 2207."
POOL = "The pool is open from 1 May to 30 September. The sauna is open all year."
ZOO = "The castle is open on Sunday and costs 8 EUR. The zoo is closed on Sunday and costs 15 EUR."
FERRY = "The ferry to Tarn is the Gull. It sails at 9:00 and costs 14 EUR per person."


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
    assert name_antecedent(text, query) == named


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Is the Lumo or the Aro available in red?", "It is available in red."),
        ("Are the castle and the museum open?", "They are open."),
        ("What's the PIN or the password?", "It's 4471."),
        ("What's the name and address of the vet?", "It's Dr Bode."),
        ("Is parking at the hotel free?", "It is the hotel's own car park."),
        ("Is the ticket for the museum free?", "It is for the museum only."),
        ("What's the dog called?", "It's Milo."),
        ("What's the weather like?", "It's 13 °C."),
        ("What's the code?", "It's on the fridge."),
        ("What's wrong?", "It's 20 minutes late."),
        ("Is it possible to cancel?", "It is possible."),
    ],
)
def test_what_may_stand_for_something_else_stays(query: str, text: str) -> None:
    assert name_antecedent(text, query) == text


@pytest.mark.parametrize(
    ("last", "text", "named"),
    [
        ("How about the Lumo lamp?", "It is dimmable.", "The Lumo lamp is dimmable."),
        ("What about Hotel Gala?", "It's quiet.", "Hotel Gala's quiet."),
        ("Why not try the zoo?", "It costs 8 EUR.", "The zoo costs 8 EUR."),
        ("How about the Lumo or the Aro?", "It is dimmable.", "It is dimmable."),
        ("How about the Lumo lamp?", "They are open.", "They are open."),
        ("How about the Lumo lamp?", "Its price is 8 EUR.", "Its price is 8 EUR."),
        ("Do you like the zoo?", "It costs 8 EUR.", "It costs 8 EUR."),
        ("How about the zoo, or do you prefer the lake?", "It is open.", "It is open."),
    ],
)
def test_the_noun_of_an_offer(last: str, text: str, named: str) -> None:
    assert name_offered(text, last) == named


@pytest.mark.parametrize(
    ("query", "evidence", "response_md", "is_right"),
    [
        ("Where can we go?", ZOO, "How about the castle? It is open on Sunday.", True),
        ("Where can we go?", ZOO, "How about the zoo? It is open on Sunday.", False),
        ("Where can we go?", ZOO, "How about the zoo? It costs 8 EUR.", False),
        ("What's the wifi password at the cabin?", CABIN, "It's Birke-8841.", True),
        ("What's the wifi password at the cabin?", CABIN, "It's 2207.", False),
        ("Is the pool open in October?", POOL, "It is open all year.", False),
        ("What's the ferry to Tarn called, and what is its fare?", FERRY, "The Gull. It's 14 EUR per person.", True),
        ("What's the name of the ferry to Tarn and what's the fare?", FERRY, "The Gull. It's 14 EUR per person.", True),
    ],
)
def test_what_is_true_of_another_thing_is_not_supported(
    query: str, evidence: str, response_md: str, is_right: bool
) -> None:
    *_, claim = check_response(with_evidence(evidence, query=query), response_md).claims
    assert (claim.state is ClaimState.SUPPORTED and (claim.probability or 0) > 0.8) is is_right
