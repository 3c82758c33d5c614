"""Examines one response against its context: the evidence checker's whole opinion (DESIGN, section 5).

Pure and deterministic. Claims are judged by their findings first, then by how well the evidence covers them; section 4
outranks section 2, and nothing else is evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from validation.domain.attempt import Goal
from validation.domain.check import CheckName
from validation.domain.claim import Claim, ClaimState
from validation.domain.context import ContextDocument, SectionRole, UserQuery
from validation.domain.text.letters import fold_letters
from validation.evidence.context.structure import structure_findings, tool_failure
from validation.evidence.detectors.findings import in_order
from validation.evidence.examination import Examination, examine
from validation.evidence.goals import score_goals
from validation.evidence.grounding.text.polarity import count_denials
from validation.evidence.judging import JudgedResponse, joint_probability, judge
from validation.evidence.linking import bearing_items, link, settle_support
from validation.evidence.opinion import build_checks
from validation.evidence.reading.answers import find_sure_answers
from validation.evidence.reading.contradictions import find_contradictions
from validation.evidence.reading.probability import DISPUTES
from validation.evidence.report import EvidenceReport
from validation.evidence.requirements.answers import SureAnswer, open_questions
from validation.evidence.requirements.check import RequirementsReport, check_requirements
from validation.evidence.requirements.draft import parse_query
from validation.evidence.sources import check_sources
from validation.evidence.text.claims import is_bare_answer
from validation.evidence.text.hidden import hidden_findings
from validation.evidence.text.limit import part_to_check, within_limits

_NO_EVIDENCE = "Sections 2 and 4 hold no evidence."


def check_response(
    document: ContextDocument,
    response_md: str,
    goals: tuple[Goal, ...] = (),
    *,
    query: UserQuery | None = None,
) -> EvidenceReport:
    """Everything deterministic code holds of `response_md`. `query` is section 0 as read; without it, its text up to
    the first label counts as the question. Never raises on any text; linear in its input. Of a very long response or
    context only the beginning is examined, and a certain finding says so (`text.limit`)."""
    part = part_to_check(response_md)
    written = response_md[: len(part.text)]
    untrusted = structure_findings(document)
    document, left_out = within_limits(document)
    examined = examine(document, part, written)
    judged = judge(examined)
    index, evidence = examined.index, examined.index.evidence
    states = (state for state, _, _ in judged.weighed)
    contradicted = tuple(find_contradictions(examined.spans, states, judged.readings, examined.against, examined.lines))
    found = (*examined.findings, *contradicted)
    claims = tuple(_claims(examined, judged, with_finding={one.claim_id for one in contradicted}))
    sources = check_sources(
        response_md=part.text, blocks=part.blocks, claims=claims, findings=found, register=evidence.register
    )
    asked = _requirements(query or UserQuery(raw=evidence.query.partition("**")[0].strip()), examined, claims)
    of_context = (*untrusted, *left_out, *hidden_findings(evidence.hidden))
    upheld = {claim.id for claim in claims if claim.state is ClaimState.SUPPORTED}
    kept = [one for one in found if one.code not in DISPUTES or one.claim_id not in upheld]
    findings = in_order((*kept, *sources.findings, *of_context, *part.findings))
    unanswered = not asked.addressed.state.holds or count_denials(part.text) > 0
    failed = tool_failure(evidence.document) if asked.needs_facts and unanswered else None
    missing = _NO_EVIDENCE if asked.needs_facts and not index.items else None
    return EvidenceReport(
        claims=tuple(replace(claim, text=written[claim.start : claim.end]) for claim in claims),
        findings=findings,
        requirements=asked.requirements,
        checks={
            **build_checks(claims, findings),
            CheckName.QUERY_ADDRESSED: asked.addressed,
            CheckName.SOURCE_METADATA_PRESENT: sources.check,
        },
        grounded=joint_probability(claims, judged, examined),
        out_of_domain=judged.out_of_domain,
        tool_failure=failed,
        evidence_missing=failed or asked.evidence_missing or missing,
        goals=score_goals(goals, examined.spans, claims),
    )


def _requirements(query: UserQuery, examined: Examination, claims: tuple[Claim, ...]) -> RequirementsReport:
    """The reader says what the evidence answers, where it knows the language."""
    index = examined.index
    document = index.evidence.document
    gathered = fold_letters("\n".join(document.body(section) for section in document.of(SectionRole.GATHERED)))
    query = replace(query, raw=fold_letters(query.raw), resolved=fold_letters(query.resolved))
    response_md = fold_letters(examined.text)
    answers: tuple[SureAnswer, ...] = ()
    if examined.is_readable:
        questions = open_questions(parse_query(query, gathered), response_md)
        answers = tuple(find_sure_answers(questions, examined.lines, index.evidence.query))
    return check_requirements(
        query=query,
        gathered=gathered,
        items=index.items,
        figures=index.figures,
        response_md=response_md,
        claims=claims,
        answers=answers,
    )


def _claims(examined: Examination, judged: JudgedResponse, with_finding: set[str | None]) -> Iterator[Claim]:
    """The claims with their states. The ids `with_finding` get no reasons, because a finding gives them."""
    explained = any(span.factual and not is_bare_answer(span.text) for span in examined.spans)
    for span, (state, chance, reasons) in zip(examined.spans, judged.weighed, strict=True):
        linked: tuple[int, ...] = ()
        if span.factual or span.is_label:
            reading, wider = judged.readings.get(span.id), judged.is_surely_grounded(span.id)
            figures, outcome = examined.figures[span.id], examined.outcomes[span.id]
            linked = bearing_items(span, examined.index, figures, outcome, reading, wider=wider)
        bare = is_bare_answer(span.text)
        state, chance = settle_support(state, chance, linked=bool(linked), bare=bare, explained=explained)
        links = tuple(link(place, examined.index) for place in linked)
        yield Claim(
            span.id, span.text, span.start, span.end, state, chance, links, () if span.id in with_finding else reasons
        )
