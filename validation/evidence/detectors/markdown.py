"""Facts about the form of a response (spec 1, section 4.4): what is broken whoever reads it, cut off or repeated.

Works on the block scanner rather than on a rendered tree, because a renderer repairs exactly the defects looked for.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import groupby

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.detectors.inline_marks import unclosed_marks, without_code_and_links
from validation.evidence.detectors.urls import find_urls
from validation.evidence.text.blocks import Block, BlockKind, cells, plain
from validation.evidence.text.lookup import holding
from validation.evidence.words import any_of

_OPEN_LINK = re.compile(r"\[[^\[\]\n]{1,1000}\]\([^()\n]{0,2000}$|\[[^\[\]\n]{0,1000}$")
_EMPTY_MARK = re.compile(r"\n[ \t>]{0,16}(?:[-*+]|\d{1,3}[.)]|#{1,6})\s*\Z")
_OPEN_QUOTE = re.compile(
    r"(?:(?:^|[\s(])\"(?=\w)[^\"”]{0,2900}|“(?=\w)[^“”\"]{0,2900}|„(?=\w)[^“”\"]{0,2900}|«[^«»]{0,2900})\Z"
)
_CUT_WORD = any_of("markdown.cut_word", front="", behind="$")
_STOP = re.compile(r"[.!?…:。！？][)\]\"'”’»*_`]{0,6}$|[)\]|`>]$|[^\w\s,;(\[{–—&/-]$")
_HASHTAGS = re.compile(r"(?:\s{1,3}#\w{1,60}){1,10}$")
_LABEL = re.compile(r"[^\W\d_][^.:!?\n]{0,60}:[ \t*_]{1,4}(?:[^.!?\n]|\.(?=\d))+")
_SHORT, _LONG = 6, 12


def describe_cut_off(text: str, blocks: tuple[Block, ...]) -> str | None:
    """What is missing at the end, as the end of a sentence about it. None when nothing is."""
    if not blocks or blocks[-1].kind is BlockKind.FENCE:
        return None
    last = blocks[-1]
    if _EMPTY_MARK.search(text[-200:]):
        return "its last item or heading is empty"
    if last.kind in (BlockKind.TABLE_HEADER, BlockKind.TABLE_RULE):
        return "its last table has no row"
    if last.kind is BlockKind.HEADING:
        return "its last heading has nothing under it" if len(blocks) > 1 else None
    if last.kind is BlockKind.TABLE_ROW:
        return "its last table row is not closed" if is_last_cut(text, last) else None
    # Entities may stand for white space, hashtags behind the last sentence.
    said = _HASHTAGS.sub("", html.unescape(text[last.start : last.end][-3000:]).rstrip())
    if _OPEN_LINK.search(said):
        return "its last link is not closed"
    if _OPEN_QUOTE.search(said):
        return "its last quotation is not closed"
    is_cut = _CUT_WORD.search(said.rstrip("*_ ")) or (last.kind is BlockKind.PARAGRAPH and _breaks_off(said, blocks))
    return "its last sentence breaks off" if is_cut else None


def is_last_cut(text: str, block: Block) -> bool:
    """Whether the table row is the last of all and lost its end."""
    return not text[block.end :].strip() and text[block.start] == "|" and text[block.end - 1] != "|"


def _breaks_off(said: str, blocks: tuple[Block, ...]) -> bool:
    """No stop at the end of a text that otherwise uses stops. A title, a short label, a line among lines that all do
    without need none."""
    line, words = said.rpartition("\n")[2], said.split()
    if _STOP.search(said) or len(words) < _SHORT or _is_title(line) or _is_line(said, line):
        return False
    return "." in said or said[-1] == "-" or len(words) >= _LONG or len(blocks) == 1


def _is_title(line: str) -> bool:
    long = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    return len(long) > 1 and all(word[0].isupper() for word in long)


def _is_line(said: str, line: str) -> bool:
    """`Phone: 555 0100`, or one of several short lines without stops."""
    before = said[: -len(line)].rstrip().rpartition("\n")[2]
    alone = not before or (len(before.split()) < _LONG and not _STOP.search(before))
    if len(line.split()) < _LONG and _LABEL.fullmatch(line) and alone:
        return True
    return bool(before) and alone and len(line.split()) < _SHORT


_NO_TEXT = re.compile(r"(?<![!\]\\])\[\s{0,9}\]\(https?://[^()\s]{1,2000}\)")
WALL_WORDS = 150
_OF_A_TABLE = (BlockKind.TABLE_HEADER, BlockKind.TABLE_RULE, BlockKind.TABLE_ROW)


def check_form(response_md: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """All certain findings about the form; `blocks` are the response's. Linear in the length."""
    for block in blocks:
        if block.kind is BlockKind.FENCE and not block.closed:
            yield FindingCode.FENCE_UNCLOSED.at(block.line, len(response_md))
    yield from _raw_urls(response_md, blocks)
    yield from unclosed_marks(response_md, blocks)
    yield from _ragged_tables(response_md, blocks)
    yield from _unruled_tables(response_md, blocks)
    if why := describe_cut_off(response_md, blocks):
        last = blocks[-1]
        yield FindingCode.ENDING_CUT_OFF.at(max(last.start, last.end - 80), last.end, reason=why)
    yield from _walls(response_md, blocks)


def _raw_urls(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    fences = [block for block in blocks if block.kind is BlockKind.FENCE]
    for address in find_urls(text):
        if address.raw and holding(fences, address.start) is None:
            yield FindingCode.RAW_URL.at(address.start, address.end, url=address.url[:120])
    for link in _NO_TEXT.finditer(text):
        yield FindingCode.RAW_URL.at(link.start(), link.end(), "no_text")


def _ragged_tables(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """A row with another number of cells than its header; that of a cut-off response is left to `describe_cut_off`."""
    width = 0
    for block in blocks:
        if block.kind is BlockKind.TABLE_HEADER:
            width = len(cells(text, block.start, block.end))
        elif block.kind is BlockKind.TABLE_RULE and block.header and width:
            yield from _uneven(text, block, width, "rule")
        elif block.kind is BlockKind.TABLE_ROW and block.header and not is_last_cut(text, block):
            yield from _uneven(text, block, width)


def _unruled_tables(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """Rows between pipes without the line that makes a table of them: they are shown as one paragraph."""
    for is_row, run in groupby(blocks, key=lambda block: block.kind in _OF_A_TABLE):
        rows = list(run)
        if is_row and len(rows) > 1 and not rows[-1].header and all(text[row.start] == "|" for row in rows):
            yield FindingCode.TABLE_UNRULED.at(rows[0].start, rows[-1].end)
    for block in blocks:
        if block.kind is BlockKind.PARAGRAPH and _has_columns(without_code_and_links(text[block.start : block.end])[0]):
            yield FindingCode.TABLE_UNRULED.at(block.start, block.end)


def _has_columns(bare: str) -> bool:
    """Lines with the same number of pipes between words: two lines with two pipes each, or three with one."""
    pipes = [line.count(" | ") for line in bare.split("\n")]
    return len(set(pipes)) == 1 and pipes[0] > 0 and len(pipes) > (1 if pipes[0] > 1 else 2)


def _uneven(text: str, block: Block, width: int, wording: str = "") -> Iterator[Finding]:
    count = len(cells(text, block.start, block.end))
    if count != width:
        yield FindingCode.TABLE_RAGGED.at(block.start, block.end, wording, cells=count, width=width)


def _walls(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """Over `WALL_WORDS` words without a blank line, a heading or a list."""
    for block in blocks:
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE):
            count = len(text[block.start : block.end].split())
            if count > WALL_WORDS:
                yield FindingCode.WALL_OF_TEXT.at(block.start, block.end, words=count, limit=WALL_WORDS)


_LEAST_WORDS = 8


def check_repetition(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """A likely finding for every paragraph that repeats an earlier one."""
    seen: set[tuple[str, ...]] = set()
    for block in blocks:
        said = tuple(plain(text[block.start : block.end]).lower().split())
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE) and len(said) >= _LEAST_WORDS:
            if said in seen:
                yield FindingCode.PARAGRAPH_REPEATED.at(block.start, block.end)
            seen.add(said)
