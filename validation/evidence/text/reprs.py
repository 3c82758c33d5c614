"""Values of Python as a row of a database is printed with them: `datetime.date(2026, 3, 12)`, `Decimal('49.90')`."""

from __future__ import annotations

import re

_MOMENT = re.compile(
    r"\b(?:datetime\.)?(?:datetime|date)\((?P<year>\d{4}), ?(?P<month>\d{1,2}), ?(?P<day>\d{1,2})"
    r"(?:, ?(?P<hour>\d{1,2}), ?(?P<minute>\d{1,2})(?:, ?\d{1,6}){0,2})?(?:, ?tzinfo=[\w.()]{1,40})?\)"
)
_ROWS = re.compile(r"(?<=\)),(?= ?\()")
_WRAPPED = re.compile(r"\b(?:Decimal|UUID|ObjectId)\((?P<said>'[^'\n()]{1,60}')\)")


def without_reprs(text: str) -> str:
    """`text` with the same length: dates as `'2026-03-12'`, what is wrapped as the string it is, blanks behind, and
    each tuple of a list in a line of its own."""
    if "(" not in text:
        return text
    text = _WRAPPED.sub(lambda match: match["said"].ljust(len(match[0])), _MOMENT.sub(_written, text))
    return _ROWS.sub("\n", text) if "[(" in text else text


def _written(match: re.Match[str]) -> str:
    said = f"{match['year']}-{match['month']:0>2}-{match['day']:0>2}"
    if match["hour"]:
        said += f" {match['hour']:0>2}:{match['minute']:0>2}"
    return f"'{said}'".ljust(len(match[0]))
