"""What is held of each claim: by facts and reader, or by the grounding model where the reader is not asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from validation.domain.claim import Claim, ClaimState
from validation.evidence.examination import Examination
from validation.evidence.facts.outcome import UNKNOWN, SupportState
from validation.evidence.grounding import ClaimGrounding, Grounding, estimate
from validation.evidence.reading.response import (
    cut_reading,
    is_english,
    is_long,
    read_response,
    reading_reasons,
    readings_of_prose,
)
from validation.evidence.reading.support import NO_COLUMNS, ClaimReading
from validation.evidence.text.claims import is_bare_answer
from validation.evidence.weighing import (
    CONTRADICTED_CAP,
    SURE,
    Weighed,
    confirmed,
    is_likely,
    response_supported,
    weigh_claim,
    weigh_reading,
)

_IN_DOUBT = (ClaimState.UNSUPPORTED, ClaimState.CONTRADICTED)


@dataclass(frozen=True, slots=True)
class JudgedResponse:
    """`weighed`: of every claim in order. `readings` are those that decided, by the ids of claims; `grounding` is the
    model's where it decided, `grounded` the same by the ids of factual claims."""

    weighed: tuple[Weighed, ...]
    readings: Mapping[str, ClaimReading] = field(default_factory=dict)
    grounding: Grounding | None = None
    grounded: Mapping[str, ClaimGrounding] = field(default_factory=dict)

    @property
    def out_of_domain(self) -> str | None:
        """Why the figures cannot be relied on."""
        return self.grounding.out_of_domain if self.grounding else cut_reading(self.readings)

    def is_surely_grounded(self, claim_id: str) -> bool:
        """Whether the model supports the claim, and the response as a whole."""
        whole = self.grounding.response if self.grounding else None
        return (whole or 0.0) >= SURE and claim_id in self.grounded and self.grounded[claim_id].probability >= SURE


def judge(examined: Examination) -> JudgedResponse:
    return _judge_by_reader(examined) if examined.is_readable else _judge_by_grounding(examined)


def _judge_by_reader(examined: Examination) -> JudgedResponse:
    outcomes = examined.outcomes.items()  # of what facts do not carry, the name of a column is not the question
    columns = {name: one.columns for name, one in outcomes if one.columns and one.known is SupportState.SUPPORTED}
    readings = _read(examined, columns)
    weighed = tuple(_weigh_readings(examined, readings))
    if is_long(examined.index) and not any(examined.against.values()) and is_likely(weighed):
        weighed = confirmed(weighed, _ground(examined))
    return JudgedResponse(weighed, readings)


def _weigh_readings(examined: Examination, readings: Mapping[str, ClaimReading]) -> Iterator[Weighed]:
    claims = sum(span.factual and not is_bare_answer(span.text) for span in examined.spans)
    for span in examined.spans:
        found, outcome = examined.against[span.id], examined.outcomes.get(span.id, UNKNOWN)
        if span.factual and not found and is_bare_answer(span.text):
            yield ClaimState.SUPPORTED, SURE, ()  # as far as what explains it is
            continue
        reading = readings.get(span.id)
        state, chance = weigh_reading(found, outcome, reading, factual=span.factual, claims=claims)
        reasons = reading_reasons(span, reading, outcome, examined.lines) if chance < SURE else ()
        yield state, chance, reasons


def _judge_by_grounding(examined: Examination) -> JudgedResponse:
    grounding = _ground(examined)
    factual = [span.id for span in examined.spans if span.factual]
    grounded = dict(zip(factual, grounding.claims, strict=True))
    weighed = tuple(_weigh_grounded(examined, grounded, {}))
    if is_english(examined.spans) and not any(state in _IN_DOUBT for state, _, _ in weighed):
        again = readings_of_prose(_read(examined), examined.spans, examined.facts)
        weighed = tuple(_weigh_grounded(examined, grounded, again))
    return JudgedResponse(weighed, {}, grounding, grounded)


def _weigh_grounded(
    examined: Examination, grounded: Mapping[str, ClaimGrounding], readings: Mapping[str, ClaimReading]
) -> Iterator[Weighed]:
    for span in examined.spans:
        found, outcome = examined.against[span.id], examined.outcomes.get(span.id, UNKNOWN)
        one, reading = grounded.get(span.id), readings.get(span.id)
        state, chance = weigh_claim(found, outcome, one, reading, prose=examined.facts.prose)
        read = reading if state is ClaimState.CONTRADICTED and not found else None
        reasons = reading_reasons(span, read, outcome, examined.lines)
        if not reasons and one and not found and chance < SURE:
            reasons = one.reasons  # what is found tells its own
        yield state, chance, reasons


def _read(examined: Examination, columns: Mapping[str, Collection[str]] = NO_COLUMNS) -> dict[str, ClaimReading]:
    derived = examined.derived_facts
    return read_response(examined.spans, examined.lines, examined.against, examined.index, derived, columns)


def _ground(examined: Examination) -> Grounding:
    """The model's view of the factual claims, in their order."""
    evidence = examined.index.evidence
    return estimate(
        query=evidence.query,
        passages=evidence.passages,
        response_md=examined.text,
        claims=[(span.start, span.end) for span in examined.spans if span.factual],
    )


def joint_probability(claims: Sequence[Claim], judged: JudgedResponse, examined: Examination) -> float | None:
    """All claims cannot be likelier to hold than the weakest of them. Where facts vouch for the response, the model's
    view of the whole, learned on prose, does not lower that. A likely finding keeps a claim from being approved; it
    does not lower what the model says, which has counted the same words: of held-back RAGTruth responses with a finding
    that says contradicted .14 are grounded, and the model expects .19."""
    chances = {claim.id: claim.probability for claim in claims if claim.state is not ClaimState.NOT_FACTUAL}
    for claim in claims:
        is_open = claim.state is not ClaimState.SUPPORTED and claim.probability > CONTRADICTED_CAP
        if claim.id in chances and claim.id in judged.grounded and is_open:
            chances[claim.id] = judged.grounded[claim.id].probability
    weakest = min(chances.values(), default=None)
    if weakest is None or judged.grounding is None or judged.grounding.response is None:
        return weakest
    outcomes = {} if examined.facts.is_long else examined.outcomes
    carried = {name for name in chances if outcomes.get(name, UNKNOWN).known is SupportState.SUPPORTED}
    doubtful = sum(name not in carried and chance < SURE for name, chance in chances.items())
    if response_supported(len(carried), doubtful, len(chances)):
        return weakest
    return min(judged.grounding.response, weakest)
