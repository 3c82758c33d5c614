"""One response beside its evidence: all that is looked up before anything is judged. Built once a response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from validation.domain.check import CheckName
from validation.domain.codes.findings import FindingCode
from validation.domain.context import ContextDocument
from validation.domain.finding import Finding
from validation.evidence.context.citations import without_citations
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import collect
from validation.evidence.detectors.figures import Figure, FigureState, check_figures
from validation.evidence.detectors.findings import find_all
from validation.evidence.document.read import read_evidence
from validation.evidence.facts.claim_statements import read_query_concepts
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.outcome import DerivedFacts, Outcome, check_facts
from validation.evidence.reading.evidence_lines import EvidenceLines
from validation.evidence.reading.response import is_long, is_readable
from validation.evidence.reading.selection import select_statements
from validation.evidence.text.claims import ClaimSpan, claims_of
from validation.evidence.text.limit import Part
from validation.evidence.text.lookup import grouped


@dataclass(frozen=True, slots=True)
class Examination:
    """`text` is the response without its citations. By the ids of claims: `outcomes` are what the facts say, `figures`
    what became of each figure, `against` what was found; the last two have an empty list for any other. With
    `is_readable` facts and reader decide about the claims, else the grounding model."""

    text: str
    spans: tuple[ClaimSpan, ...]
    index: EvidenceIndex
    facts: FactIndex
    lines: EvidenceLines
    outcomes: dict[str, Outcome]
    figures: dict[str, list[Figure]]
    findings: tuple[Finding, ...]
    against: dict[str, list[Finding]]
    is_readable: bool

    @property
    def derived_facts(self) -> dict[str, DerivedFacts]:
        """By the ids of claims. What leads among the things found need not lead `on the market`: of such a claim no
        ranking is told."""
        return {name: self._derived(name, outcome.derived_facts) for name, outcome in self.outcomes.items()}

    def _derived(self, name: str, derived: DerivedFacts) -> DerivedFacts:
        is_beyond = any(one.code == FindingCode.SUPERLATIVE_WITHOUT_SOURCE for one in self.against[name])
        return replace(derived, rankings=()) if is_beyond and derived.rankings else derived


def examine(document: ContextDocument, part: Part, written: str | None = None) -> Examination:
    """`part` is what a reader sees of what was `written`; what it cites is no part of what it says."""
    index = EvidenceIndex(collect(document))
    uncited = without_citations(part.text, index.evidence)
    if uncited != part.text:
        part = replace(part, text=uncited, spans=claims_of(uncited, part.blocks))
    readable = is_readable(part.spans, index)
    statements = read_evidence(index.evidence.document, index.section_figures)
    if readable and is_long(index):
        stated = [span.text for span in part.spans if span.factual or span.is_label]
        statements = select_statements(statements, stated, index)
    facts = FactIndex(index.evidence.document, statements)
    figures = check_figures(part.text, part.blocks, part.spans, index)
    outcomes = _check_facts(part, figures, facts, index)
    found = find_all(written or part.text, part.text, part.blocks, part.spans, figures, outcomes, index)
    of_claims = grouped((figure.claim.id, figure) for figure in figures)
    against = grouped(
        (one.claim_id, one) for one in found if one.claim_id and one.check is not CheckName.COHERENT_FORMAT
    )
    lines = EvidenceLines(facts.text, facts.statements)
    return Examination(
        part.text, part.spans, index, facts, lines, outcomes, of_claims, found, against, is_readable=readable
    )


def _check_facts(part: Part, figures: Sequence[Figure], facts: FactIndex, index: EvidenceIndex) -> dict[str, Outcome]:
    exempt = frozenset(figure.quantity.start for figure in figures if figure.state is FigureState.EXEMPT)
    asked = read_query_concepts(index.evidence.query, index.evidence.document, exempt)
    return check_facts(part.text, part.spans, facts, asked)
