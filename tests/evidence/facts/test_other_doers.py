"""Who does it, in which order, how many of them: true words that say something else."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

RETURNS = "Returns are accepted within 30 days; the customer pays the return postage."
LEASE = "The tenant signs the contract before the landlord. The keys are handed over in March."
ENGINES = "11:00 departed Skagg, both engines running. Cabin doors were inspected in the harbour."
TUTORS = (
    "| Tutor | Days | Per hour | Online |\n|---|---|---|---|\n| Ferdinand | Mon, Wed | 24 EUR | yes |\n"
    "| Hoa | Wed, Fri | 28 EUR | yes |\n| Lucja | Tue, Wed | 20 EUR | no |\n| Serge | Tue, Thu | 18 EUR | no |"
)


@pytest.mark.parametrize(
    ("evidence", "claim", "query"),
    [
        (RETURNS, "The shop pays the return postage.", "Who pays the return postage?"),
        (RETURNS, "The seller pays the return postage.", "Who pays the return postage?"),
        (ENGINES, "Both cabin doors were inspected.", ""),
        (TUTORS, "**Cheapest:** Lucja, 20 EUR", "Which tutor should I take?"),
    ],
)
def test_what_the_evidence_says_of_another_is_not_carried(evidence: str, claim: str, query: str) -> None:
    assert outcome(evidence, claim, query).known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim", "query"),
    [
        (RETURNS, "The customer pays the return postage.", "Who pays the return postage?"),
        (LEASE, "The tenant signs the contract before the landlord.", "Who signs first?"),
        (ENGINES, "It departed Skagg at 11:00 with both engines running.", ""),
        (TUTORS, "**Cheapest:** Serge, 18 EUR", "Which tutor should I take?"),
        (TUTORS, "**Cheapest on Wednesday:** Lucja, 20 EUR", "Which tutor should I take?"),
    ],
)
def test_what_the_evidence_says_is_carried(evidence: str, claim: str, query: str) -> None:
    assert outcome(evidence, claim, query).known is SupportState.SUPPORTED


def test_a_word_is_no_tie_because_its_root_is_one() -> None:
    """`tenant` and `ten`, `canal` and `can`, `county` and `count`."""
    evidence = "The bridge over the river is closed for two weeks."
    assert outcome(evidence, "The canal is closed for two weeks.").known is not SupportState.SUPPORTED
