"""Words that tell something: nothing carries a claim without them."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param("The fund also gives the Traver Award.", "The fund only gives the Traver Award.", id="only"),
        pytest.param("The plant is in Aarhus.", "The plant in Aarhus produces.", id="a verb of its own"),
        pytest.param("The course costs 40 EUR.", "The course costs 40 EUR and is great.", id="praise"),
    ],
)
def test_what_nobody_says_is_not_supported(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param("Tomas Berg replaced Ines Aranda.", "Ines Aranda was replaced by Tomas Berg.", id="by"),
        pytest.param("Ada Holm met Tomas Berg in Oslo.", "Tomas Berg met Ada Holm in Oslo.", id="both do it"),
        pytest.param("It needs at least one adult.", "It needs at least one adult.", id="at least"),
        pytest.param("It takes less than 3 hours.", "It takes less than 3 hours.", id="less than"),
        pytest.param("Mow before sowing.", "Mow before sowing.", id="an order that is told"),
        pytest.param("The tour has six seats.", "The tour has only six seats.", id="only so many"),
    ],
)
def test_the_same_in_other_words_is_supported(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED
