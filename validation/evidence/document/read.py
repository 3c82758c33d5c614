"""The evidence of a context as statements: rows and fields with all that names them, sentences with their subject."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from validation.domain.context import EVIDENCE_ROLES, ContextDocument, ContextSection
from validation.evidence.context.items import after_plan, contains_facts
from validation.evidence.document import values
from validation.evidence.document.headings import blocks_with_facts
from validation.evidence.document.lines import field_at, is_dated, is_hours, is_run_field, is_within_line, split_lines
from validation.evidence.document.objects import read_objects
from validation.evidence.document.statement import HEADING, NEAR, Statement
from validation.evidence.document.tables import read_row
from validation.evidence.language.masking import mask
from validation.evidence.language.names import keys_of, leading_name, sides_of
from validation.evidence.language.terms import Term, read_segments, read_terms
from validation.evidence.quantities.quantity import Quantity, find_quantities, moved
from validation.evidence.text.blocks import Block, BlockKind, scan
from validation.evidence.text.delimited import with_delimited, with_semicolons
from validation.evidence.text.json_paths import is_json
from validation.evidence.text.sentences import line_spans, sentence_spans

NO_TOPIC = re.compile(
    r"(?i)(?:executor )?iteration|(?:memory: earlier )?result|finding|source|evidence|section|passage|document(?:$| \()"
)
_INHERITED, _ABOVE = 0.4, 0.7
"""How much the thing tells that an earlier sentence named, and the keys above a value."""
_OPENING = keys_of("open hours")
_BEFORE_ZONE = 2
_LABEL = re.compile(r"(?P<name>[A-ZÄÖÜ][^\W\d]{2,20}(?:[ ][^\W\d]{2,20}){0,2}):[ \t]")
"""What a paragraph begins with: all its sentences are of that."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LONG_TEXT = 120
"""Characters of a JSON string that is read as running text."""


class SectionReader:
    """Reads one section. Offsets are into the whole document."""

    def __init__(
        self,
        text: str,
        start: int,
        end: int,
        *,
        number: int = 0,
        records: int = 0,
        figures: Sequence[Quantity] | None = None,
    ) -> None:
        self.text, self.base, self.stop, self.number = text, start, end, number
        body = text[start:end]
        self.body = body
        self.masked = " " * start + mask(body)
        self.record, self.group, self.row_name = records, records, ""
        figures = find_quantities(with_semicolons(body)) if figures is None else figures
        found = (moved(quantity, self.base) for quantity in figures)
        kept = [one for one in found if not one.ambiguous and not self.masked[one.start].isspace()]
        self.figures = values.merge_worded(values.join_measures(text, kept), values.worded_durations(body, self.base))
        self.starts = [quantity.start for quantity in self.figures]
        self.blocks = (
            tuple(with_delimited(body, blocks_with_facts(body, self.figures, start))) if number else scan(body)
        )

    def statements(self) -> Iterator[Statement]:
        previous: tuple[BlockKind, str, str] | None = None
        for block in self.blocks:
            under = block.kind, block.heading, block.lead
            if under != previous:
                self.group += 1
            previous = under
            if block.kind is BlockKind.TABLE_RULE or (block.kind is BlockKind.HEADING and self.number):
                continue
            if block.kind is BlockKind.TABLE_HEADER:
                self.group, self.row_name = self.group + 1, ""
                continue
            begin = self._begin(block)
            if begin is not None:
                self.record += 1
                yield from self._block(block, self.base + begin, self.base + block.end)

    def _begin(self, block: Block) -> int | None:
        """Where the content of a block begins; None where it holds no facts. `number` is 0 for a response."""
        if not self.number:
            return block.start
        begin = after_plan(self.body, block)
        return begin if contains_facts(self.body, block, begin) else None

    def _block(self, block: Block, start: int, end: int) -> Iterator[Statement]:
        topic = {} if block.kind is BlockKind.HEADING else self._topic(block)
        if block.kind is BlockKind.TABLE_ROW:
            yield from self._row(start, end, block.header, topic)
        elif is_json(self.text[start : start + 200]):
            yield from self._json(start, end, topic)
        elif block.kind is BlockKind.FENCE:
            for line in line_spans(self.text, start, end):
                yield from self._prose(*line, topic, listed=True)
        else:
            yield from self._prose(start, end, topic, listed=block.kind is BlockKind.LIST_ITEM)

    def _topic(self, block: Block) -> dict[str, float]:
        found: dict[str, float] = {}
        for text in (block.heading, block.lead):
            if text and not NO_TOPIC.match(text.strip()):
                found.update(dict.fromkeys(sides_of(mask(text)), HEADING))
        return found

    def _row(self, start: int, end: int, header: tuple[str, ...], topic: dict[str, float]) -> Iterator[Statement]:
        row = read_row(self.text, start, end, header, self.row_name)
        if not row:
            return
        self.row_name = row[0].entity if header else ""
        quoted = (row[0].cell.start, row[-1].cell.end)
        kind = dict.fromkeys((key for one in row if one.is_name for key in keys_of(one.prop)), HEADING)
        if len(row) == 1 or not header:
            yield from self._prose(*quoted, topic, listed=True)
            return
        is_ticked = any(one.cell.text.strip("\ufe0f ") in values.TICKS for one in row)
        for one in row:
            if one.is_name:
                yield self._made(one.cell.start, one.cell.end, topic | kind, quoted, one.entity)
            else:
                around = topic | kind | dict.fromkeys(keys_of(one.entity), NEAR)
                is_denied = is_ticked and one.cell.text.strip() in values.DASHES
                names = one.prop, one.entity
                yield from self._value(one.cell.start, one.cell.end, names, around, quoted, is_denied=is_denied)

    def _value(
        self,
        start: int,
        end: int,
        names: tuple[str, str],
        around: dict[str, float],
        quoted: tuple[int, int],
        *,
        is_denied: bool = False,
    ) -> Iterator[Statement]:
        """A cell or field: its words and figures, or, where it only says yes or no, the words of its name. `names` are
        those of the property and of the thing. A dash beside ticks says no: `is_denied`."""
        name, entity = names
        said = self.text[start:end]
        if said.strip().lower() in values.UNKNOWN and not is_denied:
            return
        prop = values.spaced(name) if "_" in name or " " not in name else name
        truth = False if is_denied else values.truth_of(mask(said))
        if truth is None:
            context = around | dict.fromkeys(values.field_concepts(prop, said), NEAR)
            made = self._made(start, end, context, quoted, entity)
            figures = values.with_unit(made.figures, said, start, name)
            terms = values.denied_by(prop, made.terms)
            yield replace(made, prop=prop, is_field=True, figures=figures, terms=terms)
            truth = values.leading_truth(self.masked[start:end])
        if truth is None:
            return
        denial = () if truth else (start,)
        terms = tuple(
            replace(term, start=start, end=end, denials=(*(start + 1 for _ in term.denials), *denial))
            for term in read_terms(prop)
        )
        made = self._made(start, end, around, quoted, entity)
        yield replace(made, terms=terms, prop=prop, is_field=True)

    def _json(self, start: int, end: int, topic: dict[str, float]) -> Iterator[Statement]:
        group, highest = self.group, 0
        for one in read_objects(self.text, start, end):
            first, last = one.value.start, one.value.end
            highest = max(highest, *one.value.objects, 0)
            if last - first > _LONG_TEXT:
                found = self._prose(first, last, topic | dict.fromkeys(keys_of(one.entity), _INHERITED), listed=False)
            else:
                around = dict(topic)
                for key in one.value.path[:-1]:
                    around.update(dict.fromkeys(keys_of(values.spaced(key)), _ABOVE))
                around.update(dict.fromkeys(keys_of(one.entity), NEAR))
                found = self._value(first, last, (one.name, one.entity), around, self._line(first, last))
            for made in found:
                yield replace(made, record=self.record + one.owner, group=group)
        self.record += 1 + highest

    def _line(self, start: int, end: int) -> tuple[int, int]:
        """A short quote around a value: from its key to itself."""
        begin = max(self.text.rfind(",", max(0, start - 120), start), self.text.rfind("{", max(0, start - 120), start))
        begin = max(begin, self.text.rfind("\n", max(0, start - 120), start)) + 1
        while begin < start and self.text[begin].isspace():
            begin += 1
        return begin, end + (self.text[end : end + 1] in "\"'")

    def _prose(self, start: int, end: int, topic: dict[str, float], *, listed: bool) -> Iterator[Statement]:
        entity = ""
        for left, right, is_record in split_lines(self.text, self.masked, start, end):
            around = topic | dict.fromkeys(keys_of(entity), _INHERITED)
            field = field_at(self.masked, left, right)
            if field and is_run_field(field):
                continue
            if field and not (self.number and is_dated(field)):
                self.record += is_within_line(self.text, left)  # there a label begins another thing
                entity = yield from self._field(field, (left, right), topic, entity, listed=listed)
                continue
            self.record += is_record
            if is_hours(self.masked, left, right):
                yield self._hours(left, right, around, entity)
                continue
            label = _LABEL.match(self.masked, left, right)
            around = topic if label is None else topic | dict.fromkeys(keys_of(label["name"]), _INHERITED)
            headed = ""
            for first, last in sentence_spans(self.text, left, right):
                named = leading_name(self.masked, first, last, listed=listed)
                entity, headed = named or entity, headed or named
                context = around | ({} if named else dict.fromkeys(keys_of(entity), _INHERITED))
                made = self._hours if is_hours(self.masked, first, last) else self._sentence
                yield made(first, last, context, entity)
            entity = headed or entity  # `Atlas 7. Debian 11 is not supported.` is followed by what is of the Atlas

    def _sentence(self, start: int, end: int, context: dict[str, float], entity: str) -> Statement:
        return self._made(start, end, context, (start, end), entity)

    def _hours(self, start: int, end: int, around: dict[str, float], entity: str) -> Statement:
        """`Tue-Fri 11:30-14:30` says that something is open then."""
        days = values.weekdays_of(self.masked[start:end])
        return values.as_hours(
            self._sentence(start, end, around | dict.fromkeys((*days, *_OPENING), NEAR), entity), days
        )

    def _field(
        self, field: re.Match[str], quoted: tuple[int, int], topic: dict[str, float], entity: str, *, listed: bool
    ) -> Generator[Statement, None, str]:
        """One `name: value`; the name is a property, or the thing itself. Returns the thing that is spoken of."""
        name = field["name"].strip(" -–*")
        begin = field.end("name") - len(field["name"].lstrip())
        named = leading_name(self.masked, begin, field.end("name"), listed=listed)
        if named and len(named) >= len(name) - 1 and (" " in named or any(map(str.isdigit, named))):
            context = topic | dict.fromkeys(keys_of(named), NEAR)
            yield self._made(*field.span("value"), context, quoted, named)
            return named
        around = topic | dict.fromkeys(keys_of(entity), _INHERITED)
        start = begin if _YEAR.search(name) else field.start("value")  # `Revenue 2025: 212 million`
        yield from self._value(start, field.end("value"), (name, entity), around, quoted)
        return entity

    def _made(self, start: int, end: int, context: dict[str, float], quoted: tuple[int, int], entity: str) -> Statement:
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        terms, divides = read_segments(self.masked, start, end)
        return Statement(
            start=start,
            end=end,
            terms=_without(terms, self.figures[first:last]),
            divides=divides,
            figures=self.figures[first:last],
            record=self.record,
            group=self.group,
            context=context,
            entity=entity,
            keys=keys_of(entity),
            section=self.number,
            quote_start=quoted[0],
            quote_end=quoted[1],
        )


def read_evidence(
    document: ContextDocument, figures: Mapping[ContextSection, Sequence[Quantity]] | None = None
) -> tuple[Statement, ...]:
    """All statements of sections 4 and 2, the stronger one first. Linear in the length of the evidence. `figures` are
    those of each section where they are known already."""
    found: list[Statement] = []
    records = 0
    for role in EVIDENCE_ROLES:
        for section in document.of(role):
            reader = SectionReader(
                document.text,
                section.body_start,
                section.end,
                number=section.evidence_number,
                records=records,
                figures=(figures or {}).get(section),
            )
            found += reader.statements()
            records = max(reader.record, reader.group) + 1
    return tuple(found)


def read_response(response_md: str) -> tuple[Statement, ...]:
    """All statements of a response, in order of place within each block."""
    return tuple(SectionReader(response_md, 0, len(response_md)).statements())


def _without(terms: tuple[Term, ...], figures: tuple[Quantity, ...]) -> tuple[Term, ...]:
    """Figures and their units are no words."""
    if not figures:
        return terms
    starts = [figure.start for figure in figures]
    kept = []
    for term in terms:
        place = bisect_right(starts, term.start) - 1
        if place < 0 or term.start >= figures[place].end + (_BEFORE_ZONE if figures[place].zone is not None else 0):
            kept.append(term)
    return tuple(kept)
