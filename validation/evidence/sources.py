"""Whether every claim that needs a source has one: the check `source_metadata_present` (spec 1, section 4.5).

A figure, a date or a result of section 4 needs one. The response may name it in the same sentence, list item or row,
under the same heading or in its closing source list; else the linked evidence must carry it. A price from section 4
is held to more: where the evidence has its url, the response shows that url. Section 2 vouches for itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from validation.domain.check import CheckState
from validation.domain.claim import Claim, ClaimState, EvidenceLink
from validation.domain.codes.findings import FindingCode
from validation.domain.context import FOUND, REMEMBERED
from validation.domain.finding import Finding
from validation.domain.verdict import CheckOpinion
from validation.evidence.addresses.browser import normal
from validation.evidence.detectors.urls import find_urls, known_refs, source_refs
from validation.evidence.language.masking import mask
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.text.blocks import Block, BlockKind
from validation.evidence.text.words import shorten
from validation.evidence.words import any_of

_INVENTED = frozenset({"url_not_in_evidence", "source_ref_unknown"})
_LINK = re.compile(r"\[[^\[\]\n]{0,300}\]\([^()\n]{0,2000}\)")
_LONGEST_ENTRY = 12
"""Words."""
_SOURCE_LIST = any_of("sources.source_list", front=r"[\s*_]{0,6}")
_SAYS_SOURCE = any_of("sources.says_source", front=r"[\s*_(\[]{0,6}(?:all |the |these |our )?")
_NO_FACT = any_of("sources.no_fact")


@dataclass(frozen=True, slots=True)
class SourcesReport:
    """`findings` hold one `source_missing` for every claim that lacks its source."""

    check: CheckOpinion
    findings: tuple[Finding, ...]


def check_sources(
    *,
    response_md: str,
    blocks: Sequence[Block],
    claims: Sequence[Claim],
    findings: Sequence[Finding] = (),
    register: str = "",
) -> SourcesReport:
    """`blocks` are those of `response_md`, `register` the text in which a reference like `(orders:55019)` is known.
    Addresses and references that `findings` call invented are no sources."""
    place = _Places(response_md, blocks, claims, findings, register)
    needing = [claim for claim in claims if place.needs_source(claim)]
    lacking = [finding for claim in needing if (finding := place.lack(claim))]
    if not needing:
        check = CheckOpinion(CheckState.NOT_APPLICABLE, "No claim needs a source.")
    elif not lacking:
        all_of_them = "The one claim that needs" if len(needing) == 1 else f"All {len(needing)} claims that need"
        check = CheckOpinion(CheckState.PASS, f"{all_of_them} a source {'has' if len(needing) == 1 else 'have'} one.")
    else:
        check = CheckOpinion(CheckState.FAIL, f"{_lacking(len(lacking), len(needing))} a source: {lacking[0].message}")
    return SourcesReport(check, tuple(lacking))


def _lacking(lacking: int, needing: int) -> str:
    if needing == 1:
        return "The one claim that needs it lacks"
    return f"{lacking} of {needing} claims {'lacks' if lacking == 1 else 'lack'}"


class _Places:
    """What the response shows where: its sources, headings and closing source list, each looked up by bisection. A
    source is its place and its url in normal form, or its reference."""

    def __init__(
        self,
        text: str,
        blocks: Sequence[Block],
        claims: Sequence[Claim],
        findings: Sequence[Finding],
        register: str,
    ) -> None:
        self.text = text
        invented = {finding.start for finding in findings if finding.code in _INVENTED}
        found = [(url.start, normal(url.url)) for url in find_urls(text) if url.start not in invented]
        found += [(start, key) for start, _, key in source_refs(text) if start not in invented]
        found += known_refs(text, register)
        self.sources = sorted(found)
        self.shown = frozenset(key for _, key in found)
        self.blocks = tuple(blocks)
        self.headings = [block.start for block in blocks if block.kind is BlockKind.HEADING]
        self.factual = [claim.start for claim in claims if claim.state is not ClaimState.NOT_FACTUAL]
        self.closing = _closing(text, blocks)
        self.listed = frozenset(key for start, key in found if start >= self.closing) | self._framing()
        self.quantities = find_quantities(text)

    def _framing(self) -> frozenset[str]:
        """Sources of the first or the last line when that line says where all the rest is from; a response with
        headings says so under each."""
        if self.headings or len(self.blocks) < 2:
            return frozenset()
        ends = (self.blocks[0], self.blocks[-1])
        lines = [
            block
            for block in ends
            if len(self.text[block.start : block.end].split()) <= _LONGEST_ENTRY
            and (_SAYS_SOURCE.match(self.text, block.start, block.end) or self._only_sources(block))
        ]
        return frozenset(key for block in lines for start, key in self.sources if block.start <= start < block.end)

    def _only_sources(self, block: Block) -> bool:
        """Whether a line holds links and references and says nothing else."""
        said = _LINK.sub(" ", self.text[block.start : block.end])
        for start, key in self.sources:
            said = said.replace(key, " ") if block.start <= start < block.end else said
        return not re.search(r"\w", mask(said))

    def needs_source(self, claim: Claim) -> bool:
        if claim.state is ClaimState.NOT_FACTUAL or self._is_entry(claim) or _NO_FACT.search(claim.text):
            return False
        return bool(self._figures(claim)) or any(link.section == FOUND for link in claim.evidence)

    def _is_entry(self, claim: Claim) -> bool:
        """A short line of the closing source list that states no price and no measure."""
        stated = (quantity.kind for quantity in self._figures(claim))
        short = len(claim.text.split()) <= _LONGEST_ENTRY
        return claim.start >= self.closing and short and not {Kind.MONEY, Kind.MEASURE} & set(stated)

    def lack(self, claim: Claim) -> Finding | None:
        """None for a claim that has its source."""
        code, start, end = FindingCode.SOURCE_MISSING, claim.start, claim.end
        if price := self._price_without_url(claim):
            return code.at(start, end, "price", claim_id=claim.id, price=price)
        if any(link.section == REMEMBERED or link.url or link.source_ref for link in claim.evidence):
            return None
        return None if self._named(claim) else code.at(start, end, claim_id=claim.id, claim=shorten(claim.text, 80))

    def _figures(self, claim: Claim) -> list[Quantity]:
        first = bisect_left(self.quantities, claim.start, key=lambda quantity: quantity.start)
        last = bisect_left(self.quantities, claim.end, key=lambda quantity: quantity.start)
        return [quantity for quantity in self.quantities[first:last] if not quantity.in_words]

    def _price_without_url(self, claim: Claim) -> str | None:
        for price in self._figures(claim):
            if price.kind is Kind.MONEY:
                urls = {normal(link.url) for link in claim.evidence if link.url and _holds(link, price)}
                if urls and not urls & self.shown:
                    return price.text
        return None

    def _named(self, claim: Claim) -> bool:
        start, end = self._reach(claim)
        return self._any(start, end) or self._under_heading(claim.start) or self._in_closing_list(claim)

    def _reach(self, claim: Claim) -> tuple[int, int]:
        """The whole list item or row; of a paragraph the sentence up to the next claim, so that a link behind its full
        stop counts."""
        index = bisect_right(self.blocks, claim.start, key=lambda block: block.start) - 1
        block = self.blocks[index] if index >= 0 else None
        if block is None or block.end < claim.end:
            return claim.start, claim.end
        if block.kind in (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW):
            return block.start, block.end
        following = bisect_right(self.factual, claim.start)
        return claim.start, min([block.end, *self.factual[following : following + 1]])

    def _under_heading(self, place: int) -> bool:
        """Only where there is a heading: a response without one is no single block."""
        index = bisect_right(self.headings, place) - 1
        if index < 0:
            return False
        end = self.headings[index + 1] if index + 1 < len(self.headings) else len(self.text)
        return self._any(self.headings[index], min(end, self.closing))

    def _in_closing_list(self, claim: Claim) -> bool:
        """One of the claim's own sources where it has some; any entry else."""
        own = {normal(link.url) for link in claim.evidence if link.url} | {link.source_ref for link in claim.evidence}
        own.discard(None)
        return bool(self.listed & own) if own else bool(self.listed)

    def _any(self, start: int, end: int) -> bool:
        index = bisect_left(self.sources, (start, ""))
        return index < len(self.sources) and self.sources[index][0] < end


def _closing(text: str, blocks: Sequence[Block]) -> int:
    """Where the closing source list begins: the last heading, or the last lines, that say so. Past the end if none."""
    heading = next((block for block in reversed(blocks) if block.kind is BlockKind.HEADING), None)
    if heading and _SOURCE_LIST.match(text[heading.start : heading.start + 60].lstrip("# ")):
        return heading.start
    closing = len(text) + 1
    for block in reversed(blocks):
        label, colon, _ = text[block.start : min(block.end, block.start + 60)].partition(":")
        if colon and _SOURCE_LIST.match(label):
            closing = block.start
        elif block.kind is not BlockKind.LIST_ITEM:
            break
    return closing


def _holds(link: EvidenceLink, price: Quantity) -> bool:
    """Whether the linked item of section 4 is where the price is from."""
    return link.section == FOUND and any(same(price, held) for held in find_quantities(link.quote))
