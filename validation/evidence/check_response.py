"""Examines one response against its context: the evidence checker's whole opinion (DESIGN, section 5).

Pure and deterministic. Claims are judged by their findings first, then by how well the evidence covers them; section 4
outranks section 2, and nothing else is evidence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from validation.domain.attempt import Goal
from validation.domain.check import CheckName
from validation.domain.claim import Claim, ClaimState
from validation.domain.context import ContextDocument, SectionRole, UserQuery
from validation.domain.finding import Finding
from validation.domain.text.letters import fold_letters
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import collect
from validation.evidence.context.structure import structure_findings, tool_failure
from validation.evidence.detectors.figures import Figure, FigureState, check_figures
from validation.evidence.detectors.findings import find_all, in_order
from validation.evidence.document.read import read_evidence
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.outcome import UNKNOWN, Known, Outcome, check_facts
from validation.evidence.facts.said import read_query_concepts
from validation.evidence.goals import score_goals
from validation.evidence.grounding import ClaimGrounding, Grounding, estimate
from validation.evidence.grounding.text.polarity import says_absent
from validation.evidence.linking import bearing_items, link, settle_support
from validation.evidence.opinion import build_checks
from validation.evidence.reading.probability import DISPUTES
from validation.evidence.reading.response import (
    beside_prose,
    cut_reading,
    find_contradictions,
    is_english,
    is_long,
    is_readable,
    read_response,
    reading_reasons,
)
from validation.evidence.reading.selection import about
from validation.evidence.reading.support import ClaimReading, ScoresSupport
from validation.evidence.report import EvidenceReport
from validation.evidence.requirements.check import RequirementsReport, check_requirements
from validation.evidence.sources import check_sources
from validation.evidence.text.claims import ClaimSpan, is_bare_answer
from validation.evidence.text.hidden import hidden_findings
from validation.evidence.text.limit import part_to_check, within_limits
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
_NO_EVIDENCE = "Sections 2 and 4 hold no evidence."


def check_response(
    document: ContextDocument,
    response_md: str,
    goals: tuple[Goal, ...] = (),
    *,
    query: UserQuery | None = None,
    reader: ScoresSupport | None = None,
) -> EvidenceReport:
    """Everything deterministic code holds of `response_md`. `query` is section 0 as read; without it, its text up to
    the first label counts as the question. `reader` stands for the published one. Never raises on any text; linear in
    its input. Of a very long response or context only the beginning is examined, and a certain finding says so
    (`text.limit`)."""
    part = part_to_check(response_md)
    written, response_md, blocks, spans = response_md[: len(part.text)], part.text, part.blocks, part.spans
    untrusted = structure_findings(document)
    document, left_out = within_limits(document)
    index = EvidenceIndex(collect(document))
    figures = check_figures(response_md, blocks, spans, index)
    told: dict[str, list[Figure]] = defaultdict(list)
    for figure in figures:
        told[figure.claim.id].append(figure)
    is_read = is_readable(spans, index)
    statements = read_evidence(index.evidence.document, index.section_figures)
    if is_read and is_long(index):
        stated = [span.text for span in spans if span.factual or span.is_label]
        statements = about(statements, stated, index)
    facts = FactIndex(index.evidence.document, statements)
    outcomes = _facts(response_md, spans, figures, facts, index)
    found = find_all(written, response_md, blocks, spans, figures, outcomes, index)
    against = by_claim(found)
    readings = read_response(spans, facts, against, index, reader) if is_read else None
    grounding = _grounding(response_md, spans, index) if readings is None else None
    judged = _by_id(spans, grounding)
    is_sure = grounding is not None and (grounding.response or 0.0) >= SURE
    sure = {name for name, one in judged.items() if is_sure and one.probability >= SURE}
    places = {
        span.id: bearing_items(
            span, index, told[span.id], outcomes[span.id], (readings or {}).get(span.id), wider=span.id in sure
        )
        for span in spans
        if span.factual or span.is_label
    }
    weighed = tuple(_weighed(spans, against, outcomes, judged if grounding else None, readings or {}, facts))
    if grounding and is_english(spans) and not any(state in _IN_DOUBT for state, _, _ in weighed):
        again = beside_prose(read_response(spans, facts, against, index, reader), spans, facts)
        weighed = tuple(_weighed(spans, against, outcomes, judged, again, facts))
    elif grounding is None and is_long(index) and not any(against.values()) and is_likely(weighed):
        weighed = confirmed(weighed, _grounding(response_md, spans, index))
    contradicted = tuple(find_contradictions(spans, (one[0] for one in weighed), readings or {}, against, facts))
    found = (*found, *contradicted)
    claims = _claims(spans, weighed, places, index, told={one.claim_id for one in contradicted})
    register = index.evidence.register
    sources = check_sources(response_md=response_md, blocks=blocks, claims=claims, findings=found, register=register)
    query = query or UserQuery(raw=index.evidence.query.partition("**")[0].strip())
    asked = _requirements(query, response_md, claims, index)
    of_context = (*untrusted, *left_out, *hidden_findings(index.evidence.hidden))
    upheld = {claim.id for claim in claims if claim.state is ClaimState.SUPPORTED}
    kept = [one for one in found if one.code not in DISPUTES or one.claim_id not in upheld]
    findings = in_order((*kept, *sources.findings, *of_context, *part.findings))
    failed = tool_failure(index.evidence.document)
    unanswered = not asked.addressed.state.holds or says_absent(response_md) > 0
    failed = failed if asked.needs_facts and unanswered else None
    return EvidenceReport(
        claims=tuple(replace(claim, text=written[claim.start : claim.end]) for claim in claims),
        findings=findings,
        requirements=asked.requirements,
        checks={
            **build_checks(claims, findings),
            CheckName.QUERY_ADDRESSED: asked.addressed,
            CheckName.SOURCE_METADATA_PRESENT: sources.check,
        },
        grounded=_grounded(claims, grounding, judged, {} if facts.is_long else outcomes),
        out_of_domain=grounding.out_of_domain if grounding else cut_reading(readings or {}),
        tool_failure=failed,
        evidence_missing=failed
        or asked.evidence_missing
        or (_NO_EVIDENCE if asked.needs_facts and not index.items else None),
        goals=score_goals(goals, spans, claims),
    )


def _requirements(
    query: UserQuery, response_md: str, claims: tuple[Claim, ...], index: EvidenceIndex
) -> RequirementsReport:
    document = index.evidence.document
    gathered = "\n".join(document.body(section) for section in document.of(SectionRole.GATHERED))
    return check_requirements(
        query=replace(query, raw=fold_letters(query.raw), resolved=fold_letters(query.resolved)),
        gathered=fold_letters(gathered),
        items=index.items,
        figures=index.figures,
        response_md=fold_letters(response_md),
        claims=claims,
    )


def _by_id(spans: tuple[ClaimSpan, ...], grounding: Grounding | None) -> dict[str, ClaimGrounding]:
    """What the grounding model says of each factual claim."""
    factual = [span.id for span in spans if span.factual]
    return dict(zip(factual, grounding.claims, strict=True)) if grounding else {}


def _grounding(response_md: str, spans: tuple[ClaimSpan, ...], index: EvidenceIndex) -> Grounding:
    """The model's view of the factual claims, in their order."""
    return estimate(
        query=index.evidence.query,
        passages=index.evidence.passages,
        response_md=response_md,
        claims=[(span.start, span.end) for span in spans if span.factual],
    )


def _facts(
    response_md: str,
    spans: tuple[ClaimSpan, ...],
    figures: tuple[Figure, ...],
    facts: FactIndex,
    index: EvidenceIndex,
) -> dict[str, Outcome]:
    exempt = frozenset(figure.quantity.start for figure in figures if figure.state is FigureState.EXEMPT)
    asked = read_query_concepts(index.evidence.query, index.evidence.document, exempt)
    return check_facts(response_md, spans, facts, asked)


def by_claim(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """What speaks against each claim, by its id; an empty list for any other."""
    against: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.claim_id is not None and finding.check is not CheckName.COHERENT_FORMAT:
            against[finding.claim_id].append(finding)
    return against


def _weighed(
    spans: tuple[ClaimSpan, ...],
    against: dict[str, list[Finding]],
    outcomes: dict[str, Outcome],
    judged: dict[str, ClaimGrounding] | None,
    readings: dict[str, ClaimReading],
    facts: FactIndex,
) -> Iterator[Weighed]:
    """Of every claim in order: by the grounding model, or by facts and reader where it is not asked."""
    for span in spans:
        found, outcome, reading = against[span.id], outcomes.get(span.id, UNKNOWN), readings.get(span.id)
        if judged is None and span.factual and not found and is_bare_answer(span.text):
            yield ClaimState.SUPPORTED, SURE, ()  # as far as what explains it is
        elif judged is None:
            state, chance = weigh_reading(found, outcome, reading, factual=span.factual)
            read = reading_reasons(span.text, reading, outcome.uncovered, facts.text) if chance < SURE else ()
            yield state, chance, read
        else:
            one = judged.get(span.id)
            state, chance = weigh_claim(found, outcome, one, reading, prose=facts.prose)
            read_otherwise = state is ClaimState.CONTRADICTED and not found
            read = reading_reasons(span.text, reading if read_otherwise else None, outcome.uncovered, facts.text)
            yield state, chance, read or (_reasons(one, found) if chance < SURE else ())


def _claims(
    spans: tuple[ClaimSpan, ...],
    weighed: Iterable[Weighed],
    places: dict[str, tuple[int, ...]],
    index: EvidenceIndex,
    told: Container[str | None],
) -> tuple[Claim, ...]:
    """`told` are those whose reason a finding gives."""
    explained = any(span.factual and not is_bare_answer(span.text) for span in spans)
    found = []
    for span, (state, chance, reasons) in zip(spans, weighed, strict=True):
        bare, linked = is_bare_answer(span.text), places.get(span.id, ())
        state, chance = settle_support(state, chance, linked=bool(linked), bare=bare, explained=explained)
        evidence = tuple(link(place, index) for place in linked)
        reasons = () if span.id in told else reasons
        found.append(Claim(span.id, span.text, span.start, span.end, state, chance, evidence, reasons))
    return tuple(found)


def _reasons(grounded: ClaimGrounding | None, against: list[Finding]) -> tuple[str, ...]:
    """The model's, but for those that a finding tells already."""
    told = " ".join(finding.message for finding in against)
    return tuple(reason for reason in grounded.reasons if _subject(reason) not in told) if grounded else ()


def _subject(reason: str) -> str:
    """Of what stands nowhere, the thing itself: a finding names it in other words."""
    return reason.removesuffix(" does not appear in the evidence").removeprefix("the evidence never mentions ")


def _grounded(
    claims: tuple[Claim, ...],
    grounding: Grounding | None,
    judged: dict[str, ClaimGrounding],
    outcomes: dict[str, Outcome],
) -> float | None:
    """All claims cannot be likelier to hold than the weakest of them. Where facts vouch for the response, the model's
    view of the whole, learned on prose, does not lower that. A likely finding keeps a claim from being approved; it
    does not lower what the model says, which has counted the same words: of held-back RAGTruth responses with a finding
    that says contradicted .14 are grounded, and the model expects .19."""
    chances = {claim.id: claim.probability for claim in claims if claim.state is not ClaimState.NOT_FACTUAL}
    for claim in claims:
        is_open = claim.state is not ClaimState.SUPPORTED and claim.probability > CONTRADICTED_CAP
        if claim.id in chances and claim.id in judged and is_open:
            chances[claim.id] = judged[claim.id].probability
    weakest = min(chances.values(), default=None)
    if weakest is None or grounding is None or grounding.response is None:
        return weakest
    carried = {name for name in chances if outcomes.get(name, UNKNOWN).known is Known.SUPPORTED}
    doubtful = sum(name not in carried and chance < SURE for name, chance in chances.items())
    if response_supported(len(carried), doubtful, len(chances)):
        return weakest
    return min(grounding.response, weakest)
