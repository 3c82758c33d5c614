"""No claim is supported without a linked quote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.context_md.parser import parse
from validation.domain.claim import Claim, ClaimState, linked_state
from validation.evidence.check_response import check_response
from validation.evidence.linking import settle_support
from validation.evidence.text.claims import is_bare_answer

BRIDGE = """## 0. User Query
What did the council decide about the bridge?

## 4. Execution Progress

- The council of Aldbrook approved 2.4 million EUR for a new bridge on Monday. (source_ref: t1.r1)
"""


def claims_of(response_md: str, context_md: str = BRIDGE) -> tuple[Claim, ...]:
    return check_response(parse(context_md), response_md).claims


@pytest.mark.parametrize(
    "invented",
    [
        "Residents protested loudly in front of the town hall.",
        "Hives are wrapped in wool and heated with electric mats.",
        "The coast guard warns of high waves.",
    ],
)
def test_a_claim_that_nothing_bears_on_is_not_supported(invented: str) -> None:
    claim = claims_of(f"The council approved 2.4 million EUR for a new bridge. {invented}")[-1]
    assert (claim.text, claim.evidence, claim.state) == (invented, (), ClaimState.UNSUPPORTED)
    assert claim.probability < 0.5


@given(st.text(max_size=200), st.text(max_size=200))
def test_support_always_has_a_quote_that_stands_in_the_context(evidence: str, response_md: str) -> None:
    context_md = f"## 0. User Query\nwhat?\n\n## 4. Execution Progress\n\n{evidence}\n"
    for claim in claims_of(response_md, context_md):
        if claim.state is ClaimState.SUPPORTED:
            assert claim.evidence
            assert all(link.quote == context_md[link.start : link.end] for link in claim.evidence)


def test_yes_claims_nothing_when_a_sentence_explains_it() -> None:
    states = [claim.state for claim in claims_of("Yes. The council approved 2.4 million EUR for a new bridge.")]
    assert states == [ClaimState.NOT_FACTUAL, ClaimState.SUPPORTED]


def test_yes_alone_is_not_supported() -> None:
    assert [claim.state for claim in claims_of("Yes.")] == [ClaimState.UNSUPPORTED]


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Yes.", True),
        ("It was.", True),
        ("Not entirely.", True),
        ("Source: (bank:rec)", True),
        ("Nein.", True),
        ("Waterproof.", False),
        ("a rain jacket", False),
        ("Yes, the bridge.", False),
        ("All other days are open.", False),
    ],
)
def test_which_sentences_only_answer(text: str, bare: bool) -> None:
    assert is_bare_answer(text) is bare


@pytest.mark.parametrize(
    ("state", "linked", "bare", "explained", "expected"),
    [
        (ClaimState.SUPPORTED, True, False, True, (ClaimState.SUPPORTED, 0.9)),
        (ClaimState.SUPPORTED, False, False, True, (ClaimState.UNSUPPORTED, 0.49)),
        (ClaimState.SUPPORTED, False, True, True, (ClaimState.NOT_FACTUAL, 1.0)),
        (ClaimState.SUPPORTED, False, True, False, (ClaimState.UNSUPPORTED, 0.49)),
        (ClaimState.CONTRADICTED, False, False, True, (ClaimState.CONTRADICTED, 0.9)),
        (ClaimState.UNSUPPORTED, False, True, True, (ClaimState.UNSUPPORTED, 0.9)),
        (ClaimState.NOT_FACTUAL, False, False, True, (ClaimState.NOT_FACTUAL, 0.9)),
    ],
)
def test_the_state_that_stands(
    state: ClaimState, linked: bool, bare: bool, explained: bool, expected: tuple[ClaimState, float]
) -> None:
    assert settle_support(state, 0.9, linked=linked, bare=bare, explained=explained) == expected


@pytest.mark.parametrize("state", list(ClaimState))
@pytest.mark.parametrize("linked", [True, False])
def test_what_is_stored_and_shown_as_supported_is_linked(state: ClaimState, linked: bool) -> None:
    shown = linked_state(state, linked=linked)
    assert shown is (ClaimState.UNSUPPORTED if state is ClaimState.SUPPORTED and not linked else state)
