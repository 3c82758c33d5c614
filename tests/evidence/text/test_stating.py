from __future__ import annotations

import pytest

from validation.evidence.language.stating import states


@pytest.mark.parametrize(
    "text",
    [
        "The lamp is waterproof",
        "The Lamp Is Waterproof",
        "E18: the pump is blocked",
        "You can cancel at any time",
        "The bike costs 690 EUR",
        "Product page (it comes with a lock)",
        "Open on Mondays",
        "Die Lampe ist nicht dimmbar",
        "Le casque n'est pas inclus",
        "La bici cuesta 18 EUR",
    ],
)
def test_a_subject_with_a_finite_verb_states_something(text: str) -> None:
    assert states(text)


@pytest.mark.parametrize(
    "text",
    [
        "Price and delivery",
        "Shipping costs",
        "Free parking",
        "What is included",
        "How to tell whether it is blocked",
        "Why the lamp is worth it",
        "All you can eat",
        "Things that are not covered",
        "Before you can start",
        "Must-haves in May",
        "Is it waterproof",
        "Was ist enthalten",
        "Ce qui est inclus",
        "Caffo 200 manual, page 12",
        "",
    ],
)
def test_a_name_or_a_question_states_nothing(text: str) -> None:
    assert not states(text)
