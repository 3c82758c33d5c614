"""The evidence as lines that a reader can read: rows with their headers written out, fields, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from validation.evidence.context.minor_units import as_whole_amount, names_minor_units
from validation.evidence.document.statement import Statement
from validation.evidence.document.tables import is_word
from validation.evidence.document.values import CROSSES, DASHES, TICKS
from validation.evidence.language.masking import mask
from validation.evidence.language.stating import states
from validation.evidence.quantities.quantity import Kind
from validation.evidence.quantities.units import CENTS
from validation.evidence.reading.hours import join_hours
from validation.evidence.reading.line import LONGEST, Line, stems_of
from validation.evidence.reading.outline import Outline
from validation.reader import write_row

_CURRENCY = re.compile(r" [A-Z]{3}$")
_BOX = re.compile(r"\[([ xX])\](?=\s)")
_BOX_LENGTH = 4
_HEADING_MARK = re.compile(r"^\\?#{1,6}[ \t]+")
_SIGN = re.compile(rf"^\W{{0,3}}?([{''.join(sorted(TICKS | CROSSES))}])\ufe0f?[ \t]*")
_OF_MEMORY = re.compile(r"\(source_ref: memory:")
_REF_REACH = 40
"""Characters behind a note within which its reference begins."""
_AMOUNT = re.compile(r"^\d[\d.,]* [a-zA-Z€$£]{1,6}$|^[€$£]\d")
_SUBJECT = re.compile(
    r"(?:i|you|he|she|it|we|they|the|a|an|my|your|his|her|our|their|this|that|user)\b|\W|\d", re.IGNORECASE
)


def read_lines(document_text: str, statements: Sequence[Statement]) -> tuple[Line, ...]:
    """In order. A row, or the fields of one object, are one line; what names no thing stands under its heading."""
    outline = Outline(document_text)
    rows = groupby(_without_names(document_text, statements), _row_of)
    lines = (line for _, several in rows for line in _lines(document_text, list(several), outline) if line.text)
    return tuple(join_hours(list(lines)))


def _without_names(text: str, statements: Sequence[Statement]) -> Iterator[Statement]:
    """Without the cells that only name the thing of their row, whose other cells are read with its name."""
    named = {(one.section, one.record, one.entity) for one in statements if one.is_field and one.entity}
    for one in statements:
        is_name = (one.section, one.record, one.entity) in named and plain(text[one.start : one.end]) == one.entity
        if one.is_field or not is_name:
            yield one


def _row_of(statement: Statement) -> tuple[int, int, int, str] | int:
    if statement.is_field:
        return statement.section, statement.group, statement.record, statement.entity
    return statement.start


def _lines(text: str, statements: list[Statement], outline: Outline) -> Iterator[Line]:
    first = statements[0]
    above = plain(outline.above(first.start))
    if not first.is_field:
        box = _BOX.search(text, max(0, first.start - _BOX_LENGTH), first.start)
        said = plain(text[box.start() if box else first.start : first.end])
        named = above if first.entity.lower() in said.lower() else first.entity
        subject = "" if named.lower() in said.lower() else named
        if _is_of_the_user(text, first, said):
            said, subject = f"You {said[0].lower()}{said[1:].rstrip('.')}.", ""
        yield _line(said, subject, first.start, first.end)
        return
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for one in statements:
        cells.setdefault((one.start, one.end), _cell(text, one))
    spans, row = list(cells), list(cells.values())
    while row:
        taken = _object_length(first.entity, row)
        subject = "" if first.entity and first.entity.lower() in above.lower() else above
        is_amount = not first.entity and _AMOUNT.search(row[0][1]) is not None
        told = _word_first(row[:taken]) if is_amount else row[:taken]
        yield _line(write_row(first.entity, told), subject, spans[0][0], spans[taken - 1][1])
        spans, row = spans[taken:], row[taken:]


def _is_of_the_user(text: str, statement: Statement, said: str) -> bool:
    """Whether it is a note of the user without a subject: `allergic to peanuts (source_ref: memory:allergy)`. Without
    one the reader takes many for somebody else's: of 24 right claims about such notes it supports 20, with one all."""
    if not said or statement.entity or states(said) or _SUBJECT.match(said):
        return False
    return _OF_MEMORY.search(text, statement.start, statement.end + _REF_REACH) is not None


def _cell(text: str, statement: Statement) -> tuple[str, str]:
    """Only figures keep the currency that was added to their name."""
    name = statement.prop if statement.figures else _CURRENCY.sub("", statement.prop)
    amount = statement.figures[0] if statement.figures else None
    if amount and amount.kind is Kind.MONEY and amount.unit != CENTS and names_minor_units(statement.prop):
        return as_whole_amount(name, amount)
    said = text[statement.start : statement.end].strip("\ufe0f ")
    if amount and len(statement.figures) == 1 and amount.text.startswith(f"{said} "):
        name, said = _with_unit(name, amount.text, amount.text.removeprefix(said).strip())
    return name, "yes" if said in TICKS else "no" if said in CROSSES | DASHES else plain(said)


_LETTERED = re.compile(r"\b(?:size|group|class|category|block|section|type|grade|vitamin)[\s_]+[a-z]$", re.IGNORECASE)
"""Names that end with a letter which is no unit: `size m`."""


def _with_unit(name: str, amount: str, unit: str) -> tuple[str, str]:
    """A bare number with the unit that ends the name of its field, where the reader passes over it: `price eur: 29` as
    `price: 29 EUR`."""
    if _LETTERED.search(name):
        return name, amount.removesuffix(unit).strip()
    spelled = r"pct|percent(?:age)?|%" if unit == "%" else re.escape(unit.removeprefix("°"))
    bare = re.sub(rf"[\s_]+[(\[]?(?:in )?(?:{spelled})[)\]]?$", "", name, flags=re.IGNORECASE)
    return (name, amount.removesuffix(unit).strip()) if bare == name else (bare, amount)


def _word_first(cells: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """What tells a thing without a name apart before its amount: of `price: 79 EUR; zone: inner` the reader takes the
    price for that of any zone."""
    word = next((cell for cell in cells if is_word(cell[1])), cells[0])
    return word, *(cell for cell in cells if cell is not word)


def _object_length(entity: str, row: Sequence[tuple[str, str]]) -> int:
    """How many cells make one object: up to the first name that comes again, or what one line holds."""
    taken, names = 1, {row[0][0]}
    while taken < len(row) and row[taken][0] not in names and len(write_row(entity, row[: taken + 1])) <= LONGEST:
        names.add(row[taken][0])
        taken += 1
    return taken


def plain(text: str) -> str:
    """Without marks, link targets and sources, in one line; the box of a task says whether it is done, a cross before
    a thing that it is not there. Ticks and crosses themselves the reader does not tell apart."""
    text = _HEADING_MARK.sub("", text)
    text = _BOX.sub(lambda match: "not done:" if match[1] == " " else "done:", text)
    said = " ".join(mask(text).replace("[", "").replace("]", "").split())
    sign = _SIGN.match(said)
    if sign is None:
        return said
    rest = said[sign.end() :]
    return rest if sign[1] in TICKS else f"{rest.rstrip('.')}: no"


def _line(text: str, subject: str, start: int, end: int) -> Line:
    return Line(text[:LONGEST], subject, stems_of(f"{subject} {text}"), start, end)
