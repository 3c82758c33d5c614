"""HTML in the evidence as the Markdown that a browser's picture of it would be: rows, items, headings, paragraphs.

Every offset stays, so each mark takes the place of its tag and of the blanks before it. Headings are escaped, for they
are of the page and open nothing in the context. Inline tags stay as they are; code and JSON are left alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.evidence.text.blocks import BlockKind, scan
from validation.evidence.text.columns import with_pipes
from validation.evidence.text.json_paths import is_json
from validation.evidence.text.reprs import without_reprs
from validation.evidence.text.strings import unescaped

_PARTS = (
    "article|aside|blockquote|caption|details|div|dl|fieldset|figcaption|figure|footer|form|header|hr|main|nav|ol|p"
)
_TAG = re.compile(
    rf"<(?P<slash>/?)(?P<name>h[1-6]|{_PARTS}|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|li|br|dt|dd|pre)"
    r"(?:[\s/][^<>]{0,500})?>",
    re.IGNORECASE,
)
_CELLS, _LISTS = ("td", "th"), ("ul", "ol")
_DEFINED = re.compile(r"(?m)(?P<term>^[^\s:|>#-][^\n:]{0,80})\n: (?=[ \t]{0,3}\S)")
"""A term, and in the next line what it means."""
_ENTITIES = {"nbsp": " ", "amp": "&", "euro": "€", "pound": "£", "ndash": "–", "mdash": "—", "deg": "°"}
_ENTITY = re.compile(rf"&(?!amp;\S)(?P<name>{'|'.join(_ENTITIES)});(?P<figure>(?=\d))?")
"""In an address `&amp;` divides, and no blank may stand there."""
_CODED = re.compile(r"[\w'’-]{0,40}(?:&(?:#\d{2,6}|#[xX][\da-fA-F]{2,5}|[A-Za-z]{2,8});[\w'’-]{0,40}){1,20}")
_KEPT = frozenset('<>"&')
"""Characters that would open a tag that nobody has looked at, or end a string."""
_NEAR = 80
"""Characters."""
_DEEPEST = 3
"""Levels of lists that are set off from each other."""


def in_markdown(document: ContextDocument) -> ContextDocument:
    """The document with its evidence sections so."""
    text = document.text
    for section in document.sections:
        if section.role in EVIDENCE_ROLES:
            start, end = section.body_start, section.end
            body = without_reprs(unescaped(text[start:end]))
            text = text[:start] + with_pipes(as_markdown(body)) + text[end:]
    return document if text == document.text else replace(document, text=text)


def as_markdown(text: str) -> str:
    """`text` with the same length and offsets. Linear; never raises."""
    if "\n: " in text:
        text = _DEFINED.sub(r"\g<term>:  ", text)
    if "&" in text:
        text = _CODED.sub(_decoded, _ENTITY.sub(_character, text))
    if not _TAG.search(text):
        return text
    blocks = scan(text)
    as_is = [(one.start, one.end) for one in blocks if _is_left_alone(text, one.kind, one.start, one.end)]
    return _Page(text, as_is).written()


def _character(match: re.Match[str]) -> str:
    char, width = _ENTITIES[match["name"]], len(match[0])
    return char.rjust(width) if match["figure"] is not None else char.ljust(width)


def _decoded(match: re.Match[str]) -> str:
    """A word whose letters are coded, `M&uuml;ller&#39;s`, with blanks behind it."""
    said = html.unescape(match[0])
    is_shown = said.isprintable() and len(said) <= len(match[0]) and _KEPT.isdisjoint(said)
    return said.ljust(len(match[0])) if is_shown else match[0]


def _is_left_alone(text: str, kind: BlockKind, start: int, end: int) -> bool:
    drawn = (BlockKind.FENCE, BlockKind.TABLE_ROW, BlockKind.TABLE_HEADER)
    return kind in drawn or is_json(text[start : min(end, start + 200)])


@dataclass
class _Row:
    """Where its opening tag begins and its content ends, and its cells: the tags that open them."""

    start: int
    cells: list[re.Match[str]] = field(default_factory=list)


class _Page:
    def __init__(self, text: str, as_is: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.out = list(text)
        spans = iter((*as_is, (len(text) + 1, len(text) + 1)))
        start, end = next(spans)
        self.tags: list[re.Match[str]] = []
        for tag in _TAG.finditer(text):
            while tag.start() >= end:
                start, end = next(spans)
            if tag.start() < start:
                self.tags.append(tag)

    def written(self) -> str:
        tables = dict(self._tables())
        depth = number = 0
        while number < len(self.tags):
            tag = self.tags[number]
            last = tables.get(number)
            if last is not None:
                self._table(self.tags[number : last + 1])
                number = last + 1
                continue
            name, closes = tag["name"].lower(), bool(tag["slash"])
            if name in _LISTS:
                depth = max(0, depth - 1) if closes else depth + 1
            self._mark(tag, name, closes=closes, depth=depth)
            number += 1
        return "".join(self.out)

    def _tables(self) -> Iterator[tuple[int, int]]:
        """The numbers of the tags that open and close each table without another in it: others lay out a page."""
        opened: int | None = None
        for number, tag in enumerate(self.tags):
            if tag["name"].lower() != "table":
                continue
            if not tag["slash"]:
                opened = number
            elif opened is not None:
                yield opened, number
                opened = None

    def _mark(self, tag: re.Match[str], name: str, *, closes: bool, depth: int) -> None:
        self._blank(*tag.span())
        is_heading = name[1:].isdigit()
        if name == "li" and not closes:
            self._write(tag.end(), "\n" + "  " * min(depth - 1, _DEEPEST) + "- ", least="\n- ")
        elif name == "dt" and not closes:
            self._write(tag.end(), "\n- ")
        elif name == "dd" and not closes:
            self._put_behind(tag.start(), ":", least=tag.start() - _NEAR)
        elif is_heading and not closes:
            self._write(tag.end(), "\n\\" + "#" * int(name[1]) + " ", least="\n\\# ")
        elif not ((name in ("p", "div") and self._begins_item(tag.start())) or name == "dt"):
            self._write(tag.end(), "\n\n" if name in ("p", "table", *_LISTS) or is_heading else "\n")
        if not closes and (is_heading or name in ("li", "dt", "dd")):
            self._join(tag.end())

    def _join(self, place: int) -> None:
        """What follows goes on the same line."""
        while place < len(self.out) and self.out[place].isspace():
            self.out[place] = " "
            place += 1

    def _begins_item(self, place: int) -> bool:
        """Whether nothing but its mark stands on the line before."""
        before = "".join(self.out[max(0, place - _NEAR) : place]).rstrip(" ")
        return before.endswith(("\n-", " -", ":")) or before == "-"

    def _put_behind(self, place: int, mark: str, *, least: int) -> None:
        """Behind the word that stands last before `place`, and not before `least`, unless it ends so already."""
        end = place
        while end > max(least, 0) and self.out[end - 1].isspace():
            end -= 1
        if end > max(least, 0):
            self.out[end:place] = " " * (place - end)
            self.out[end] = mark if self.out[end - 1] != mark else " "

    def _table(self, tags: Sequence[re.Match[str]]) -> None:
        """A row a line. Under a row of names it is a table, in pairs fields, else only drawn with pipes."""
        rows: list[_Row] = []
        for tag in tags:
            name = tag["name"].lower()
            if name == "tr" and not tag["slash"]:
                rows.append(_Row(tag.start()))
            elif name in _CELLS and not tag["slash"] and rows:
                rows[-1].cells.append(tag)
        if not any(row.cells for row in rows):
            for tag in tags:
                self._mark(tag, tag["name"].lower(), closes=bool(tag["slash"]), depth=1)
            return
        first, end = rows[0].start, tags[-1].start()
        for at in range(first, end):
            self.out[at] = {"\n": " ", "|": "/"}.get(self.out[at], self.out[at])
        for tag in tags:
            self._blank(*tag.span())
        self._write(tags[0].end(), "\n")
        named = len(rows[0].cells) > 1 and all(one["name"].lower() == "th" for one in rows[0].cells) and len(rows) > 1
        paired = not named and all(len(row.cells) == 2 for row in rows)
        for number, row in enumerate(rows):
            for place, cell in enumerate(row.cells):
                if place and paired:
                    self._put_behind(cell.start(), ":", least=row.cells[0].end())
                elif place:
                    self._write(cell.end(), "| ")
                else:
                    self._write(cell.end(), f"\n{'- ' if paired else '| ' if named else ''}")
            if named and not number and len(rows) > 1:
                self._write(rows[1].start, "\n|-|")
        self._write(tags[-1].end(), "\n\n")

    def _blank(self, start: int, end: int) -> None:
        self.out[start:end] = " " * (end - start)

    def _write(self, end: int, mark: str, least: str = "") -> None:
        """`mark` so that it ends at `end`, over the blanks before; `least` where it has no room."""
        for said in (mark, least) if least else (mark,):
            room = 0
            while room < len(said) and room < end and self.out[end - room - 1].isspace():
                room += 1
            bare = said.lstrip("\n")
            if end - room == 0 and len(bare) <= room:
                said = bare  # the text begins with it
            if len(said) <= room:
                self.out[end - len(said) : end] = said
                return
