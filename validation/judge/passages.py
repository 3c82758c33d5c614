"""The evidence of a context.md as passages small enough to choose among when the token budget is short."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from validation.domain.context import EVIDENCE_ROLES, ContextDocument, ContextSection, SectionRole
from validation.evidence.text.blocks import Block, BlockKind, scan
from validation.evidence.text.hidden import without_hidden

LONGEST = 600
"""Characters of a passage. A single longer block is cut at white space."""

_USUAL_NUMBER = {SectionRole.EXECUTION: 4, SectionRole.GATHERED: 2}


@dataclass(frozen=True, slots=True)
class Passage:
    """`start` and `end` are code points into context.md. `header` is the header row of the table that it starts in
    the middle of, else empty."""

    section: int
    heading: str
    start: int
    end: int
    text: str
    header: str = ""


def passages_of(document: ContextDocument) -> tuple[Passage, ...]:
    """In order of the document: neighbouring blocks under one heading together, up to 600 characters, without what the
    evidence hides from its readers."""
    document, _ = without_hidden(document)
    sections = [section for section in document.sections if section.role in EVIDENCE_ROLES]
    return tuple(passage for section in sections for passage in _of_section(document, section))


def _of_section(document: ContextDocument, section: ContextSection) -> Iterator[Passage]:
    body, offset = document.body(section), section.body_start
    number = section.number if section.number is not None else _USUAL_NUMBER[section.role]
    for group in _groups(scan(body)):
        first = group[0]
        header = " | ".join(first.header) if first.kind is BlockKind.TABLE_ROW else ""
        for start, end in _cut(body, first.line, max(block.end for block in group)):
            yield Passage(number, first.heading, offset + start, offset + end, body[start:end], header)


def _groups(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    group: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            continue
        if group and (block.heading != group[0].heading or block.end - group[0].line > LONGEST):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        blank = max(text.rfind(" ", start, start + LONGEST), text.rfind("\n", start, start + LONGEST))
        middle = blank + 1 if blank > start else start + LONGEST
        yield start, middle
        start = middle
    if text[start:end].strip():
        yield start, end
