"""All findings of a response, in order of place, each with code, severity and check (DESIGN, section 5: Findings).

Certain findings decide their check and no judge overrules them, so only what cannot be argued with is certain: an
invented url or reference, money or a clock time that no evidence holds, an altered quotation, broken form.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.evidence.blocks import Block
from validation.evidence.claims import ClaimSpan
from validation.evidence.figures import Figure, FigureState
from validation.evidence.index import EvidenceIndex, Held
from validation.evidence.markdown import check_form
from validation.evidence.quantities import Kind
from validation.evidence.quotes import check_quotes
from validation.evidence.repetition import check_repetition
from validation.evidence.statements import check_statement, knowledge_of
from validation.evidence.urls import check_urls

_MISSING = {
    Kind.MONEY: ("money_not_in_evidence", Severity.CERTAIN),
    Kind.TIME: ("time_not_in_evidence", Severity.CERTAIN),
    Kind.DATE: ("date_not_in_evidence", Severity.LIKELY),
}
_AROUND = 50
_OTHER_MISSING = ("number_not_in_evidence", Severity.LIKELY)


def find_all(
    response_md: str,
    blocks: tuple[Block, ...],
    claims: tuple[ClaimSpan, ...],
    figures: tuple[Figure, ...],
    places: dict[str, tuple[int, ...]],
    index: EvidenceIndex,
) -> tuple[Finding, ...]:
    """Every finding, with the claim it lies in. `places` maps a claim id to the items that bear on it."""
    evidence = index.evidence
    known = knowledge_of(index)
    found = [
        *check_urls(response_md, evidence),
        *check_quotes(response_md, blocks, evidence),
        *check_form(response_md, blocks),
        *check_repetition(response_md, blocks, evidence.query),
        *(finding for figure in figures for finding in _of_figure(figure, index)),
        *(
            finding
            for claim in claims
            if claim.factual
            for finding in check_statement(claim, places.get(claim.id, ()), known)
        ),
    ]
    placed = [_placed(finding, claims) for finding in found]
    return in_order(placed)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sorted by place, then by code, so that the same input gives the same report."""
    return tuple(sorted(findings, key=lambda finding: (finding.start, finding.end, finding.code)))


def _of_figure(figure: Figure, index: EvidenceIndex) -> Iterator[Finding]:
    said = figure.quantity
    if figure.state is FigureState.MISSING:
        code, severity = _MISSING.get(said.kind, _OTHER_MISSING)
        if said.in_words:
            severity = Severity.LIKELY  # `one billion dollars` may be the evidence's `billion-dollar mark`
        message = f"{said.text} stands in no evidence{_instead(figure, index)}."
        yield Finding(code, severity, CheckName.NO_HALLUCINATIONS, said.start, said.end, message, figure.claim.id)
    if figure.state is FigureState.CONTRADICTED and figure.instead is not None:
        message = f"{said.text} belongs to something else{_instead(figure, index)}."
        yield _disputed("value_contradicted", figure, message)
    if figure.state is FigureState.OUTDATED and figure.instead is not None:
        message = f"{said.text} is told as current; only an older note holds it{_instead(figure, index)}."
        yield _disputed("value_outdated", figure, message)


def _disputed(code: str, figure: Figure, message: str) -> Finding:
    said = figure.quantity
    return Finding(code, Severity.LIKELY, CheckName.CLAIMS_SUPPORTED, said.start, said.end, message, figure.claim.id)


def _instead(figure: Figure, index: EvidenceIndex) -> str:
    """`; section 4 says 268 g: “...”`, when something comparable is known. Where nothing tells that both say the same
    thing, the closest value is only named, with its words around it."""
    held: Held | None = figure.instead
    if held is None or not figure.disputed:
        return ""
    item = index.items[held.item]
    if not figure.alike:
        around = _around(item.text, held.quantity.start - item.start, len(held.quantity.text))
        return f"; the closest value there is {held.quantity.text}, in section {item.section_number}: “{around}”"
    quote = " ".join(item.text.split())
    shown = quote if len(quote) <= 120 else quote[:119] + "…"
    return f"; section {item.section_number} says {held.quantity.text}: “{shown}”"


def _around(text: str, at: int, length: int) -> str:
    """The words around a figure, cut between words."""
    first, last = max(0, at - _AROUND), min(len(text), at + length + _AROUND)
    if first:
        first = text.find(" ", first, at) + 1 or first
    if last < len(text):
        last = max(text.rfind(" ", at + length, last), at + length)
    shown = " ".join(text[first:last].split())
    return f"{'…' if first else ''}{shown}{'…' if last < len(text) else ''}"


def _placed(finding: Finding, claims: tuple[ClaimSpan, ...]) -> Finding:
    """The finding with the id of the claim it begins in."""
    if finding.claim_id is not None:
        return finding
    place = bisect_right(claims, finding.start, key=lambda claim: claim.start) - 1
    if place < 0 or finding.start >= claims[place].end or finding.code in ("too_long", "wall_of_text"):
        return finding
    return replace(finding, claim_id=claims[place].id)
