"""Whose diet counts: the user's own, and that of somebody whom the query names."""

import pytest

from tests.evidence.requirements.turns import check, met

CHICKEN = "The green curry with chicken costs 13 EUR."


def preferences(said: str) -> str:
    return f"### Session Preferences\n- {said}\n"


@pytest.mark.parametrize(
    ("said", "query"),
    [
        ("Wife: vegetarian", "Suggest a dinner for me and my wife."),
        ("wife: vegan", "What could my wife order, and what does it cost?"),
        ("User's wife is vegetarian", "Suggest a dish that my wife would like."),
        ("My daughter is a strict vegetarian", "Suggest a dish for my daughter."),
        ("Anna is vegetarian", "Dinner with Anna tonight: suggest a dish."),
        ("Anna eats vegetarian", "Suggest a dish for Anna and me."),
        ("Anna: vegan since 2021", "Suggest a dish for Anna."),
        ("Anna's diet: vegetarian", "Suggest a dish for Anna."),
    ],
)
def test_the_diet_of_somebody_whom_the_query_names_counts(said: str, query: str) -> None:
    assert met(check(query, CHICKEN, gathered=preferences(said)), "preference") is False


@pytest.mark.parametrize(
    ("said", "query"),
    [
        ("Wife: vegetarian", "Suggest a dish for my lunch alone."),
        ("Anna is vegetarian", "Suggest a dish for Ben."),
        ("Anna is vegetarian", "Suggest a dish for Annabel."),
        ("Anna was vegetarian until 2020", "Suggest a dish for Anna."),
        ("Anna is no longer vegetarian", "Suggest a dish for Anna."),
        ("Anna is not vegetarian", "Suggest a dish for Anna."),
        ("Anna likes vegetarian cooking shows", "Suggest a dish for Anna."),
        ("Anna owns a vegan cafe", "Suggest a dish for Anna."),
    ],
)
def test_the_diet_of_others_rules_nothing_out(said: str, query: str) -> None:
    assert met(check(query, CHICKEN, gathered=preferences(said)), "preference") is None
