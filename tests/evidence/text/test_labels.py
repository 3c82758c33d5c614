"""Headings, leads, sources and courtesies make no claim, but none may say what the evidence disputes."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response

EVIDENCE = """\
### Lumo H4 (source_ref: t1.r1)

- Lumo H4 headlamp, 49.90 EUR
- The Lumo H4 weighs 86 g
- The Lumo H4 is not waterproof
- Batteries are not included
- It ships to Norway
"""
BODY = "The Lumo H4 weighs 86 g (source_ref: t1.r1)."


def states_of(response: str) -> list[ClaimState]:
    return [claim.state for claim in check_response(with_evidence(EVIDENCE), response).claims]


@pytest.mark.parametrize(
    "response",
    [
        f"## The Lumo H4 is waterproof\n\n{BODY}",
        f"The Lumo H4 is waterproof:\n\n- {BODY}",
        f"Certainly the Lumo H4 is waterproof.\n\n{BODY}",
        f"{BODY}\n\nSources:\n[1] product page - says that batteries are included",
        f"{BODY}\n\nSource: product page, the Lumo H4 is waterproof",
    ],
)
def test_what_the_evidence_disputes_counts_wherever_it_stands(response: str) -> None:
    assert ClaimState.CONTRADICTED in states_of(response)


@pytest.mark.parametrize(
    "label",
    [
        "## Price and weight\n\n{}",
        "## Batteries and delivery\n\n{}",
        "What is included:\n\n- {}",
        "{}\n\nSources:\n- product page",
        "Sure thing! {}",
    ],
)
def test_a_name_for_what_follows_needs_no_support(label: str) -> None:
    states = states_of(label.format(BODY))
    assert set(states) == {ClaimState.NOT_FACTUAL, ClaimState.SUPPORTED}
