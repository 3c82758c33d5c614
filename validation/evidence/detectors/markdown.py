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
from validation.evidence.detectors.urls import find_urls
from validation.evidence.text.blocks import Block, BlockKind, cells

WALL_WORDS = 150
_OF_A_TABLE = (BlockKind.TABLE_HEADER, BlockKind.TABLE_RULE, BlockKind.TABLE_ROW)
_CODE = re.compile(r"(`{1,3})[^`]{1,5000}?\1")
_ESCAPED = re.compile(r"\\[\\`*_{}\[\]()#+.!|>~-]")
_LINK = re.compile(
    r"!?\[[^\[\]\n]{0,1000}\]\([^()\n]{0,2000}(?:\([^()\n]{0,300}\)[^()\n]{0,500})?\)|<?https?://[^\s<>*]{1,2000}>?"
)
_STAR = re.compile(r"(?<![*\w\s])\*(?![*\s])|(?<!\*)(?<!\w)\*(?![*\s])")


def check_form(response_md: str, blocks: tuple[Block, ...]) -> tuple[Finding, ...]:
    """All certain findings about the form, in order of place; `blocks` are the response's. Linear in the length."""
    found = [
        *_unclosed_fences(response_md, blocks),
        *_raw_urls(response_md, blocks),
        *_unclosed_emphasis(response_md, blocks),
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


def _unclosed_emphasis(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    for block in blocks:
        if block.kind is BlockKind.FENCE or block.kind is BlockKind.TABLE_RULE:
            continue
        at = _dangling(_bare(text[block.start : block.end]))
        if at is not None:
            start = block.start + at
            yield _form(
                "emphasis_unclosed",
                start,
                min(block.end, start + 40),
                "Bold or italic text is opened and never closed.",
            )


def _bare(text: str) -> str:
    """Text with escapes blanked and with code, links and urls as plain letters, which marks may stand beside; every
    offset kept."""
    text = _ESCAPED.sub(lambda match: " " * len(match[0]), text)
    for pattern in (_CODE, _LINK):
        text = pattern.sub(lambda match: "x" * len(match[0]), text)
    return text


def _dangling(bare: str) -> int | None:
    """Where a strong mark without partner stands. Lone single stars are left alone: `5 * 3`, footnotes, `M*A*S*H`."""
    for mark in ("**", "__"):
        places = [match.start() for match in re.finditer(re.escape(mark), bare) if _is_mark(bare, match.start(), mark)]
        if len(places) % 2:
            return places[-1]
    singles = [match.start() for match in _STAR.finditer(bare.replace("**", "\x00\x00"))]
    closings = len(re.findall(r"(?<=[^\s*\x00])\*(?![*\w])", bare.replace("**", "\x00\x00")))
    return singles[-1] if len(singles) == 1 and closings == 0 and bare.count("*") % 2 == 1 else None


def _is_mark(bare: str, at: int, mark: str) -> bool:
    """`__init__` inside a word and `2 ** 3` mark nothing."""
    before, after = bare[at - 1 : at], bare[at + 2 : at + 3]
    if mark == "__" and before.isalnum() and after.isalnum():
        return False
    return not ((not before or before.isspace()) and (not after or after.isspace()) and len(bare.strip()) > 2)


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
        if block.kind is BlockKind.PARAGRAPH and _has_columns(_bare(text[block.start : block.end])):
            yield _form("table_unruled", block.start, block.end, message)


def _has_columns(bare: str) -> bool:
    """Several lines, each with the same number of pipes between words, two or more."""
    pipes = [line.count(" | ") for line in bare.split("\n")]
    return len(pipes) > 1 and pipes[0] > 1 and len(set(pipes)) == 1


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
