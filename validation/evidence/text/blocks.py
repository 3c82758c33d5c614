"""The lines of a markdown text as blocks with exact spans.

Claims, evidence items and the form checks all walk these blocks. A full parser would give nested trees without
character offsets, and spans into the untouched text are what a reviewer is shown; so this scanner keeps to lines,
never fails, and takes time linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from validation.domain.text.titles import is_title


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    QUOTE = "quote"
    FENCE = "fence"
    TABLE_HEADER = "table_header"
    TABLE_RULE = "table_rule"
    TABLE_ROW = "table_row"


@dataclass(frozen=True, slots=True)
class Block:
    """`text[start:end]` is the content without its marker (`#`, `-`, `1.`, `>`); of a fence, what stands between its
    two lines. `line` is where its first line starts. `heading` is the nearest heading above, `lead` the line that
    introduces a list, which ends in a colon or is bold as a whole, or the item that a nested list belongs to; `header`
    the header cells of a table row, `info` the info string of a fence.
    `closed` is false for a fence that never ends."""

    kind: BlockKind
    line: int
    start: int
    end: int
    heading: str = ""
    lead: str = ""
    header: tuple[str, ...] = ()
    info: str = ""
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table row, `text` without the white space around it; spans are into the whole text."""

    start: int
    end: int
    text: str


_FENCE = re.compile(r"[ \t]{0,12}(`{3,}|~{3,})([^\n]*)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_QUOTE = re.compile(r" {0,3}>[ \t]?")
_UNDERLINE = re.compile(r"\s*(?:={2,}|-{2,})\s*")
_DIVIDER = re.compile(r"\s*([-*_])(?:\s*\1){2,}\s*")
_LABEL = re.compile(r"[ \t]*\*\*[^*\n]{1,80}:\*\*|[ \t]*\*\*[^*\n]{1,80}\*\*:")
_IN_QUOTES = re.compile(r"\"[^\"\n]*\"")
_TITLE = re.compile(r"\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__")
_LONGEST_PARENT = 80
"""Characters of an item that names what is nested below it; more of them tell something themselves."""
_MARKUP = re.compile(r"[*`#]+|(?<![^\W_])_+|_+(?![^\W_])")


def scan(text: str) -> tuple[Block, ...]:
    """The blocks of `text` in order. Every non-blank line belongs to at most one block."""
    return tuple(_Scanner(text).blocks())


def cells(text: str, start: int, end: int) -> tuple[Cell, ...]:
    """The cells of the table row `text[start:end]`. An escaped pipe does not divide, nor what stands in quotes between
    other delimiters."""
    mark = delimiter_of(text, start, end) or "|"
    at, end = trim(text, start, end)
    if mark == "|":
        at += text.startswith("|", at, end)
        end -= at < end and text[end - 1] == "|" and text[end - 2 : end - 1] != "\\"
    found, quoted = [], False
    for index in range(at, end + 1):
        quoted ^= mark != "|" and text[index : index + 1] == '"'
        if index == end or (text[index] == mark and text[index - 1 : index] != "\\" and not quoted):
            left, right = trim(text, at, index)
            if mark != "|" and right - left > 1 and text[left] == text[right - 1] == '"':
                left, right = left + 1, right - 1
            found.append(Cell(left, right, text[left:right]))
            at = index + 1
    return tuple(found)


def delimiter_of(text: str, start: int, end: int) -> str:
    """What divides the cells of a line: a pipe, a tab, a semicolon, or a comma without a space; empty if nothing."""
    line = text[start:end]
    for mark in "|\t;":
        if mark in line:
            return mark
    return "," if "," in line and ", " not in _IN_QUOTES.sub("", line) else ""


def plain(text: str) -> str:
    """Text without emphasis, code and heading marks, for comparing and showing."""
    return _MARKUP.sub("", text).strip()


def is_table_rule(line: str) -> bool:
    """`|---|:-:|`, the line that makes the one above it a header."""
    return "-" in line and "|" in line and not line.strip().strip("|:- \t")


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the white space around it; empty at its start where there is nothing else."""
    part = text[start:end]
    bare = part.strip()
    start += len(part) - len(part.lstrip()) if bare else 0
    return start, start + len(bare)


class _Scanner:
    """`open` is the block that the next line may continue, `items` the list items that the next one may stand in: how
    far each is set in, and what names it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [part.rstrip("\r") for part in text.split("\n")]
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.heading = ""
        self.lead = ""
        self.open: Block | None = None
        self.items: list[tuple[int, str]] = []

    def blocks(self) -> Iterator[Block]:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if fence := _FENCE.match(line):
                yield from self._close()
                at, block = self._fence(at, fence)
                yield block
            elif line.lstrip().startswith("|") or ("|" in line and self._is_ruled(at)):
                yield from self._close()
                at = yield from self._table(at)
            else:
                yield from self._plain_line(at, line)
                at += 1
        yield from self._close()

    def _fence(self, at: int, mark: re.Match[str]) -> tuple[int, Block]:
        ending = re.compile(rf"[ \t]*{re.escape(mark[1][0])}{{{len(mark[1])},}}[ \t]*")
        last = next((n for n in range(at + 1, len(self.lines)) if ending.fullmatch(self.lines[n])), len(self.lines))
        closed = last < len(self.lines)
        start = self.starts[at + 1] if at + 1 < len(self.lines) else len(self.text)
        end = max(start, self.starts[last] - 1) if closed else len(self.text)
        block = self._block(BlockKind.FENCE, at, start, end)
        return last + 1, replace(block, info=mark[2].strip(), closed=closed)

    def _is_ruled(self, at: int) -> bool:
        return at + 1 < len(self.lines) and is_table_rule(self.lines[at + 1])

    def _table(self, at: int) -> Generator[Block, None, int]:
        header: tuple[str, ...] = ()
        first = at
        while at < len(self.lines) and "|" in self.lines[at]:
            start, end = self._trimmed(at)
            kind = BlockKind.TABLE_ROW
            if is_table_rule(self.lines[at]):
                kind = BlockKind.TABLE_RULE
            elif at == first and self._is_ruled(at):
                kind = BlockKind.TABLE_HEADER
                header = tuple(plain(cell.text) for cell in cells(self.text, start, end))
            yield replace(self._block(kind, at, start, end), header=header)
            at += 1
        self.lead = ""
        return at

    def _plain_line(self, at: int, line: str) -> Iterator[Block]:
        above = self.open if self.open and self.open.kind is BlockKind.PARAGRAPH else None
        above = above if _UNDERLINE.fullmatch(line) else None
        if above or not line.strip() or _DIVIDER.fullmatch(line):
            if above and is_title(self.text[above.start : above.end]):
                self.open = replace(above, kind=BlockKind.HEADING)
            yield from self._close()
            return
        for kind, mark in ((BlockKind.HEADING, _HEADING), (BlockKind.LIST_ITEM, _ITEM), (BlockKind.QUOTE, _QUOTE)):
            match = mark.match(line)
            if match and not (self.open and kind is self.open.kind is BlockKind.QUOTE):
                yield from self._close()
                self.open = self._block(kind, at, *self._trimmed(at, match.end()))
                if kind is BlockKind.HEADING:
                    yield from self._close()
                elif kind is BlockKind.LIST_ITEM:
                    self._nest(_indent(line), line[match.end() :])
                return
        if self.open is None or _LABEL.match(line):
            yield from self._close()
            if not _indent(line):
                self.items = []
            self.open = self._block(BlockKind.PARAGRAPH, at, *self._trimmed(at))
        self.open = replace(self.open, end=self._trimmed(at)[1])

    def _nest(self, indent: int, said: str) -> None:
        self.items = [item for item in self.items if item[0] < indent]
        if self.items and self.items[-1][1] and self.open is not None:
            self.open = replace(self.open, lead=self.items[-1][1])
        named = plain(said).rstrip(": ")
        self.items.append((indent, named if len(named) <= _LONGEST_PARENT else ""))

    def _close(self) -> Iterator[Block]:
        block, self.open = self.open, None
        if block is None or block.start >= block.end:
            return
        content = self.text[block.start : block.end]
        if block.kind is BlockKind.HEADING:
            self.heading, self.lead, self.items = plain(content.rstrip("# \t")), "", []
        elif block.kind is BlockKind.PARAGRAPH:
            introduces = plain(content).endswith(":") and len(content) < 300
            self.lead = plain(content) if introduces or _TITLE.fullmatch(content) else ""
        yield block

    def _block(self, kind: BlockKind, at: int, start: int, end: int) -> Block:
        lead = "" if kind is BlockKind.HEADING else self.lead
        return Block(kind, self.starts[at], start, end, heading=self.heading, lead=lead)

    def _trimmed(self, at: int, front: int = 0) -> tuple[int, int]:
        return trim(self.text, self.starts[at] + front, self.starts[at] + len(self.lines[at]))


def _indent(line: str) -> int:
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip(" "))


def counts_of(blocks: tuple[Block, ...]) -> frozenset[int]:
    """How many rows, list items and headings a text shows: each list and table for itself, and all together."""
    found: set[int] = set()
    run, previous = 0, None
    total = {BlockKind.TABLE_ROW: 0, BlockKind.LIST_ITEM: 0, BlockKind.HEADING: 0}
    for block in blocks:
        run = run + 1 if block.kind is previous else 1
        previous = block.kind
        if block.kind in total:
            total[block.kind] += 1
            found.add(run)
    return frozenset(found | set(total.values()))
