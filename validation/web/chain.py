"""The evidence chain as templates draw it: the response cut into marked pieces, and a card of evidence for each claim.

`chain_of` is all that the attempt page and the review desk need for the partials in templates/attempt/.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Literal

from validation.context_md.parser import parse
from validation.domain.claim import ClaimState, EvidenceLink
from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.domain.segments import Mark, Segment, cut
from validation.queries.evidence_chain import ClaimFacts, EvidenceRecord, FindingFacts
from validation.web.contrast import AGREES, contrast

_AROUND = 90
"""Code points of context shown on either side of a quote."""
_SIGNS = {
    ClaimState.SUPPORTED: "✓",
    ClaimState.CONTRADICTED: "✕",
    ClaimState.UNSUPPORTED: "?",
    ClaimState.NOT_FACTUAL: "–",
}
_PROBLEMS = (ClaimState.CONTRADICTED, ClaimState.UNSUPPORTED)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text; `kind` is "" or a mark of `contrast`."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Quote:
    """One span of context.md. `pieces` joined are the quote, `before` and `after` what stands around it."""

    section: int
    title: str
    source_ref: str
    url: str
    before: str
    pieces: tuple[Piece, ...]
    after: str


@dataclass(frozen=True, slots=True)
class ClaimView:
    """`number` is what a reviewer calls it, counted from 1 in reading order."""

    id: str
    number: int
    state: ClaimState
    probability: float
    pieces: tuple[Piece, ...]
    quotes: tuple[Quote, ...]
    findings: tuple[FindingFacts, ...]

    @property
    def sign(self) -> str:
        """A letter beside the number, so that colour is not the only sign; text, so that a line never breaks before."""
        return _SIGNS[self.state]

    @property
    def is_problem(self) -> bool:
        return self.state in _PROBLEMS or bool(self.findings)


@dataclass(frozen=True, slots=True)
class DraftPiece:
    """A piece of the response. `claim` is the claim it belongs to (the innermost); `first` and `last` say whether the
    claim begins or ends with it."""

    text: str
    claim: ClaimView | None
    first: bool
    last: bool
    flaw: Literal["", "certain", "likely"]
    told: str


@dataclass(frozen=True, slots=True)
class Chain:
    pieces: tuple[DraftPiece, ...]
    claims: tuple[ClaimView, ...]
    counts: tuple[tuple[str, int, str], ...]
    has_evidence: bool

    @property
    def problems(self) -> tuple[ClaimView, ...]:
        return tuple(claim for claim in self.claims if claim.is_problem)


def chain_of(record: EvidenceRecord) -> Chain:
    """`counts` holds (state, how many, id of the first such claim), worst first."""
    document = parse(record.context_md)
    by_claim = _findings_by_claim(record)
    claims = tuple(
        _claim(claim, number, by_claim.get(claim.id, ()), document)
        for number, claim in enumerate(record.claims, start=1)
    )
    return Chain(
        pieces=_draft(record, {claim.id: claim for claim in claims}),
        claims=claims,
        counts=_counts(claims),
        has_evidence=any(document.of(role) for role in EVIDENCE_ROLES),
    )


def _findings_by_claim(record: EvidenceRecord) -> dict[str, tuple[FindingFacts, ...]]:
    """A finding belongs to the claim it names, else to the claim whose span holds its start."""
    found: defaultdict[str, list[FindingFacts]] = defaultdict(list)
    starts = [claim.start for claim in record.claims]
    for finding in record.findings:
        before = bisect_right(starts, finding.start) - 1
        inside = before >= 0 and finding.start < record.claims[before].end
        holder = finding.claim_id or (record.claims[before].id if inside else "")
        if holder:
            found[holder].append(finding)
    return {claim: tuple(findings) for claim, findings in found.items()}


def _claim(claim: ClaimFacts, number: int, findings: tuple[FindingFacts, ...], document: ContextDocument) -> ClaimView:
    own, theirs = contrast(claim.text, [link.quote for link in claim.evidence])
    if claim.state is ClaimState.SUPPORTED:
        own, theirs = _agreeing(own), tuple(_agreeing(marks) for marks in theirs)
    quotes = (_quote(link, marks, document) for link, marks in zip(claim.evidence, theirs, strict=True))
    return ClaimView(
        id=claim.id,
        number=number,
        state=claim.state,
        probability=claim.probability,
        pieces=_pieces(claim.text, own),
        quotes=tuple(quotes),
        findings=findings,
    )


def _agreeing(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """What a supported claim says beyond one quote is no contradiction."""
    return tuple(mark for mark in marks if mark.key == AGREES)


def _quote(link: EvidenceLink, marks: tuple[Mark, ...], document: ContextDocument) -> Quote:
    text = document.text
    before, after = text[max(0, link.start - _AROUND) : link.start], text[link.end : link.end + _AROUND]
    return Quote(
        section=link.section,
        title=_section_title(link, document),
        source_ref=link.source_ref or "",
        url=link.url or "",
        before=before.rpartition("\n")[2],
        pieces=_pieces(link.quote, marks),
        after=after.partition("\n")[0],
    )


def _section_title(link: EvidenceLink, document: ContextDocument) -> str:
    holder = (section.title for section in document.sections if section.start <= link.start < section.end)
    return next(holder, "")


def _pieces(text: str, marks: tuple[Mark, ...]) -> tuple[Piece, ...]:
    return tuple(Piece(segment.text, segment.keys[0] if segment.keys else "") for segment in cut(text, marks))


def _draft(record: EvidenceRecord, views: dict[str, ClaimView]) -> tuple[DraftPiece, ...]:
    """Claims and findings are cut together; their keys cannot meet, since findings are numbered."""
    flaws = {f"finding {index}": finding for index, finding in enumerate(record.findings)}
    marks = [Mark(claim.id, claim.start, claim.end) for claim in record.claims]
    marks += [Mark(key, finding.start, finding.end) for key, finding in flaws.items()]
    return tuple(_draft_piece(segment, views, flaws) for segment in cut(record.response_md, marks))


def _draft_piece(segment: Segment, views: dict[str, ClaimView], flaws: dict[str, FindingFacts]) -> DraftPiece:
    claims = [key for key in segment.keys if key in views]
    found = [flaws[key] for key in segment.keys if key in flaws]
    inner = claims[-1] if claims else ""
    severity = min((finding.severity for finding in found), default="")
    return DraftPiece(
        text=segment.text,
        claim=views.get(inner),
        first=inner in segment.opened,
        last=inner in segment.closed,
        flaw=severity,  # type: ignore[arg-type]
        told=" ".join(finding.message for finding in found),
    )


def _counts(claims: tuple[ClaimView, ...]) -> tuple[tuple[str, int, str], ...]:
    counted = Counter(claim.state for claim in claims)
    order = (ClaimState.CONTRADICTED, ClaimState.UNSUPPORTED, ClaimState.SUPPORTED, ClaimState.NOT_FACTUAL)
    first = {claim.state: claim.id for claim in reversed(claims)}
    return tuple((state.value, counted[state], first[state]) for state in order if counted[state])
