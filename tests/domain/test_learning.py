"""What a revision teaches, from two drafts and the hints between them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.learning import DraftChange, Principle, PrincipleCategory, change_between, improvement_principle

BARE = "The Halden lamp costs 49 EUR at Lichtwerk."
SOURCED = "The Halden lamp costs 49 EUR at [Lichtwerk](https://lichtwerk.example/halden)."


def learn(before: str, after: str, hints: str = "", issues: Sequence[str] = ()) -> Principle:
    return improvement_principle(before_md=before, after_md=after, hints=hints, issues=issues)


@pytest.mark.parametrize(
    ("before", "after", "hints", "category"),
    [
        (BARE, SOURCED, "Add the source of the price.", PrincipleCategory.SOURCING),
        (
            f"{BARE} It is usually sold out by May and loved by every buyer.",
            BARE,
            "Remove the invented statement about May.",
            PrincipleCategory.INVENTION,
        ),
        (BARE, BARE.replace("49", "59"), "The price differs from section 4.", PrincipleCategory.ACCURACY),
        (
            f"{BARE} The Orla lamp costs 189 EUR.",
            BARE,
            "One item is over the budget of 100 EUR.",
            PrincipleCategory.REQUIREMENT,
        ),
        (
            "Halden 49 EUR, Orla 59 EUR",
            "| lamp | price |\n|---|---|\n| Halden | 49 EUR |\n| Orla | 59 EUR |",
            "Lay the lamps out as a table.",
            PrincipleCategory.FORMAT,
        ),
        (
            BARE,
            f"{BARE} Lichtwerk ships it within three days and takes it back for a month without questions.",
            "The question about shipping is not answered.",
            PrincipleCategory.COMPLETENESS,
        ),
        (BARE, BARE.replace("costs", "is offered for"), "The wording is vague.", PrincipleCategory.WORDING),
    ],
)
def test_hints_and_change_together_name_the_category(
    before: str, after: str, hints: str, category: PrincipleCategory
) -> None:
    principle = learn(before, after, hints)
    assert (principle.category, principle.confidence) == (category, 0.8)


def test_without_hints_the_change_alone_names_it_with_less_confidence() -> None:
    principle = learn(BARE, SOURCED)
    assert (principle.category, principle.confidence) == (PrincipleCategory.SOURCING, 0.4)


def test_a_hint_that_the_change_does_not_bear_out_is_trusted_by_half() -> None:
    principle = learn(BARE, f"{BARE} Bye.", "Add a citation.")
    assert (principle.category, principle.confidence) == (PrincipleCategory.SOURCING, 0.5)


def test_issues_count_like_hints() -> None:
    assert learn(BARE, SOURCED, issues=("The price has no url.",)).confidence == 0.8


def test_an_unchanged_draft_teaches_next_to_nothing() -> None:
    principle = learn(BARE, BARE, "Add the source.")
    assert principle.confidence == 0.1
    assert "nothing was changed" in principle.description


def test_the_description_says_what_changed_and_what_was_asked() -> None:
    said = learn(BARE, SOURCED, "Add the source of the price.").description
    assert "1 link added" in said
    assert "The hint was: Add the source of the price." in said


@given(st.text(), st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_any_input_gives_one_principle_every_time(before: str, after: str, hints: str, issues: list[str]) -> None:
    principle = learn(before, after, hints, issues)
    assert principle == learn(before, after, hints, issues)
    assert 0.0 <= principle.confidence <= 1.0


@given(st.text())
def test_a_draft_does_not_differ_from_itself(text: str) -> None:
    assert change_between(text, text) == DraftChange(0, 0, 0, 0, 0, 0, 0)


@given(st.text(), st.text())
def test_what_one_way_adds_the_other_way_removes(before: str, after: str) -> None:
    there, back = change_between(before, after), change_between(after, before)
    assert (there.words_added, there.links_removed) == (back.words_removed, back.links_added)
