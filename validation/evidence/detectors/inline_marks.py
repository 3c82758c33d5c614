"""Marks within a text that a reader sees because they mark nothing: bold, italic, struck-out text, code and tags that
are opened and never closed, tags cut off before their bracket, headings without a blank."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.codes.findings import FindingCode
from validation.domain.finding import Finding
from validation.evidence.text.blocks import Block, BlockKind, cells
from validation.evidence.words import blank

_ESCAPED = re.compile(r"\\[\\`*_{}\[\]()#+.!|>~-]")
_LINK = re.compile(
    r"!?\[[^\[\]\n]{0,1000}\]\([^()\n]{0,2000}(?:\([^()\n]{0,300}\)[^()\n]{0,500})?\)|<https?://[^\s<>*]{1,2000}>|https?://[^\s<>*]{1,2000}"
)
_CODE = re.compile(r"(?<!`)(`++).*?(?<!`)\1(?!`)", re.DOTALL)
"""Begins with a run of backticks and ends with the next run as long (CommonMark 6.1). Of each length at most one run
finds no end, so that the time is not far from linear."""
_TICKS = re.compile(r"`+")
_STAR = re.compile(r"(?<![*\w\s])\*(?![*\s])|(?<!\*)(?<!\w)\*(?![*\s])")
_UNDERLINE = re.compile(r"(?<![\w_])_(?=[^\W\d_a-z])|(?<=[^\s_])_(?![\w_])")
"""Before a capital, behind a word: `_id` is a name."""
_STRUCK = re.compile(r"(?<!~)~~(?!~)")
_CLOSING_QUOTE = re.compile(r"(?<=[\w.,!?])'{1,2}(?!\w)")
_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>b|i|em|strong|u|s|del|code|mark|small|sub|sup|a)\b[^<>\n]{0,500}>", re.IGNORECASE
)
_CUT_TAG = re.compile(
    r"(?<!\\)<(?:!--|(?P<end>/?)(?P<name>a|b|blockquote|br|button|code|dd|del|details|div|dl|dt|em|font|form|h[1-6]|hr|i"
    r"|iframe|img|input|ins|kbd|li|mark|ol|p|pre|q|s|script|section|small|span|strike|strong|style|sub|summary|sup|svg"
    r"|table|tbody|td|tfoot|th|thead|tr|u|ul|video)(?![\w:.-])(?P<rest>[^<>]*)(?=<|\Z))",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"\s+(?:[a-z-]{2,20}\s{0,3}=|[a-z]\s{0,3}=\s{0,3}[\"'])", re.IGNORECASE)
_UNSPACED = re.compile(r"(?m)^[ \t>]{0,12}(?P<mark>#{2,6})(?:\d{1,2}[.)][ \t]|[*_\[]{0,3}[^\W\d_])(?!\w{0,40}=)")
_SHOWN = 40
_ROWS = (BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW)


def unclosed_marks(text: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """A certain finding a block or a cell of a table, and one for all tags. Linear in the length."""
    open_tags: list[tuple[str, int]] = []
    for block in blocks:
        if block.kind is BlockKind.FENCE or block.kind is BlockKind.TABLE_RULE:
            continue
        for start, end in _pieces(text, block):
            bare, tick = without_code_and_links(text[start:end])
            if tick is not None:
                yield FindingCode.EMPHASIS_UNCLOSED.at(start + tick, min(end, start + tick + _SHOWN), "code")
            if (at := _dangling(bare)) is not None:
                what = "struck" if bare.startswith("~~", at) else "emphasis"
                yield FindingCode.EMPHASIS_UNCLOSED.at(start + at, min(end, start + at + _SHOWN), what)
            if "<" in bare:
                _follow_tags(bare, start, open_tags)
                yield from _cut_tags(bare, start, end)
            if "##" in bare and block.kind not in _ROWS:
                yield from _unspaced_headings(text[start:end], bare, start)
    if open_tags:
        name, at = open_tags[-1]
        yield FindingCode.EMPHASIS_UNCLOSED.at(at, min(len(text), at + _SHOWN), "tag", name=name)


def _pieces(text: str, block: Block) -> list[tuple[int, int]]:
    """A cell of a table is closed by its own pipe."""
    if block.kind in _ROWS and "|" in text[block.start : block.end]:
        return [(cell.start, cell.end) for cell in cells(text, block.start, block.end)]
    return [(block.start, block.end)]


def without_code_and_links(text: str) -> tuple[str, int | None]:
    """Text with escapes blanked and with code, links and urls as plain letters, which marks may stand beside; every
    offset kept. And where a backtick opens code that nothing closes."""
    text = _CODE.sub(_filled, _ESCAPED.sub(blank, text))
    ticks = [run.start() for run in _TICKS.finditer(text) if _is_tick(text, *run.span())]
    return _LINK.sub(_filled, text), ticks[-1] if ticks else None


def _filled(match: re.Match[str]) -> str:
    return "x" * len(match[0])


def _is_tick(text: str, start: int, end: int) -> bool:
    """Neither the letter of `Hawai`i`, nor minutes or feet, nor one half of ``quotation'' marks."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isdecimal() or (before.isalnum() and after.isalnum()):
        return False
    if (not before or before.isspace()) and (not after or after.isspace()):
        return False
    return not (after.isalnum() and _CLOSING_QUOTE.search(text, end))


def _dangling(bare: str) -> int | None:
    """Where a strong mark without partner stands. Lone single stars are left alone: `5 * 3`, footnotes, `M*A*S*H`."""
    for mark in ("**", "__"):
        places = [match.start() for match in re.finditer(re.escape(mark), bare) if _is_mark(bare, match.start(), mark)]
        if len(places) % 2:
            return places[-1]
    struck = [match.start() for match in _STRUCK.finditer(bare) if _is_mark(bare, match.start(), "~~")]
    if len(struck) % 2:
        return struck[-1]
    lines = [match.start() for match in _UNDERLINE.finditer(bare)]
    if len(lines) == 1 and not bare[lines[0] - 1 : lines[0]].strip(" \t\n([\"'“‘"):
        return lines[0]
    singles = [match.start() for match in _STAR.finditer(bare.replace("**", "\x00\x00"))]
    closings = len(re.findall(r"(?<=[^\s*\x00])\*(?![*\w])", bare.replace("**", "\x00\x00")))
    return singles[-1] if len(singles) == 1 and closings == 0 and bare.count("*") % 2 == 1 else None


def _is_mark(bare: str, at: int, mark: str) -> bool:
    """`__init__` inside a word and `2 ** 3` mark nothing."""
    before, after = bare[at - 1 : at], bare[at + 2 : at + 3]
    if mark == "__" and before.isalnum() and after.isalnum():
        return False
    return not ((not before or before.isspace()) and (not after or after.isspace()) and len(bare.strip()) > 2)


def _cut_tags(bare: str, start: int, end: int) -> Iterator[Finding]:
    closed = bare.rfind("-->")
    for tag in _CUT_TAG.finditer(bare):
        if tag.start() > closed if tag["name"] is None else _is_tag(bare, tag):
            what = "comment" if tag["name"] is None else f"tag {tag[0][: tag.start('rest') - tag.start()]}"
            at = start + tag.start()
            yield FindingCode.TAG_CUT.at(at, min(end, at + _SHOWN), what=what)


def _is_tag(bare: str, tag: re.Match[str]) -> bool:
    """An attribute or a slash makes one; else it ends its line, or begins it. `a <b` compares, `Vec<table` types."""
    if tag["end"] or _ATTRIBUTE.match(tag["rest"]):
        return True
    if len(tag["name"]) == 1 or bare[tag.start() - 1 : tag.start()].isalnum():
        return False
    return not tag["rest"].partition("\n")[0].strip() or not bare[: tag.start()].rpartition("\n")[2].strip()


def _unspaced_headings(text: str, bare: str, start: int) -> Iterator[Finding]:
    """One `#` before a word is a hashtag, and before a number it names an issue."""
    for line in _UNSPACED.finditer(text):
        at = line.start("mark")
        if bare.startswith("##", at):
            yield FindingCode.HEADING_UNSPACED.at(start + at, start + min(line.end(), at + _SHOWN))


def _follow_tags(bare: str, start: int, open_tags: list[tuple[str, int]]) -> None:
    for tag in _TAG.finditer(bare):
        name = tag["name"].lower()
        if not tag["end"]:
            open_tags.append((name, start + tag.start()))
        elif open_tags and open_tags[-1][0] == name:
            open_tags.pop()
