"""Tables drawn with blanks, lines of `+---+` or box characters, as rows with pipes between their cells.

Command lines, databases and notebooks print such. Every offset stays: a pipe takes the place of a blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_LEAST_GAPS, _LEAST_ROWS = 2, 2
_MOST_ROWS = 500
"""Of one table."""
_NO_NAME = re.compile(r"[-+]?[$€£¥]?\d|[-*+•>#]\s|.{41}|[^\n]{0,40}[.!?,;:]$")
"""Of a column: a value, an item, or part of a sentence."""
_RULE = re.compile(r"[ \t]*[+|]?(?:[-=]{2,}[+|])+(?:[-=]{2,})?[ \t]*")
_BORDER = re.compile(r"[ \t]*[┌╭╔┏└╰╚┗][─━═┬┴╦╩╤╧┳┻]*[┐╮╗┓┘╯╝┛]?[ \t]*")
_DRAWN = str.maketrans(dict.fromkeys("│┃║├┤┼╪╞╡┝┥┿╠╣╬┣┫╋╂┠┨╟╢╫", "|") | dict.fromkeys("─━═", "-"))
_INDEX = re.compile(r" *(\d{1,6})(?= )")


def with_pipes(text: str) -> str:
    """`text` with the same length and offsets. Linear; never raises."""
    if "  " not in text and "--" not in text and "│" not in text and "║" not in text and "┃" not in text:
        return text
    lines = [_undrawn(line) for line in text.split("\n")]
    at = 0
    while at < len(lines):
        if _RULE.fullmatch(lines[at]):
            lines[at] = lines[at].translate({ord("+"): "|", ord("="): "-"})
            if not (at and "|" in lines[at - 1]):
                lines[at] = " " * len(lines[at])  # the upper border
        elif rows := _aligned(lines, at):
            lines[at : at + len(rows)] = rows
            at += len(rows) - 1
        at += 1
    return "\n".join(lines)


def _undrawn(line: str) -> str:
    if line.isascii():
        return line
    return " " * len(line) if _BORDER.fullmatch(line) else line.translate(_DRAWN)


def _aligned(lines: Sequence[str], at: int) -> list[str]:
    """The rows of the table whose column names stand in line `at`; empty where none begins there."""
    header = lines[at].rstrip()
    gaps = [match.span() for match in _GAP.finditer(header)]
    names = [name.strip() for name in re.split(r" {2,}", header.strip())]
    if "|" in header or len(gaps) < _LEAST_GAPS or any(_NO_NAME.match(name) for name in names):
        return []
    end = at + 1
    while end < min(len(lines), at + _MOST_ROWS) and "  " in lines[end].strip() and "|" not in lines[end]:
        end += 1
    rows = [header, *_without_index(header, [line.rstrip() for line in lines[at + 1 : end]])]
    cuts = [_cut(rows, *gap) for gap in gaps]
    if len(rows) <= _LEAST_ROWS or None in cuts:
        return []
    divided = []
    for row, line in zip(rows, lines[at:end], strict=True):
        chars = list(row.ljust(len(line)))
        for cut in cuts:
            if cut is not None and cut < len(chars):
                chars[cut] = "|"
        divided.append("".join(chars))
    return divided


def _cut(rows: Sequence[str], start: int, end: int) -> int | None:
    """The last place of the gap that is blank in every row."""
    blank = (
        place for place in range(end - 1, start - 1, -1) if all(row[place : place + 1] in ("", " ") for row in rows)
    )
    return next(blank, None)


def _without_index(header: str, rows: list[str]) -> list[str]:
    """Without the numbers that a data frame puts before its rows, where no name of a column stands."""
    numbers = [_INDEX.match(row) for row in rows]
    indent = len(header) - len(header.lstrip())
    if not all(one and one.end() <= indent and int(one[1]) == place for place, one in enumerate(numbers)):
        return rows
    return [" " * one.end() + row[one.end() :] for row, one in zip(rows, numbers, strict=True) if one]
