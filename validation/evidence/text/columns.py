"""Tables drawn with blanks, lines of `+---+` or box characters, as rows with pipes between their cells.

Command lines, databases and notebooks print such. Every offset stays: a pipe takes the place of a blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_LEAST_GAPS, _LEAST_ROWS = 2, 2
_MOST_ROWS, _LONGEST = 500, 400
"""Of one table, and characters of the line that names its columns."""
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
    """The rows of the table whose column names stand in line `at`, as far as each gap between two of them has a place
    that is blank in all; empty where no table begins there."""
    header = lines[at]
    gaps = [] if len(header) > _LONGEST or "|" in header else [match.span() for match in _GAP.finditer(header.rstrip())]
    if len(gaps) < _LEAST_GAPS or any(_NO_NAME.match(name) for name in re.split(r" {2,}", header.strip())):
        return []
    blank: list[Sequence[int]] = [range(*gap) for gap in gaps]
    rows, indent = [header], len(header) - len(header.lstrip())
    for number, line in enumerate(lines[at + 1 : at + 1 + _MOST_ROWS]):
        row = _without_index(line, number, indent)
        left = [[place for place in gap if row[place : place + 1] in ("", " ")] for gap in blank]
        if "  " not in row.strip() or "|" in row or not all(left):
            break
        blank = [*left]
        rows.append(row)
    if len(rows) <= _LEAST_ROWS:
        return []
    return [_divided(row, [gap[-1] for gap in blank]) for row in rows]


def _divided(row: str, cuts: Sequence[int]) -> str:
    chars = list(row)
    for cut in cuts:
        chars[cut : cut + 1] = "|" if cut < len(chars) else ""
    return "".join(chars)


def _without_index(row: str, number: int, indent: int) -> str:
    """Without the number that a data frame puts before its rows, where no name of a column stands."""
    index = _INDEX.match(row)
    if index is None or index.end() > indent or int(index[1]) != number:
        return row
    return " " * index.end() + row[index.end() :]
