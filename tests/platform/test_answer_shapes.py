"""Shapes that answers of several gates share."""

from __future__ import annotations

from decimal import Decimal

from validation.domain.check import CheckName
from validation.domain.claim import ClaimState
from validation.domain.finding import Finding, Severity
from validation.domain.operations.cost import Cost
from validation.platform.http.schemas import CostOut
from validation.response.gate.sentences import CheckedSentence
from validation.response.schemas import SentenceOut


def test_a_cost_keeps_every_digit() -> None:
    assert CostOut.of(Cost(Decimal("1E-8"), "EUR")) == {"amount": "0.00000001", "currency": "EUR"}


def test_a_sentence_shows_its_findings() -> None:
    finding = Finding("made_up", Severity.CERTAIN, CheckName.CLAIMS_SUPPORTED, 3, 5, "The evidence never mentions it.")
    shown = SentenceOut.of(CheckedSentence("It is so.", 0, 9, ClaimState.CONTRADICTED, (finding,)))
    assert (shown["state"], shown["findings"][0]["code"], shown["findings"][0]["start"]) == (
        "contradicted",
        "made_up",
        3,
    )
