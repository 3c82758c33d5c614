"""Which claims facts alone vouch for, and which they must not."""

from __future__ import annotations

import pytest

from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.domain.check import CheckName
from validation.domain.claim import ClaimState
from validation.domain.finding import Finding, Severity
from validation.evidence.check_response import check_response
from validation.evidence.facts.outcome import Outcome, SupportState
from validation.evidence.grounding import ClaimGrounding
from validation.evidence.weighing import response_supported, weigh_claim

CONTEXT = """## 0. User Query
which kettle under 60 euros is the quietest?

## 4. Execution Progress
| claim | confidence | source_ref | url |
|---|---|---|---|
| Tarn K2 kettle, 54,90 EUR at Hausmarkt, 61 dB | 0.92 | t1.r1 | https://hausmarkt.example/tarn-k2 |
| Murmel One kettle, 59,00 EUR at Hausmarkt, 68 dB | 0.90 | t1.r2 | https://hausmarkt.example/murmel-one |
"""
LINK = "([Hausmarkt](https://hausmarkt.example/tarn-k2))"


def grounded(response_md: str) -> float:
    document = parse(CONTEXT)
    said = check_response(document, response_md, query=read_query(document)).grounded
    assert said is not None
    return said


@pytest.mark.parametrize(
    "response_md",
    [
        f"The Tarn K2 kettle costs 54.90 EUR {LINK}.",
        f"The Tarn K2 kettle gives 61 dB and costs 54.90 EUR {LINK}.",
    ],
)
def test_what_repeats_the_rows_plainly_is_vouched_for(response_md: str) -> None:
    assert grounded(response_md) >= 0.8


@pytest.mark.parametrize(
    "response_md",
    [
        f"The Tarn K2 kettle costs 44.90 EUR {LINK}.",
        f"The Tarn K2 kettle costs 59.00 EUR {LINK}.",
        f"The Tarn K2 kettle costs 54.90 EUR, boils in two minutes and keeps water warm for hours {LINK}.",
        "The Tarn K2 kettle is made of brushed steel and has a wooden handle.",
    ],
)
def test_what_says_more_or_other_than_the_rows_is_not(response_md: str) -> None:
    assert grounded(response_md) < 0.8


@pytest.mark.parametrize(
    ("carried", "doubtful", "claims", "speaks"),
    [(2, 0, 2, True), (1, 0, 2, True), (1, 0, 3, False), (2, 1, 3, False), (0, 0, 0, False)],
)
def test_facts_speak_for_a_response_when_they_carry_half_and_nothing_is_in_doubt(
    carried: int, doubtful: int, claims: int, speaks: bool
) -> None:
    assert response_supported(carried, doubtful, claims) is speaks


DISPUTE = Finding(
    "statement_contradicted", Severity.LIKELY, CheckName.CLAIMS_SUPPORTED, 0, 3, "The evidence says the opposite.", "c1"
)


def weighed(probability: float) -> tuple[ClaimState, float]:
    return weigh_claim([DISPUTE], Outcome(SupportState.UNKNOWN), ClaimGrounding(probability), prose=0)


@pytest.mark.parametrize("probability", [0.05, 0.9, 0.99])
def test_a_dispute_by_fact_stands_however_sure_the_model_is(probability: float) -> None:
    assert weighed(probability)[0] is ClaimState.CONTRADICTED


def test_what_is_disputed_is_never_half_likely() -> None:
    assert weighed(0.4)[1] < weighed(0.9)[1] < 0.5
