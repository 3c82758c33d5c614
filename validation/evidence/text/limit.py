"""How much is examined: far more than anybody writes for a reader, and a bound on what one call may cost.

Every statement is held against the whole evidence, so ten thousand of them, or evidence of a thousand pages, would keep
a worker busy for minutes. What lies beyond is not judged, and said to be so: a certain finding keeps it from approval.
`make bench` measures what the limits are for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from validation.domain.codes.findings import FindingCode
from validation.domain.context import EVIDENCE_ROLES, ContextDocument, ContextSection, SectionRole
from validation.domain.finding import Finding
from validation.evidence.text.blocks import Block, scan
from validation.evidence.text.claims import ClaimSpan, claims_of
from validation.evidence.text.hidden import visible_response

MOST_CLAIMS = 1_000
MOST_CHARACTERS = 45_000
MOST_EVIDENCE = 200_000
"""Characters of sections 2 and 4 together; section 4 first."""
MOST_OF_ANOTHER_SECTION = 60_000


@dataclass(frozen=True, slots=True)
class Part:
    """The beginning of a response that is examined, `text` as its reader sees it, and what is found of hidden text and
    of the rest."""

    text: str
    blocks: tuple[Block, ...]
    spans: tuple[ClaimSpan, ...]
    findings: tuple[Finding, ...] = ()


def part_to_check(response_md: str) -> Part:
    """Ends behind the last claim within both limits, or at the limit when a single claim exceeds it."""
    text, hidden = visible_response(response_md[:MOST_CHARACTERS])
    blocks = scan(text)
    spans = claims_of(text, blocks)
    if len(text) == len(response_md) and len(spans) <= MOST_CLAIMS:
        return Part(text, blocks, spans, hidden)
    whole = spans[:MOST_CLAIMS]
    if len(text) < len(response_md) and whole and whole[-1].end >= len(text.rstrip()):
        whole = whole[:-1]  # it reaches to where the text was cut
    until = whole[-1].end if whole else MOST_CHARACTERS
    rest = f"other {len(spans) - len(whole):,} statements" if len(text) == len(response_md) else "others"
    part = scan(text[:until])
    unchecked = FindingCode.REST_UNCHECKED.at(
        until,
        len(response_md),
        checked=until,
        length=len(response_md),
        rest=rest,
        claims=MOST_CLAIMS,
        characters=MOST_CHARACTERS,
    )
    return Part(text[:until], part, claims_of(text[:until], part), (*hidden, unchecked))


def within_limits(document: ContextDocument) -> tuple[ContextDocument, tuple[Finding, ...]]:
    """The document with its sections cut to what is examined, and the findings about what is left out."""
    kept = {section: section.end for section in document.sections}
    room = MOST_EVIDENCE
    for role in EVIDENCE_ROLES:
        for section in document.of(role):
            kept[section] = _end(document, section, room)
            room -= kept[section] - section.body_start
    for section in document.sections:
        if section.role not in EVIDENCE_ROLES:
            kept[section] = _end(document, section, MOST_OF_ANOTHER_SECTION)
    if all(kept[section] == section.end for section in kept):
        return document, ()
    sections = tuple(replace(section, end=kept[section]) for section in document.sections)
    return replace(document, sections=sections), tuple(_left_out(document, kept))


def _end(document: ContextDocument, section: ContextSection, room: int) -> int:
    """Behind the last whole line that fits."""
    if section.end - section.body_start <= room:
        return section.end
    line = document.text.rfind("\n", section.body_start, section.body_start + room)
    return line + 1 if line >= 0 else section.body_start + room


def _left_out(document: ContextDocument, kept: dict[ContextSection, int]) -> Iterator[Finding]:
    """Of the other sections only the query decides anything."""
    evidence = [section for section in document.sections if section.role in EVIDENCE_ROLES]
    if rest := sum(section.end - kept[section] for section in evidence):
        yield FindingCode.EVIDENCE_UNCHECKED.at(0, 0, characters=rest, limit=MOST_EVIDENCE)
    if any(section.end > kept[section] for section in document.of(SectionRole.QUERY)):
        yield FindingCode.QUERY_UNCHECKED.at(0, 0, limit=MOST_OF_ANOTHER_SECTION)
