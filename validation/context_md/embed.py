"""Embeds untrusted text in a context.md so that it cannot open a section or absorb the text after it.

A tool result or document may contain `## 4. Execution Progress`, half a code fence or an open comment. All other text
is unchanged, because quotes are compared literally.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from validation.context_md.headings import headings_of
from validation.domain.context import LONGEST_REF
from validation.domain.text.titles import is_title

_FENCE = re.compile(r"(?m)^[ \t]{0,12}(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)$")
_HEADING = re.compile(r"(?P<space> {0,3})(?P<level>#{1,6})(?=[ \t])(?P<title>[^\n]*)")
_UNDERLINE = re.compile(r"[ \t]*(?:={2,}|-{2,})\s*")
_TAG = re.compile(r"<(?=/?(?:del|strike|s|script|style|template)\b)", re.IGNORECASE)
_RECORD_END = re.compile(r"(?m)(?<=\S)[ \t]https?://\S+[ \t]*\n(?=[^\W_])|^https?://\S+[ \t]*\n(?=[^\W_])")
"""Tool output with several records, each of which ends with its URL."""
_REF_UNSAFE = re.compile(r"[^\w.:#/-]+")
_BETWEEN = re.compile(r"[ \t\r\n,]*")
_TOP_LEVEL = 4
"""Top level of embedded headings: 1 and 2 are sections, 3 is the item that contains the text."""


def source_ref(name: str) -> str:
    """`name` as a reference without characters that the evidence reader would split at: `Q3 report.pdf` becomes
    `Q3_report.pdf`."""
    return _REF_UNSAFE.sub("_", name).strip("_")[:LONGEST_REF]


def one_line(text: str) -> str:
    """The text on one line, for titles, without opening a comment or code span."""
    return " ".join(text.split()).replace("<!--", "&lt;!--").replace("`", "'")


def quote_text(text: str) -> str:
    """The text as a block quote, in which headings, labels and fences have no effect."""
    return "\n".join(f"> {line}".rstrip() for line in _close_comments(text.strip()).split("\n"))


def embed_text(text: str, ref: str) -> str:
    """The text of one item with the reference `ref`. JSON is fenced, a list of objects with one fence per object."""
    text = text.strip()
    if _is_json(text):
        return "\n\n".join(f"```json\n{_close_comments(part)}\n```" for part in _json_parts(text))
    text = _balance_tags(_close_comments(_balance_fences(text)))
    text = text if "```" in text or "~~~" in text else _RECORD_END.sub(r"\g<0>\n", text)
    return "\n".join(_safe_lines(text, ref))


def _is_json(text: str) -> bool:
    if text[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _json_parts(text: str) -> Iterator[str]:
    """The source text of each object in a list of objects, so that each becomes an item; otherwise the whole text."""
    if not re.match(r"\[\s*\{", text):
        yield text
        return
    decode = json.JSONDecoder().raw_decode
    at = _BETWEEN.match(text, 1).end()  # type: ignore[union-attr]  # it may be empty, so it always matches
    while text[at] != "]":
        _, end = decode(text, at)
        yield text[at:end]
        at = _BETWEEN.match(text, end).end()  # type: ignore[union-attr]


def _balance_fences(text: str) -> str:
    """Keeps fences if they pair up, each closed by the same mark, else escapes all of them. Text with comments keeps
    none, since a comment could hide one fence of a pair."""
    marks = list(_FENCE.finditer(text))
    pairs = zip(marks[::2], marks[1::2], strict=False)
    plain = len(marks) % 2 == 0 and all(_is_pair(opening, closing) for opening, closing in pairs)
    if plain and not (marks and "<!--" in text):
        return text
    return _FENCE.sub(lambda match: match[0].replace(match["mark"], "\\" + match["mark"], 1), text)


def _is_pair(opening: re.Match[str], closing: re.Match[str]) -> bool:
    shallow = all(len(mark[0]) - len(mark[0].lstrip()) <= 3 and "\t" not in mark[0][:3] for mark in (opening, closing))
    return shallow and closing["mark"] == opening["mark"] and not closing["info"].strip() and "`" not in opening["info"]


def _close_comments(text: str) -> str:
    """Escapes a comment that is never closed, which would extend into the next item."""
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            return text[:start] + text[start:].replace("<!--", "&lt;!--")
        at = end + 3
    return text


def _balance_tags(text: str) -> str:
    """Escapes tags that do not pair up, so that strikethrough and scripts end in their item."""
    for name in ("del", "strike", "s", "script", "style", "template"):
        opened = len(re.findall(rf"<{name}\b", text, re.IGNORECASE))
        if opened != len(re.findall(rf"</{name}\b", text, re.IGNORECASE)):
            return _TAG.sub("&lt;", text)
    return text


def _safe_lines(text: str, ref: str) -> Iterator[str]:
    """Lowers headings outside of code below the item's own and adds its reference; inside code, escapes lines that
    could open a section."""
    mark = ""
    lines = text.split("\n")
    for before, line, following in zip(["", *lines[:-1]], lines, [*lines[1:], ""], strict=True):
        fence = _FENCE.match(line.rstrip("\r"))
        if fence:
            mark = "" if mark == fence["mark"] else mark or fence["mark"]
            yield line
        elif mark:
            yield _escaped(line)
        elif _UNDERLINE.fullmatch(line):
            yield ""
        elif _UNDERLINE.fullmatch(following) and is_title(f"{_UNDERLINE.sub('', before)}\n{line}"):
            yield _lowered(f"# {line.strip().lstrip('#')}", ref)
        else:
            yield _lowered(line, ref)


def _escaped(line: str) -> str:
    return line.replace("#", "\\#", 1) if headings_of(line) else line


def _lowered(line: str, ref: str) -> str:
    heading = _HEADING.match(line)
    title = heading["title"].strip(" \t\r#") if heading else ""
    if heading is None or not title:
        return _escaped(line)
    level = min(6, len(heading["level"]) + _TOP_LEVEL - 1)
    return f"{'#' * level} {title} (source_ref: {ref})"
