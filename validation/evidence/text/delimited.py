"""Tables that only their delimiters show: CSV, and rows between pipes without a rule line, as tools print them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from validation.evidence.text.blocks import Block, BlockKind, cells, delimiter_of, plain, scan, trim
from validation.evidence.text.sentences import line_spans

_LEAST_LINES = 3
"""With the header. Of two lines nobody can tell which one names the columns."""
_LEAST_CELLS = 3
"""Between pipes."""
_MOST_WORDS = 5
"""Of the name of a column."""
_VALUE = re.compile(r"[-+]?(?:[$€£¥]|[A-Z]{3}[ ])?\d|(?:yes|no|true|false|n/a|-|–|—)$", re.IGNORECASE)
_KINDS = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FENCE)


def with_delimited(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks of an evidence, such tables as header and rows. A run of lines is one if all have as many cells and
    its first line holds names where the others hold values. Three cells between pipes are a row in any case, for nobody
    writes prose like that; where the first line names no columns, the rows have none."""
    for block in blocks:
        if block.kind in _KINDS:
            yield from _divided(text, block)
        else:
            yield block


def with_semicolons(text: str) -> str:
    """The text with other commas between the cells of such tables, so that `40,160,0` is no one number."""
    found = list(text) if "," in text else []
    for block in with_delimited(text, scan(text)) if found else ():
        if block.kind is BlockKind.TABLE_ROW and delimiter_of(text, block.start, block.end) == ",":
            for left, right in pairwise(cells(text, block.start, block.end)):
                found[text.index(",", left.end, right.start + 1)] = ";"
    return "".join(found) or text


def _divided(text: str, block: Block) -> Iterator[Block]:
    lines = list(line_spans(text, block.start, block.end))
    begin, at = block.start, 0
    while at < len(lines):
        rows = _run(text, lines, at)
        header = _header(text, rows)
        if header is None:
            at += max(1, len(rows))
            continue
        if text[begin : rows[0][0]].strip():
            yield replace(block, start=begin, end=rows[0][0])
        for place, (start, end) in enumerate(rows):
            kind = BlockKind.TABLE_ROW if place or not header else BlockKind.TABLE_HEADER
            yield replace(block, kind=kind, start=start, end=end, header=header)
        at += len(rows)
        begin = rows[-1][1]
    if begin == block.start:
        yield block
    elif text[begin : block.end].strip():
        yield replace(block, start=trim(text, begin, block.end)[0])


def _run(text: str, lines: Sequence[tuple[int, int]], at: int) -> list[tuple[int, int]]:
    """The lines from here on that have the same delimiter as often."""
    mark = delimiter_of(text, *lines[at])
    if not mark:
        return [lines[at]]
    width = len(cells(text, *lines[at]))
    end = at + 1
    while end < len(lines) and delimiter_of(text, *lines[end]) == mark and len(cells(text, *lines[end])) == width:
        end += 1
    return list(lines[at:end])


def _header(text: str, rows: Sequence[tuple[int, int]]) -> tuple[str, ...] | None:
    if len(rows) < _LEAST_LINES:
        return None
    names = [plain(cell.text) for cell in cells(text, *rows[0])]
    is_drawn = len(names) >= _LEAST_CELLS and delimiter_of(text, *rows[0]) == "|"
    if any(_VALUE.match(name) or len(name.split()) > _MOST_WORDS for name in names):
        return () if is_drawn else None
    if is_drawn:
        return tuple(names)
    columns = zip(*([cell.text for cell in cells(text, *row)] for row in rows[1:]), strict=True)
    valued = any(2 * sum(bool(_VALUE.match(said)) for said in column) > len(column) for column in columns)
    return tuple(names) if valued and all(names) else None
