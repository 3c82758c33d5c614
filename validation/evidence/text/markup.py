"""HTML in the evidence as the Markdown that a browser's picture of it would be: rows, items, headings, paragraphs.

Every offset stays, so each mark takes the place of its tag and of the blanks before it. Headings are escaped, for they
are of the page and open nothing in the context. Inline tags stay as they are; code and JSON are left alone.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace

from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.evidence.text.blocks import BlockKind, scan
from validation.evidence.text.columns import with_pipes
from validation.evidence.text.json_paths import is_json
from validation.evidence.text.reprs import without_reprs
from validation.evidence.text.strings import unescaped

_ATTRIBUTES = r"(?:[\s/][^<>]{0,500})?"
_TAG = (
    r"</?(?:h[1-6]|article|aside|blockquote|caption|details|div|dl|fieldset|figcaption|figure|footer|form|header|hr|main"
    r"|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|li|br|dt|dd|pre)" + _ATTRIBUTES + ">"
)
_RUN = re.compile(rf"(?<!\s)\s*+(?:{_TAG}\s*+)++", re.IGNORECASE)
"""Tags with nothing to read between them, and the blanks around: one mark stands for all."""
_NAMES = re.compile(r"<(/?[a-z]+\d?)", re.IGNORECASE)
_TABLE = re.compile(
    rf"(?<=<table)(?P<head>{_ATTRIBUTES}>)(?P<rows>(?:[^<]++|<(?!/?table\b))*+)(?=</table>)", re.IGNORECASE
)
"""Without another table in it: others lay out a page."""
_ROW, _CELL = re.compile(r"<tr(?=[\s/>])", re.IGNORECASE), re.compile(r"<t[dh](?=[\s/>])", re.IGNORECASE)
_KIND = {"tr": "r", "td": "c", "th": "c"}
_IN_A_ROW = str.maketrans("\n|", " /")
_BEGINS = frozenset(("li", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"))
_APART = frozenset(("p", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6"))
_DEFINED = re.compile(r"(?m)(?P<term>^[^\s:|>#-][^\n:]{0,80})\n: (?=[ \t]{0,3}\S)")
"""A term, and in the next line what it means."""
_ENTITIES = {"nbsp": " ", "amp": "&", "euro": "€", "pound": "£", "ndash": "–", "mdash": "—", "deg": "°"}
_ENTITY = re.compile(rf"&(?!amp;\S)(?P<name>{'|'.join(_ENTITIES)});(?P<figure>(?=\d))?")
"""In an address `&amp;` divides, and no blank may stand there."""
_CODED = re.compile(r"[\w'’-]{0,40}(?:&(?:#\d{2,6}|#[xX][\da-fA-F]{2,5}|[A-Za-z]{2,8});[\w'’-]{0,40}){1,20}")
_KEPT = frozenset('<>"&')
"""Characters that would open a tag that nobody has looked at, or end a string."""
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
    if not _RUN.search(text):
        return text
    parts, at, mark = [], 0, _Marks()
    for block in scan(text):
        data = is_json(text[block.start : min(block.end, block.start + 200)])
        if data or block.kind in (BlockKind.FENCE, BlockKind.TABLE_ROW, BlockKind.TABLE_HEADER):
            parts += [_RUN.sub(mark, _TABLE.sub(_table, text[at : block.start])), text[block.start : block.end]]
            at = block.end
    return "".join((*parts, _RUN.sub(mark, _TABLE.sub(_table, text[at:]))))


def _character(match: re.Match[str]) -> str:
    char, width = _ENTITIES[match["name"]], len(match[0])
    return char.rjust(width) if match["figure"] is not None else char.ljust(width)


def _decoded(match: re.Match[str]) -> str:
    """A word whose letters are coded, `M&uuml;ller&#39;s`, with blanks behind it."""
    said = html.unescape(match[0])
    is_shown = said.isprintable() and len(said) <= len(match[0]) and _KEPT.isdisjoint(said)
    return said.ljust(len(match[0])) if is_shown else match[0]


class _Marks:
    """The mark for each run of tags outside of tables, in order."""

    def __init__(self) -> None:
        self.depth = 0

    def __call__(self, run: re.Match[str]) -> str:
        names, width = _names(run[0]), len(run[0])
        self.depth += sum(name in ("ul", "ol") for name in names) - sum(name in ("/ul", "/ol") for name in names)
        begins = next((name for name in reversed(names) if name in _BEGINS), "")
        if begins == "dd" and "/dt" in names:
            return _field(run)
        if begins in ("li", "dt"):
            mark = "\n" + "  " * min(self.depth - 1, _DEEPEST) + "- "
            return (mark if len(mark) <= width else "\n- ").rjust(width)
        if begins and begins != "dd":
            return "\n\\# ".rjust(width)
        return ("\n" if _APART.isdisjoint(name.strip("/") for name in names) else "\n\n").rjust(width)


def _table(match: re.Match[str]) -> str:
    """A row a line. Under a row of names it is a table, in pairs fields, else only drawn with pipes."""
    rows = [row for row in _ROW.split(match["rows"])[1:] if _CELL.search(row)]
    if not rows:
        return match[0]
    counts = [len(_CELL.findall(row)) for row in rows]
    named = len(rows) > 1 and counts[0] > 1 and "<td" not in rows[0].lower()
    paired = not named and set(counts) == {2}
    first, other = ("- ", "") if paired else ("| " if named else "", "| ")
    begun = 0

    def mark(run: re.Match[str]) -> str:
        nonlocal begun
        kinds = "".join(_KIND.get(name, "") for name in _names(run[0]))
        within, *opened = kinds.split("r")
        if paired and within and not opened:
            return _field(run)
        said = other * len(within)
        for row in filter(None, opened):  # several where all cells of one are empty
            begun += 1
            said += ("\n|-|\n" if named and begun == 2 else "\n") + first + other * (len(row) - 1)
        return said.rjust(len(run[0]))

    return match["head"] + _RUN.sub(mark, match["rows"].translate(_IN_A_ROW))


def _names(run: str) -> list[str]:
    return [name.lower() for name in _NAMES.findall(run)]


def _field(run: re.Match[str]) -> str:
    """What divides a name from its value."""
    return ("" if run.string[run.start() - 1 : run.start()] == ":" else ":").ljust(len(run[0]))
