"""Facts about the form of a response (spec 1, section 4.4): what is broken whoever reads it.

Works on the block scanner rather than on a rendered tree, because a renderer repairs exactly the defects looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity
from validation.evidence.detectors.endings import is_last_cut, why_cut_off
from validation.evidence.detectors.inline_marks import unclosed_marks, without_code_and_links
from validation.evidence.detectors.urls import find_urls
from validation.evidence.text.blocks import Block, BlockKind, cells

_NO_TEXT = re.compile(r"(?<![!\]\\])\[\s{0,9}\]\(https?://[^()\s]{1,2000}\)")
WALL_WORDS = 150
_OF_A_TABLE = (BlockKind.TABLE_HEADER, BlockKind.TABLE_RULE, BlockKind.TABLE_ROW)


def check_form(response_md: str, blocks: tuple[Block, ...]) -> tuple[Finding, ...]:
    """All certain findings about the form, in order of place; `blocks` are the response's. Linear in the length."""
    found = [
        *_unclosed_fences(response_md, blocks),
        *_raw_urls(response_md, blocks),
        *unclosed_marks(response_md, blocks),
        *_ragged_tables(response_md, blocks),
        *_unruled_tables(response_md, blocks),
        *_cut_off(response_md, blocks),
        *_walls(response_md, blocks),
    ]
    return tuple(sorted(found, key=lambda finding: finding.start))


def _form(code: str, start: int, end: int, message: str) -> Finding:
    return Finding(code, Severity.CERTAIN, CheckName.COHERENT_FORMAT, start, end, message)


def _unclosed_fences(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    for block in blocks:
        if block.kind is BlockKind.FENCE and not block.closed:
            yield _form("fence_unclosed", block.line, len(text), "A code block is opened and never closed.")


def _raw_urls(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    fences = [(block.start, block.end) for block in blocks if block.kind is BlockKind.FENCE]
    at = 0
    for address in find_urls(text):
        while at < len(fences) and fences[at][1] <= address.start:
            at += 1
        fenced = at < len(fences) and fences[at][0] <= address.start
        if address.raw and not fenced:
            message = f"Bare URL; make it a Markdown link: {address.url[:120]}"
            yield _form("raw_url", address.start, address.end, message)
    for link in _NO_TEXT.finditer(text):
        yield _form(
            "raw_url", link.start(), link.end(), "A link has no text to click on; write it between the brackets."
        )


def _ragged_tables(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """A row with another number of cells than its header; the last row of a cut-off response is left to `_cut_off`."""
    width = 0
    for block in blocks:
        if block.kind is BlockKind.TABLE_HEADER:
            width = len(cells(text, block.start, block.end))
        elif block.kind is BlockKind.TABLE_RULE and block.header and width:
            yield from _uneven(text, block, width, "The line under the table's header")
        elif block.kind is BlockKind.TABLE_ROW and block.header and not is_last_cut(text, block):
            yield from _uneven(text, block, width, "A table row")


def _unruled_tables(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """Rows between pipes without the line that makes a table of them: they are shown as one paragraph."""
    message = "A table lacks its header or the line |---| under it; add both."
    for is_row, run in groupby(blocks, key=lambda block: block.kind in _OF_A_TABLE):
        rows = list(run)
        if is_row and len(rows) > 1 and not rows[-1].header and all(text[row.start] == "|" for row in rows):
            yield _form("table_unruled", rows[0].start, rows[-1].end, message)
    for block in blocks:
        if block.kind is BlockKind.PARAGRAPH and _has_columns(without_code_and_links(text[block.start : block.end])[0]):
            yield _form("table_unruled", block.start, block.end, message)


def _has_columns(bare: str) -> bool:
    """Lines with the same number of pipes between words: two lines with two pipes each, or three with one."""
    pipes = [line.count(" | ") for line in bare.split("\n")]
    return len(set(pipes)) == 1 and pipes[0] > 0 and len(pipes) > (1 if pipes[0] > 1 else 2)


def _uneven(text: str, block: Block, width: int, what: str) -> Iterator[Finding]:
    count = len(cells(text, block.start, block.end))
    if count != width:
        yield _form("table_ragged", block.start, block.end, f"{what} has {count} cells where the header has {width}.")


def _cut_off(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    why = why_cut_off(text, blocks)
    if why:
        last = blocks[-1]
        yield _form("ending_cut_off", max(last.start, last.end - 80), last.end, f"The response ends abruptly: {why}.")


def _walls(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """Over `WALL_WORDS` words without a blank line, a heading or a list."""
    for block in blocks:
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE):
            count = len(text[block.start : block.end].split())
            if count > WALL_WORDS:
                message = f"{count} words without a break; the limit is {WALL_WORDS}."
                yield _form("wall_of_text", block.start, block.end, message)
