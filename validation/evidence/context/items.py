"""Evidence items: what sections 4 and 2 hold, cut small enough to be quoted (DESIGN, section 5: Evidence chain).

Only the roles EXECUTION and GATHERED are read, the stronger one first. Lines that say what was to be done (`Command`,
`Goal Focus`) are plans, however full of figures; `_meta` blocks name sources and hold no facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from validation.domain.context import EVIDENCE_ROLES, ContextDocument, ContextSection, SectionRole
from validation.evidence.context.origins import (
    NOWHERE,
    JsonOrigins,
    Origin,
    ParagraphOrigins,
    address_of_source,
    columns_of,
    first_ref,
    first_url,
    origin_at_end,
    origin_of,
)
from validation.evidence.quantities.quantity import Kind, find_quantities
from validation.evidence.text.blocks import Block, BlockKind, cells, counts_of, scan
from validation.evidence.text.hidden import Hidden, without_hidden
from validation.evidence.text.json_paths import is_json
from validation.evidence.text.markup import in_markdown
from validation.evidence.text.sentences import Span, sentence_spans, spoken

LONGEST_ITEM = 1_000
"""Characters."""


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """`text` is `context_md[start:end]`, hidden text blanked. `heading` is the heading it stands under, `header` its
    table's column names."""

    section_number: int
    role: SectionRole
    start: int
    end: int
    text: str
    url: str | None = None
    source_ref: str | None = None
    heading: str = ""
    header: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """`items` are ordered by role, then by place. `register` is all text of the evidence sections but the plans:
    what a url or source_ref must stand in to be known. `sections` are those read, `counts` how many things they list,
    `query` is the text of section 0, `passages` are the paragraphs, rows and data blocks the items were cut from.
    `document` is without its `hidden` text, `written` the context as it was handed in."""

    document: ContextDocument
    items: tuple[EvidenceItem, ...]
    register: str
    sections: tuple[ContextSection, ...] = ()
    counts: frozenset[int] = frozenset()
    query: str = ""
    passages: tuple[str, ...] = ()
    written: str = ""
    hidden: tuple[Hidden, ...] = ()


@dataclass
class _Gathering:
    items: list[EvidenceItem] = field(default_factory=list)
    register: list[str] = field(default_factory=list)
    passages: list[str] = field(default_factory=list)
    counts: set[int] = field(default_factory=set)


_PLAN = re.compile(
    r"[\s*_]{0,6}(?:Goal Focus|Action|Command|Coordinator)[*_]{0,3}:"
    r"|\s{0,4}\*\*(?:Goals?|Approach|Route|Reasoning|Next Step|Query|Intent)(?::\*\*|\*\*:)",
    re.IGNORECASE,
)
_RESULT = re.compile(r"[ \t]{0,3}\*\*(?:Results?|Sources?|Findings?|Tool|Found)(?::\*\*|\*\*[ \t]?:)", re.IGNORECASE)
_LONGEST_LABEL = 600
_META = re.compile(r"\s{0,20}[\"']?_meta[\"']?\s{0,5}:")
_SOURCES = re.compile(r"source references?|references|sources", re.IGNORECASE)
_PAIR = re.compile(r"(?<=[,{\[])\s{0,40}(?=[\"'{])")


def collect(document: ContextDocument) -> Evidence:
    """All evidence of a context that a reader of it sees. Linear in its length."""
    written = document.text
    document, hidden = without_hidden(document)
    document = in_markdown(document)
    gathering = _Gathering()
    sections = tuple(section for role in EVIDENCE_ROLES for section in document.of(role))
    for section in sections:
        _read(document, section, gathering)
    return Evidence(
        document=document,
        items=tuple(gathering.items),
        sections=sections,
        register="\n".join(gathering.register),
        counts=frozenset(gathering.counts),
        query="\n".join(document.body(section) for section in document.of(SectionRole.QUERY)),
        passages=tuple(gathering.passages),
        written=written,
        hidden=hidden,
    )


def evidence_blocks(body: str) -> Iterator[Block]:
    """The blocks of an evidence section. A heading that tells a figure or an address, like `Lumo H4 - 49.90 EUR`, comes
    as a paragraph too, at the same place."""
    for block in scan(body):
        yield block
        if block.kind is BlockKind.HEADING and _tells(body[block.start : block.end]):
            yield replace(block, kind=BlockKind.PARAGRAPH, heading="")


def _tells(heading: str) -> bool:
    return "://" in heading or any(one.kind is not Kind.NUMBER for one in find_quantities(heading))


def _read(document: ContextDocument, section: ContextSection, gathering: _Gathering) -> None:
    body = document.body(section)
    columns: dict[str, int] = {}
    addresses: dict[str, str] = {}  # of references
    above = of_heading = at_end = NOWHERE
    under, titled, is_below = len(gathering.items), -1, False
    blocks = tuple(evidence_blocks(body))
    gathering.counts |= counts_of(blocks)
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            _cover(gathering.items, under, at_end)
            # As it is written: the heading that a block knows has lost the `#` and `_` of a reference.
            ref = first_ref(body[block.start : block.end])
            of_heading = Origin(addresses.get(ref or ""), ref)
            under, titled = len(gathering.items), block.start
            if ref:
                gathering.register.append(f"source_ref: {ref}")
        at_end = NOWHERE
        if block.kind in (BlockKind.TABLE_HEADER, BlockKind.TABLE_RULE, BlockKind.HEADING):
            if block.kind is BlockKind.TABLE_HEADER:
                columns = columns_of(block.header)
                gathering.register.append(body[block.start : block.end])
            is_below = block.kind is BlockKind.HEADING and body.startswith(
                "### ", block.line
            )  # others are the text's own
            continue
        begin = after_plan(body, block)
        gathering.register.append(body[begin : block.end])
        if block.kind is BlockKind.PARAGRAPH and block.start != titled:
            above = _origin(body, block)
            at_end = origin_at_end(body[max(begin, block.end - _LONGEST_LABEL) : block.end])
            # Headings of a lower level are the text's own and open no item.
            address = address_of_source(body[block.start : block.end]) if is_below else None
            if address and of_heading.source_ref:
                of_heading = Origin(addresses.setdefault(of_heading.source_ref, address), of_heading.source_ref)
        is_below = is_below and block.start == titled
        if contains_facts(body, block, begin):
            gathering.passages.append(body[begin : block.end])
            for (start, end), origin in _parts(body, block, begin, columns if block.header else {}):
                origin = (origin if origin != NOWHERE else above).or_else(of_heading)
                gathering.items.append(
                    EvidenceItem(
                        section_number=section.evidence_number,
                        role=section.role,
                        start=start + section.body_start,
                        end=end + section.body_start,
                        text=body[start:end],
                        url=origin.url,
                        source_ref=origin.source_ref,
                        heading=block.heading,
                        header=block.header,
                    )
                )
    _cover(gathering.items, under, at_end)


def _cover(items: list[EvidenceItem], first: int, at_end: Origin) -> None:
    """All under one heading is from the source that its end names, where nothing in it names another."""
    named = {(item.url, item.source_ref) for item in items[first:] if item.url or item.source_ref}
    if named <= {(at_end.url, at_end.source_ref)}:
        items[first:] = [replace(item, url=at_end.url, source_ref=at_end.source_ref) for item in items[first:]]


def after_plan(body: str, block: Block) -> int:
    """Where a block's content begins once a leading plan line is left out."""
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) or not _PLAN.match(body, block.start, block.end):
        return block.start
    line_end = body.find("\n", block.start, block.end)
    return block.end if line_end < 0 else line_end + 1


def contains_facts(body: str, block: Block, begin: int) -> bool:
    if begin >= block.end or _SOURCES.fullmatch(block.heading):
        return False
    return not (block.kind is BlockKind.FENCE and _META.match(body, begin, block.end))


def _origin(body: str, block: Block) -> Origin:
    """Where the rows and list items under a paragraph like `**Result:**` are from, when that line alone says so. Any
    other paragraph ends what the line covers."""
    text = body[block.start : min(block.end, block.start + _LONGEST_LABEL)]
    return origin_of(text) if _RESULT.match(text) else NOWHERE


def _parts(body: str, block: Block, begin: int, columns: dict[str, int]) -> Iterator[tuple[Span, Origin]]:
    """Where in the body, and where it is from."""
    if block.kind is BlockKind.TABLE_ROW:
        yield from _row(body, block, columns)
        return
    is_data = is_json(body[begin : begin + 200])
    origins = (JsonOrigins if is_data else ParagraphOrigins)(body, begin, block.end)
    for start, end in (_pairs if is_data else sentence_spans)(body, begin, block.end):
        for part in _short_enough(body, start, end):
            yield part, origins.at(*part)


def _short_enough(body: str, start: int, end: int) -> Iterator[Span]:
    """Cut at white space where there is no full stop for long: an item is what a reader is shown of the evidence."""
    while end - start > LONGEST_ITEM:
        cut = max(body.rfind(" ", start + 1, start + LONGEST_ITEM), body.rfind("\n", start + 1, start + LONGEST_ITEM))
        cut = cut if cut > start else start + LONGEST_ITEM
        yield from spoken(body, start, cut)
        start = cut
    yield from spoken(body, start, end)


def _pairs(body: str, start: int, end: int) -> Iterator[Span]:
    """The entries of JSON-like text, each with its key; long strings in them by sentences."""
    cuts = [start, *(match.end() for match in _PAIR.finditer(body, start, end)), end]
    for left, right in pairwise(cuts):
        if right - left < 300:
            yield from spoken(body, left, right)
        else:
            yield from sentence_spans(body, left, right)


def _row(body: str, block: Block, columns: dict[str, int]) -> Iterator[tuple[Span, Origin]]:
    row = cells(body, block.start, block.end)
    by_column = {column: row[place] for column, place in columns.items() if place < len(row)}
    meta = [cell for column, cell in by_column.items() if column != "claim"]
    facts = [cell for cell in row if cell.text and cell not in meta]
    if "claim" in by_column and by_column["claim"].text and len(facts) == 1:
        facts = [by_column["claim"]]
    if not facts:
        return
    start, end = facts[0].start, facts[-1].end
    ref = by_column["source_ref"].text if "source_ref" in by_column else ""
    source_ref = ref if ref and not ref.startswith(("http://", "https://")) else first_ref(body[start:end])
    url = first_url(by_column["url"].text if "url" in by_column else "") or first_url(body[block.start : block.end])
    for part in _short_enough(body, start, end):
        yield part, Origin(url, source_ref)
