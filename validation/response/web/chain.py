"""The evidence chain as templates draw it: the response cut into marked runs, and a card of evidence for each claim.

`chain_of` is all that the attempt page and the review desk need for templates/response/attempt/evidence/. A response of
very many claims shows its cards in pages, so that no browser has to hold tens of thousands of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import count

from validation.domain.check import CheckName
from validation.domain.claim import NOT_SUPPORTED, Claim, ClaimState, EvidenceLink
from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.domain.text.segments import Mark, Segment, cut
from validation.models import FindingRecord
from validation.platform.pages.looks import badge_of
from validation.platform.pages.markdown import Span, syntax_spans, within
from validation.response.queries.evidence_chain import EvidenceRecord
from validation.response.web.draft import AGREES, DraftRun, contrast, draft_of

CARDS = 150
"""Cards of evidence on one page."""
_SIGN = "sign"
_AROUND = 90
"""Code points of context shown on either side of a quote."""
_FIRST_WORD = re.compile(r"^\S*\s+")
_LAST_WORD = re.compile(r"\s+\S*$")
_SIGNS = {
    ClaimState.SUPPORTED: "✓",
    ClaimState.CONTRADICTED: "✕",
    ClaimState.UNSUPPORTED: "?",
    ClaimState.NOT_FACTUAL: "–",
}
_DOUBTED = "!"
"""Supported, and a finding speaks against it all the same."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text; `kind` is "" or a mark of `contrast`."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Quote:
    """One span of context.md, from `start`. `pieces` joined are the quote, `before` and `after` what is around it."""

    start: int
    section: int
    title: str
    source_ref: str
    url: str
    before: str
    pieces: tuple[Piece, ...]
    after: str


@dataclass(frozen=True, slots=True)
class ClaimView:
    """`number` is what a reviewer calls it, counted from 1 in reading order over the factual claims, as their count is;
    0 for the others. `page` is the page of cards that holds its evidence. `aside` says that only its form is at fault,
    in a response that says something wrong elsewhere: whoever walks the problems is led to that."""

    id: str
    number: int
    state: ClaimState
    text: str
    page: int
    findings: tuple[FindingRecord, ...]
    aside: bool = False

    @property
    def sign(self) -> str:
        """A letter beside the number, so that colour is not the only sign; text, so that a line never breaks before."""
        return _DOUBTED if self.state is ClaimState.SUPPORTED and self.findings else _SIGNS[self.state]

    @property
    def mark(self) -> str:
        return f"{self.sign}{self.number or ''}"

    @property
    def name(self) -> str:
        return f"Claim {self.number}" if self.number else "Passage"

    @property
    def tone(self) -> str:
        return "revise" if self.sign == _DOUBTED else badge_of("claim", self.state).tone

    @property
    def lacks_support(self) -> bool:
        return self.state in NOT_SUPPORTED

    @property
    def is_problem(self) -> bool:
        return self.lacks_support or (bool(self.findings) and not self.aside)

    @property
    def distinct_findings(self) -> tuple[FindingRecord, ...]:
        """Each sentence once, however often the claim has what it speaks of."""
        first: dict[tuple[str, str], FindingRecord] = {}
        for one in self.findings:
            first.setdefault((one.severity, one.message), one)
        return tuple(first.values())

    @property
    def bears_evidence(self) -> bool:
        """A greeting or a heading that nothing speaks against has no evidence to show."""
        return self.state is not ClaimState.NOT_FACTUAL or bool(self.findings)


@dataclass(frozen=True, slots=True)
class Card:
    """A claim with its evidence. `pieces` are its text without Markdown, marked where it differs from a quote."""

    claim: ClaimView
    probability: float
    pieces: tuple[Piece, ...]
    quotes: tuple[Quote, ...]
    reasons: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Chain:
    """`cards` are those of the page's claims that have evidence to show; `counts` holds (state, how many, the first
    such claim) of these, worst first. `page` counts from 1."""

    runs: tuple[DraftRun[Card], ...]
    claims: tuple[ClaimView, ...]
    cards: tuple[Card, ...]
    counts: tuple[tuple[str, int, ClaimView], ...]
    has_evidence: bool
    page: int
    pages: int

    @property
    def problems(self) -> tuple[ClaimView, ...]:
        return tuple(claim for claim in self.claims if claim.is_problem)

    @property
    def unsupported(self) -> tuple[ClaimView, ...]:
        """Contradicted first, for they weigh most."""
        found = (claim for claim in self.claims if claim.lacks_support)
        return tuple(sorted(found, key=lambda claim: claim.state is not ClaimState.CONTRADICTED))

    @property
    def unsourced(self) -> tuple[ClaimView, ...]:
        return tuple(claim for claim in self.claims if any(one.code == "source_missing" for one in claim.findings))

    @property
    def factual(self) -> int:
        """How many claims state something that evidence could bear out."""
        return sum(claim.state is not ClaimState.NOT_FACTUAL for claim in self.claims)

    @property
    def shown(self) -> tuple[ClaimView, ...]:
        """The factual claims of this page, those without a card too."""
        return tuple(claim for claim in self.claims if claim.page == self.page and claim.number)


def chain_of(record: EvidenceRecord, *, page: int | None = None) -> Chain:
    """`page` of the cards; without one, the page of the first claim that needs a look."""
    document = record.document
    signs = syntax_spans(record.response_md)
    claims = _claims(record)
    pages = max(1, -(-len(claims) // CARDS))
    shown = page or next((claim.page for claim in claims if claim.is_problem), 1)
    shown = min(max(shown, 1), pages)
    here = slice((shown - 1) * CARDS, shown * CARDS)
    cards = tuple(
        _card(claim, facts, signs, document)
        for claim, facts in zip(claims[here], record.claims[here], strict=True)
        if claim.bears_evidence
    )
    reach = (record.claims[here][0].start, record.claims[here][-1].end) if pages > 1 else (0, len(record.response_md))
    return Chain(
        runs=draft_of(record, {card.claim.id: card for card in cards}, signs, reach),
        claims=claims,
        cards=cards,
        counts=_counts(claims),
        has_evidence=any(document.of(role) for role in EVIDENCE_ROLES),
        page=shown,
        pages=pages,
    )


def _claims(record: EvidenceRecord) -> tuple[ClaimView, ...]:
    by_claim = _findings_by_claim(record)
    formal = {claim.id for claim in record.claims if _is_at_fault_in_form_alone(claim, by_claim.get(claim.id, ()))}
    numbers = count(1)
    is_wrong = any(claim.state in NOT_SUPPORTED or claim.id in by_claim.keys() - formal for claim in record.claims)
    return tuple(
        ClaimView(
            id=claim.id,
            number=0 if claim.state is ClaimState.NOT_FACTUAL else next(numbers),
            state=claim.state,
            text=claim.text,
            page=at // CARDS + 1,
            findings=by_claim.get(claim.id, ()),
            aside=is_wrong and claim.id in formal,
        )
        for at, claim in enumerate(record.claims)
    )


def _is_at_fault_in_form_alone(claim: Claim, findings: tuple[FindingRecord, ...]) -> bool:
    of_form = bool(findings) and all(one.check_name == CheckName.COHERENT_FORMAT for one in findings)
    return of_form and claim.state not in NOT_SUPPORTED


def _findings_by_claim(record: EvidenceRecord) -> dict[str, tuple[FindingRecord, ...]]:
    """A finding belongs to the claim it names, else to the claim whose span holds its start."""
    found: defaultdict[str, list[FindingRecord]] = defaultdict(list)
    starts = [claim.start for claim in record.claims]
    for finding in record.findings:
        before = bisect_right(starts, finding.start) - 1
        inside = before >= 0 and finding.start < record.claims[before].end
        holder = finding.claim_id or (record.claims[before].id if inside else "")
        if holder:
            found[holder].append(finding)
    return {claim: tuple(findings) for claim, findings in found.items()}


def _card(claim: ClaimView, facts: Claim, signs: tuple[Span, ...], document: ContextDocument) -> Card:
    own, theirs = contrast(facts.text, [link.quote for link in facts.evidence])
    if facts.state is ClaimState.SUPPORTED:
        own, theirs = _agreeing(own), tuple(_agreeing(marks) for marks in theirs)
    return Card(
        claim=claim,
        probability=facts.probability,
        pieces=_plain(facts, signs, own),
        quotes=tuple(_quote(link, marks, document) for link, marks in zip(facts.evidence, theirs, strict=True)),
        reasons=facts.reasons,
    )


def _plain(claim: Claim, signs: tuple[Span, ...], marks: tuple[Mark, ...]) -> tuple[Piece, ...]:
    """The claim without its Markdown. A claim of nothing but signs is shown as it is."""
    inside = [Mark(_SIGN, start, end) for start, end in within(signs, claim.start, claim.end)]
    cuts = cut(claim.text, (*marks, *inside))
    kept = tuple(_piece(segment) for segment in cuts if _SIGN not in segment.keys)
    return kept if any(piece.text.strip() for piece in kept) else (Piece(claim.text, ""),)


def _agreeing(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """What a supported claim says beyond one quote is no contradiction."""
    return tuple(mark for mark in marks if mark.key == AGREES)


def _quote(link: EvidenceLink, marks: tuple[Mark, ...], document: ContextDocument) -> Quote:
    before, after = _around(document.text, link)
    return Quote(
        start=link.start,
        section=link.section,
        title=_section_title(link, document),
        source_ref=link.source_ref or "",
        url=link.url or "",
        before=before,
        pieces=tuple(_piece(segment) for segment in cut(link.quote, marks)),
        after=after,
    )


def _around(text: str, link: EvidenceLink) -> tuple[str, str]:
    """What stands before and after the quote on its own lines; where that is shortened, it is by whole words."""
    _, newline, before = text[max(0, link.start - _AROUND) : link.start].rpartition("\n")
    if link.start > _AROUND and not newline:
        before = _FIRST_WORD.sub("… ", before)
    after, newline, _ = text[link.end : link.end + _AROUND].partition("\n")
    if link.end + _AROUND < len(text) and not newline:
        after = _LAST_WORD.sub(" …", after)
    return before, after


def _section_title(link: EvidenceLink, document: ContextDocument) -> str:
    holder = (section.title for section in document.sections if section.start <= link.start < section.end)
    return next(holder, "")


def _piece(segment: Segment) -> Piece:
    return Piece(segment.text, segment.keys[0] if segment.keys else "")


def _counts(claims: tuple[ClaimView, ...]) -> tuple[tuple[str, int, ClaimView], ...]:
    counted = Counter(claim.state for claim in claims)
    order = (ClaimState.CONTRADICTED, ClaimState.UNSUPPORTED, ClaimState.SUPPORTED)
    first = {claim.state: claim for claim in reversed(claims)}
    return tuple((state.value, counted[state], first[state]) for state in order if counted[state])
