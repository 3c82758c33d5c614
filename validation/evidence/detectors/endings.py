"""Whether a response ends before its end, as one does that ran out of tokens."""

from __future__ import annotations

import html
import re

from validation.evidence.text.blocks import Block, BlockKind

_OPEN_LINK = re.compile(r"\[[^\[\]\n]{1,1000}\]\([^()\n]{0,2000}$|\[[^\[\]\n]{0,1000}$")
_EMPTY_MARK = re.compile(r"\n[ \t>]{0,16}(?:[-*+]|\d{1,3}[.)]|#{1,6})\s*\Z")
_OPEN_QUOTE = re.compile(
    r"(?:(?:^|[\s(])\"(?=\w)[^\"”]{0,2900}|“(?=\w)[^“”\"]{0,2900}|„(?=\w)[^“”\"]{0,2900}|«[^«»]{0,2900})\Z"
)
_CUT_WORD = re.compile(
    r"(?:\b(?:and|or|but|the|a|an|of|to|for|with|in|on|at|from|by|is|are|was|were|has|have|which|that|as|than|its|their|"
    r"this|these|und|oder|der|die|das|mit|von|für)|[,;–—(&/])$",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?…:。！？][)\]\"'”’»*_`]{0,6}$|[)\]|`>]$|[^\w\s,;(\[{–—&/-]$")
_HASHTAGS = re.compile(r"(?:\s{1,3}#\w{1,60}){1,10}$")
_LABEL = re.compile(r"[^\W\d_][^.:!?\n]{0,60}:[ \t*_]{1,4}(?:[^.!?\n]|\.(?=\d))+")
_SHORT, _LONG = 6, 12
_BREAKS_OFF = "its last sentence breaks off"


def why_cut_off(text: str, blocks: tuple[Block, ...]) -> str | None:
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
    said = _bare(text[last.start : last.end])
    if _OPEN_LINK.search(said[-3000:]):
        return "its last link is not closed"
    if _OPEN_QUOTE.search(said):
        return "its last quotation is not closed"
    if _CUT_WORD.search(said.rstrip("*_ ")):
        return _BREAKS_OFF
    if last.kind is BlockKind.PARAGRAPH and _breaks_off(said, blocks):
        return _BREAKS_OFF
    return None


def is_last_cut(text: str, block: Block) -> bool:
    """Whether the table row is the last of all and lost its end."""
    return not text[block.end :].strip() and text[block.start] == "|" and text[block.end - 1] != "|"


def _bare(said: str) -> str:
    """Without entities for white space and hashtags behind the last sentence."""
    return _HASHTAGS.sub("", html.unescape(said[-3000:]).rstrip())


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
