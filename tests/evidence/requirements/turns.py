"""One turn in a few words: query, evidence lines and response, read by the real parser and the real claim splitter."""

from dataclasses import replace

from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.domain.claim import Claim, ClaimState, EvidenceLink
from validation.domain.context import SectionRole
from validation.evidence.context.items import EvidenceItem, collect
from validation.evidence.quantities.quantity import find_quantities, moved
from validation.evidence.requirements.check import RequirementsReport, check_requirements
from validation.evidence.text.claims import split_claims

SHOPS = "Aro kettle, 39,90 EUR at Topf, 850 g\n\nBel kettle, 54,00 EUR at Herd, 910 g\n"


def context(query: str, evidence: str = SHOPS, *, gathered: str = "", plan: str = "") -> str:
    return (
        f"## 0. User Query\n{query}\n\n## 2. Gathered Context\n\n{gathered}\n\n## 3. Plan\n{plan}\n\n"
        f"## 4. Execution Progress\n\n{evidence}\n\n## 6. Synthesis\nhere\n"
    )


def claims_of(response: str, items: tuple[EvidenceItem, ...] = (), *, supported: bool = True) -> tuple[Claim, ...]:
    """Every factual claim in one state, linked to every item that is given."""
    links = tuple(
        EvidenceLink(item.section_number, item.start, item.end, item.text, item.url, item.source_ref) for item in items
    )
    state = ClaimState.SUPPORTED if supported else ClaimState.UNSUPPORTED
    found = []
    for span in split_claims(response):
        claim = Claim(span.id, span.text, span.start, span.end, state, 0.9, links)
        found.append(claim if span.factual else replace(claim, state=ClaimState.NOT_FACTUAL, evidence=()))
    return tuple(found)


def check(
    query: str, response: str, evidence: str = SHOPS, *, gathered: str = "", linked: bool = False
) -> RequirementsReport:
    document = parse(context(query, evidence, gathered=gathered))
    items = collect(document).items
    return check_requirements(
        query=read_query(document),
        gathered="".join(document.body(section) for section in document.of(SectionRole.GATHERED)),
        items=items,
        figures=[[moved(one, item.start) for one in find_quantities(item.text)] for item in items],
        response_md=response,
        claims=claims_of(response, items if linked else ()),
    )


def met(report: RequirementsReport, kind: str) -> bool | None:
    """None when the query asks for nothing of this kind."""
    found = [requirement.met for requirement in report.requirements if requirement.kind == kind]
    return all(found) if found else None
