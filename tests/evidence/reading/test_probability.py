"""Facts and reader together: which of them moves the probability of a claim, and how far."""

from __future__ import annotations

import pytest

from validation.domain.check import CheckName
from validation.domain.claim import ClaimState
from validation.domain.finding import Finding, Severity
from validation.evidence.facts.outcome import Outcome, SupportState
from validation.evidence.reading.support import ClaimReading
from validation.evidence.reading.windows import Window
from validation.evidence.weighing import weigh_reading
from validation.reader import SupportScore

FIGURE = Outcome(SupportState.SUPPORTED, derived=frozenset({(3, 7)}))
WORDS = Outcome(SupportState.SUPPORTED)
OPEN = Outcome(SupportState.UNKNOWN)


def reading(supports: float, contradicts: float) -> ClaimReading:
    score = SupportScore(supports, contradicts, 1 - supports - contradicts, (), is_cut=False)
    return ClaimReading("c1", Window("The cellar is dry.", 0, 18, 1.0), score)


HALF_SURE = reading(0.8, 0.1)
SUPPORTS, CONTRADICTS, SILENT = reading(0.98, 0.01), reading(0.01, 0.98), reading(0.03, 0.02)


def finding(code: str, severity: Severity) -> Finding:
    return Finding(code, severity, CheckName.NO_HALLUCINATIONS, 0, 3, "It does not appear.", "c1")


def chance(outcome: Outcome, read: ClaimReading | None) -> float:
    return weigh_reading([], outcome, read, factual=True, claims=1)[1]


@pytest.mark.parametrize(
    ("likelier", "less_likely"),
    [
        ((WORDS, SILENT), (OPEN, SILENT)),
        ((WORDS, SUPPORTS), (WORDS, CONTRADICTS)),
        ((OPEN, SUPPORTS), (OPEN, SILENT)),
        ((OPEN, SUPPORTS), (OPEN, None)),
    ],
)
def test_what_makes_a_claim_likelier(
    likelier: tuple[Outcome, ClaimReading | None], less_likely: tuple[Outcome, ClaimReading | None]
) -> None:
    assert chance(*likelier) > chance(*less_likely)


def test_one_of_several_claims_is_likelier_than_the_only_one_up_to_a_limit() -> None:
    chances = [weigh_reading([], OPEN, HALF_SURE, factual=True, claims=claims)[1] for claims in (1, 2, 5, 8, 900)]
    assert chances == sorted(chances)
    assert chances[0] < chances[1] < chances[2]
    assert chances[3] == chances[4]


@pytest.mark.parametrize(
    ("findings", "outcome", "read", "state"),
    [
        ([], FIGURE, SUPPORTS, ClaimState.SUPPORTED),
        ([], OPEN, SUPPORTS, ClaimState.SUPPORTED),
        ([], OPEN, CONTRADICTS, ClaimState.CONTRADICTED),
        ([], OPEN, SILENT, ClaimState.UNSUPPORTED),
        ([], OPEN, None, ClaimState.UNSUPPORTED),
        ([finding("value_contradicted", Severity.LIKELY)], OPEN, SILENT, ClaimState.CONTRADICTED),
        ([finding("value_contradicted", Severity.LIKELY)], OPEN, HALF_SURE, ClaimState.CONTRADICTED),
        ([finding("value_contradicted", Severity.LIKELY)], WORDS, SUPPORTS, ClaimState.SUPPORTED),
        ([finding("money_not_in_evidence", Severity.CERTAIN)], OPEN, SUPPORTS, ClaimState.UNSUPPORTED),
        ([finding("name_not_in_evidence", Severity.LIKELY)], OPEN, SUPPORTS, ClaimState.UNSUPPORTED),
        ([finding("superlative_without_source", Severity.LIKELY)], OPEN, SUPPORTS, ClaimState.SUPPORTED),
        ([finding("superlative_without_source", Severity.LIKELY)], OPEN, SILENT, ClaimState.UNSUPPORTED),
    ],
)
def test_the_state_of_a_claim_that_was_read(
    findings: list[Finding], outcome: Outcome, read: ClaimReading | None, state: ClaimState
) -> None:
    assert weigh_reading(findings, outcome, read, factual=True, claims=1)[0] is state


def test_what_was_not_read_rests_on_the_facts() -> None:
    assert chance(OPEN, None) < 0.5 < 0.8 < chance(WORDS, None)
