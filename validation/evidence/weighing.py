"""The one place where all that is known of a claim becomes its state and its probability.

What is known: findings, the outcome of the facts, and the grounding model's estimate. Certain findings come first,
then contradictions by fact, then likely findings where the facts do not carry the claim, then support by fact; what the
facts do not know is the model's to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from validation.domain.claim import ClaimState
from validation.domain.finding import Finding, Severity
from validation.evidence.facts.index import MUCH_PROSE
from validation.evidence.facts.outcome import Outcome, SupportState
from validation.evidence.grounding import ClaimGrounding, Grounding
from validation.evidence.opinion import INVENTS
from validation.evidence.reading.probability import (
    DISPUTES,
    signals,
    support_probability,
)
from validation.evidence.reading.support import ClaimReading

SURE = 0.8
_SUPPORTED = 0.5
_BY_FACT = 0.93
_CERTAIN_CAP = 0.05
CONTRADICTED_CAP = 0.2
_LIKELY_CAP = 0.49
"""Unsupported and no more: of the responses such rules flag one in five is right after all (docs/embedded-judge.md)."""
_UNREAD_CAP = 0.79
"""A claim with words or figures that nothing carries is not approved on the model's word alone."""
_READ_OTHERWISE = 0.9
"""Of responses that the grounding model alone would approve beside long evidence, such a reading takes back 21 of 162
wrong ones and 7 of 124 right ones of our own, and of 703 held-back RAGTruth responses 2 of 5 and 4 of 75."""
_UNSUPPORTS = INVENTS | {"superlative_without_source"}
_DECIDES = frozenset({"date_not_in_evidence", "name_not_in_evidence", "feature_not_in_evidence", "url_not_in_evidence"})
"""Of sentences by hand, four of five that have one of these are not supported, whatever the reader says."""

_LIKELY = 0.65
"""Of held-back RAGTruth responses of at most three claims that facts and reader call so likely, and the grounding model
supported, 66 of 71 are grounded, and of 1,158 responses of our own beside passages of others 7 of 11."""

Weighed = tuple[ClaimState, float, tuple[str, ...]]
"""State, probability and what speaks against the claim."""


def weigh_claim(
    findings: Sequence[Finding],
    outcome: Outcome,
    grounded: ClaimGrounding | None,
    reading: ClaimReading | None = None,
    *,
    prose: int,
) -> tuple[ClaimState, float]:
    """State and probability of support, 0.0-1.0, where the grounding model is asked; `grounded` is None for what states
    nothing. `prose` is how many characters of the evidence are running text: of much of it the model judges what the
    facts do not know, of little it has too little to go by. The reader has only a say against what it is sure of."""
    if grounded is None:
        return _weigh_label(findings)
    decided = _decided(findings, grounded.probability)
    if decided:
        return decided
    read_otherwise = reading is not None and reading.score.contradicts >= _READ_OTHERWISE
    if read_otherwise or not DISPUTES.isdisjoint(_codes(findings)):
        return ClaimState.CONTRADICTED, min(grounded.probability, _LIKELY_CAP)
    if _codes(findings) & _UNSUPPORTS and outcome.known is not SupportState.SUPPORTED:
        return ClaimState.UNSUPPORTED, min(grounded.probability, _LIKELY_CAP)
    if outcome.known is SupportState.SUPPORTED and prose < MUCH_PROSE:
        return ClaimState.SUPPORTED, max(grounded.probability, _BY_FACT)
    unread = prose < MUCH_PROSE and (outcome.uncovered or outcome.loose or outcome.missing)
    probability = min(grounded.probability, _UNREAD_CAP) if unread else grounded.probability
    return (ClaimState.SUPPORTED if probability >= _SUPPORTED else ClaimState.UNSUPPORTED), probability


def weigh_reading(
    findings: Sequence[Finding], outcome: Outcome, reading: ClaimReading | None, *, factual: bool, claims: int
) -> tuple[ClaimState, float]:
    """As `weigh_claim`, where the reader is asked: facts and reader together say how likely the claim is carried. It is
    one of so many of a response."""
    codes = _codes(findings)
    if not factual:
        return _weigh_label(findings, reading)
    decided = _decided(findings, 1.0)
    if decided:
        return decided
    if reading is None:
        chance = _BY_FACT if outcome.known is SupportState.SUPPORTED else _LIKELY_CAP
    else:
        chance = support_probability(signals(outcome, reading, codes), claims)
    carried = outcome.known is SupportState.SUPPORTED
    if codes & _DECIDES and not carried:
        return ClaimState.UNSUPPORTED, min(chance, _LIKELY_CAP)
    if not DISPUTES.isdisjoint(codes) and chance < SURE:
        return ClaimState.CONTRADICTED, min(chance, _LIKELY_CAP)
    if codes & _UNSUPPORTS and not carried and chance < SURE:
        chance = min(chance, _LIKELY_CAP)
    if chance >= _SUPPORTED:
        return ClaimState.SUPPORTED, chance
    wanted = _SUPPORTED if codes & _UNSUPPORTS else SURE  # a finding and the reader together need less
    disputed = reading is not None and reading.score.contradicts >= wanted
    return ClaimState.CONTRADICTED if disputed else ClaimState.UNSUPPORTED, chance


def is_likely(weighed: Sequence[Weighed]) -> bool:
    """Whether facts and reader support every claim, one of them at least without being sure."""
    scored = [(state, chance) for state, chance, _ in weighed if state is not ClaimState.NOT_FACTUAL]
    likely = all(state is ClaimState.SUPPORTED and chance >= _LIKELY for state, chance in scored)
    return likely and any(chance < SURE for _, chance in scored)


def confirmed(weighed: Sequence[Weighed], grounding: Grounding) -> tuple[Weighed, ...]:
    """What facts and reader find likely, as sure as the grounding model is where it supports the whole response.
    `grounding` is of the claims that are factual, in order."""
    if grounding.response is None or grounding.response < SURE or grounding.out_of_domain:
        return tuple(weighed)
    judged = iter(grounding.claims)
    scored = [(one, next(judged).probability if one[0] is not ClaimState.NOT_FACTUAL else 0.0) for one in weighed]
    return tuple(
        (state, max(chance, sure), () if sure >= SURE else reasons) for (state, chance, reasons), sure in scored
    )


def _weigh_label(findings: Sequence[Finding], reading: ClaimReading | None = None) -> tuple[ClaimState, float]:
    """Of what needs no support: an invented figure makes even a heading or an offer a claim without it, and what facts
    or reader dispute is contradicted."""
    if _is_certain(findings):
        return ClaimState.UNSUPPORTED, _CERTAIN_CAP
    disputed = not DISPUTES.isdisjoint(_codes(findings))
    if disputed or (reading is not None and reading.score.contradicts >= SURE):
        return ClaimState.CONTRADICTED, _LIKELY_CAP
    return ClaimState.NOT_FACTUAL, 1.0


def _decided(findings: Sequence[Finding], chance: float) -> tuple[ClaimState, float] | None:
    """By what is certain alone."""
    return (ClaimState.UNSUPPORTED, min(chance, _CERTAIN_CAP)) if _is_certain(findings) else None


def _is_certain(findings: Sequence[Finding]) -> bool:
    return any(finding.severity is Severity.CERTAIN for finding in findings)


def _codes(findings: Sequence[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def response_supported(carried: int, doubtful: int, claims: int) -> bool:
    """Whether facts speak for a whole response: they carry half of its claims at least, and none is in doubt."""
    return claims > 0 and doubtful == 0 and carried * 2 >= claims
