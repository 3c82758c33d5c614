"""The evidence of a context as statements: rows and fields with all that names them, sentences with their subject."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from validation.domain.context import EVIDENCE_ROLES, ContextDocument, SectionRole
from validation.evidence.blocks import Block, BlockKind, cells, scan
from validation.evidence.document import values
from validation.evidence.document.json_paths import JsonValue, is_json, json_values
from validation.evidence.document.masking import mask
from validation.evidence.document.names import is_naming, keys_of, leading_name
from validation.evidence.document.statement import HEADING, NEAR, Statement
from validation.evidence.document.terms import Term, read_segments, read_terms
from validation.evidence.items import after_plan, holds_facts
from validation.evidence.quantities import Quantity, find_quantities
from validation.evidence.sentences import sentence_spans

_FIELD = re.compile(r"(?P<name>[^:\n|.!?]{1,60}?)[ \t]*:(?=[ \t])[ \t]*(?P<value>[^\n]+)")
_META_COLUMNS = frozenset(
    [
        "url",
        "link",
        "href",
        "confidence",
        "conf",
        "score_",
        "certainty",
        "source_ref",
        "ref",
        "source",
        "id",
        "source_url",
        "source_id",
    ]
)
_META_KEYS = _META_COLUMNS | frozenset(
    ["type", "kind_", "timestamp", "retrieved_at", "fetched_at", "query", "tool", "status_code"]
)
_PROPERTY_COLUMN = frozenset(
    ("feature", "property", "attribute", "spec", "specification", "detail", "criterion", "aspect", "")
)
_NO_TOPIC = re.compile(r"(?:executor )?iteration|result|finding|source|evidence|section|passage", re.IGNORECASE)
_OF_THE_RUN = frozenset(("result", "tool", "called", "goal", "goal focus", "action", "command", "coordinator"))
"""Fields about the run of the pipeline, not about what it found."""
_HOURS = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}s?\.?(?:[ \t]{0,2}(?:-|–|to|and|,|&)[ \t]{0,2}(?:mon|tue|"
    r"wed|thu|fri|sat|sun)"
    r"[a-z]{0,6}s?\.?){0,6}[ \t]{1,4}(?=\d|closed)",
    re.IGNORECASE,
)
"""`Tue-Fri 11:30-14:30`: one line of opening hours."""
_CENTS = re.compile(r"\d+[.,]\d\d")
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|will|would|do|does|did|may|must|should|gives?|costs?|you|it)\b", re.I
)
_PRICED = re.compile(r"price|total|amount|cost|fee|tax|net|gross|payment|rate|paid|due|charge|refund", re.IGNORECASE)
_CONDITION = re.compile(
    r"^(?:with|without|for|bei|mit|ohne)\b|\b(?:(?<!even )if|unless|when|until|except|only|provided|"
    r"as long as|otherwise|in case|wenn|falls|nur)\b",
    re.IGNORECASE,
)
_INHERITED = 0.4
_LONG_TEXT = 120
"""Characters of a JSON string that is read as running text."""
_LONGEST_VALUE = 14
"""Words of a field's value; longer ones are prose under a label."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a column or field is called, and the name of the thing it belongs to."""

    prop: str
    entity: str = ""


class SectionReader:
    """Reads one section. Offsets are into the whole document."""

    def __init__(self, text: str, start: int, end: int, *, number: int = 0, records: int = 0) -> None:
        self.text, self.base, self.stop, self.number = text, start, end, number
        body = text[start:end]
        self.body = body
        self.masked = " " * start + mask(body)
        self.record, self.group = records, records
        found = (_moved(quantity, self.base) for quantity in find_quantities(body))
        self.figures = values.join_durations(
            text, [one for one in found if not one.loose and not self.masked[one.start].isspace()]
        )
        self.starts = [quantity.start for quantity in self.figures]
        self.blocks = scan(body)

    def statements(self) -> Iterator[Statement]:
        previous: Block | None = None
        for block in self.blocks:
            if previous is None or (block.kind, block.heading, block.lead) != (
                previous.kind,
                previous.heading,
                previous.lead,
            ):
                self.group += 1
            previous = block
            if block.kind in (BlockKind.HEADING, BlockKind.TABLE_RULE):
                continue
            if block.kind is BlockKind.TABLE_HEADER:
                self.group += 1
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
        return begin if holds_facts(self.body, block, begin) else None

    def _block(self, block: Block, start: int, end: int) -> Iterator[Statement]:
        topic = self._topic(block)
        if block.kind is BlockKind.TABLE_ROW:
            yield from self._row(start, end, block.header, topic)
        elif is_json(self.text[start : start + 200]):
            yield from self._json(start, end, topic)
        elif block.kind is BlockKind.FENCE:
            yield from self._lines(start, end, topic)
        else:
            yield from self._prose(start, end, topic, listed=block.kind is BlockKind.LIST_ITEM)

    def _topic(self, block: Block) -> dict[str, float]:
        found: dict[str, float] = {}
        for text in (block.heading, block.lead):
            if text and not _NO_TOPIC.match(text.strip()):
                found.update(dict.fromkeys(keys_of(mask(text)), HEADING))
        return found

    def _row(self, start: int, end: int, header: tuple[str, ...], topic: dict[str, float]) -> Iterator[Statement]:
        row = cells(self.text, start, end)
        kept = [
            (place, cell)
            for place, cell in enumerate(row)
            if cell.text and not (place < len(header) and header[place].lower().replace(" ", "_") in _META_COLUMNS)
        ]
        if not kept:
            return
        key = next((place for place, _ in kept if place < len(header) and is_naming(header[place])), kept[0][0])
        if len(kept) == 1 or not header:
            yield from self._prose(kept[0][1].start, kept[-1][1].end, topic, listed=True)
            return
        entity = mask(row[key].text).strip(" []")
        around = topic | dict.fromkeys(keys_of(entity), NEAR)
        names = (Names(header[place] if place < len(header) else "", entity) for place, _ in kept)
        for names_of_cell, (place, cell) in zip(names, kept, strict=True):
            quoted = (kept[0][1].start, kept[-1][1].end)
            if _is_transposed(header) and 0 < place < len(header):
                flipped = Names(entity, mask(header[place]).strip(" []"))
                beside = topic | dict.fromkeys(keys_of(flipped.entity), NEAR)
                yield from self._value(cell.start, cell.end, flipped, beside, quoted)
            elif place == key:
                own = topic | dict.fromkeys(keys_of(names_of_cell.prop), HEADING)
                yield self._made(cell.start, cell.end, own, quoted, entity)
            else:
                yield from self._value(cell.start, cell.end, names_of_cell, around, quoted)

    def _value(
        self, start: int, end: int, names: Names, around: dict[str, float], quoted: tuple[int, int]
    ) -> Iterator[Statement]:
        """A cell or field: its words and figures, or, where it only says yes or no, the words of its name."""
        said = self.text[start:end]
        if values.is_unknown(said):
            return
        prop = values.spaced(names.prop) if "_" in names.prop or " " not in names.prop else names.prop
        truth = values.truth_of(mask(said))
        if truth is None:
            context = around | dict.fromkeys(keys_of(prop) | values.weekdays_of(prop), NEAR)
            made = self._made(start, end, context, quoted, names.entity)
            figures = values.with_unit(made.figures, said, start, names.prop)
            yield replace(made, prop=prop, is_field=True, figures=figures)
            truth = values.leading_truth(self.masked[start:end])
        if truth is None:
            return
        denial = () if truth else (start,)
        terms = tuple(
            replace(term, start=start, end=end, denials=(*(start + 1 for _ in term.denials), *denial))
            for term in read_terms(prop)
        )
        made = self._made(start, end, around, quoted, names.entity)
        yield replace(made, terms=terms, prop=prop, is_field=True, is_denied=not truth)

    def _json(self, start: int, end: int, topic: dict[str, float]) -> Iterator[Statement]:
        found = list(json_values(self.text, start, end))
        entities: dict[int, str] = {}
        for value in found:
            if value.path and value.objects and is_naming(value.path[-1]):
                entities.setdefault(value.objects[-1], self.text[value.start : value.end])
        if not entities:
            entities = _ids(self.text, found)
        group = self.group
        currency = next((self.text[one.start : one.end] for one in found if one.path[-1:] == ("currency",)), "")
        for value in found:
            if not value.path or value.path[-1].lower() in _META_KEYS or value.path[0] == "_meta":
                continue
            entity = next((entities[one] for one in reversed(value.objects) if one in entities), "")
            around = dict(topic)
            for name in value.path[:-1]:
                around.update(dict.fromkeys(keys_of(values.spaced(name)), 0.7))
            around.update(dict.fromkeys(keys_of(entity), NEAR))
            owner = next((one for one in reversed(value.objects) if one in entities), 0)
            quoted = self._line(value.start, value.end)
            said = self.text[value.start : value.end]
            if said.lower() in ("none", "null"):
                continue
            if len(said) > _LONG_TEXT:
                for made in self._prose(
                    value.start, value.end, {**topic, **dict.fromkeys(keys_of(entity), _INHERITED)}, listed=False
                ):
                    yield replace(made, record=self.record + owner, group=group)
                continue
            priced = currency and (_PRICED.search("_".join(value.path)) or _CENTS.fullmatch(said))
            names = Names(f"{value.path[-1]}_{currency}" if priced else value.path[-1], entity)
            for made in self._value(value.start, value.end, names, around, quoted):
                yield replace(made, record=self.record + owner, group=group)
        self.record += 1 + max((one for value in found for one in value.objects), default=0)

    def _line(self, start: int, end: int) -> tuple[int, int]:
        """A short quote around a value: from its key to itself."""
        begin = max(self.text.rfind(",", max(0, start - 120), start), self.text.rfind("{", max(0, start - 120), start))
        begin = max(begin, self.text.rfind("\n", max(0, start - 120), start)) + 1
        while begin < start and self.text[begin].isspace():
            begin += 1
        return begin, end + (self.text[end : end + 1] in "\"'")

    def _lines(self, start: int, end: int, topic: dict[str, float]) -> Iterator[Statement]:
        at = start
        for line in self.text[start:end].split("\n"):
            bare = line.strip()
            if bare:
                begin = at + line.index(bare)
                yield from self._prose(begin, begin + len(bare), topic, listed=True)
            at += len(line) + 1

    def _prose(self, start: int, end: int, topic: dict[str, float], *, listed: bool) -> Iterator[Statement]:
        begin = start
        entity = ""
        for left, right in self._fields(start, end):
            match = _FIELD.fullmatch(self.masked, left, right)
            if match and match["name"].strip().lower() in _OF_THE_RUN:
                begin = right
                continue
            if match and self._is_field(match):
                names = Names(match["name"].strip(" -–*"), "")
                named = leading_name(self.masked, *match.span("name"), listed=listed)
                if named and len(named) >= len(names.prop) - 1 and (" " in named or any(map(str.isdigit, named))):
                    entity = named
                    context = topic | dict.fromkeys(keys_of(named), NEAR)
                    yield self._made(*match.span("value"), context, (left, right), named)
                else:
                    around = topic | dict.fromkeys(keys_of(entity), _INHERITED)
                    yield from self._value(*match.span("value"), Names(names.prop, entity), around, (left, right))
                begin = right
                continue
            days = values.weekdays_of(self.masked[left:right]) if _HOURS.match(self.masked, left) else frozenset()
            if days:
                context = topic | dict.fromkeys(keys_of(entity), _INHERITED) | dict.fromkeys(days, NEAR)
                yield replace(self._made(left, right, context, (left, right), entity), prop="opening hours")
                begin = right
                continue
            for first, last in sentence_spans(self.text, left, right):
                named = leading_name(self.masked, first, last, listed=listed)
                if named:
                    entity = named
                context = topic | ({} if named else dict.fromkeys(keys_of(entity), _INHERITED))
                yield self._made(first, last, context, (first, last), entity)
            begin = right
        if begin < end and begin == start:
            yield self._made(start, end, topic, (start, end), "")

    def _fields(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Lines that are fields each for itself; other lines together."""
        at = start
        for line in self.text[start:end].split("\n"):
            stop = at + len(line)
            first, last = at + len(line) - len(line.lstrip()), at + len(line.rstrip())
            match = _FIELD.fullmatch(self.masked, first, last) if first < last else None
            if _HOURS.match(self.masked, first, last) or (match and self._is_field(match)):
                if start < first:
                    yield start, first
                yield first, last
                start = min(end, stop + 1)
            at = stop + 1
        if start < end and self.text[start:end].strip():
            yield start, end

    def _is_field(self, match: re.Match[str]) -> bool:
        name, value = match["name"].strip(), match["value"].strip()
        if name.lower() in _OF_THE_RUN:
            return True
        if _VERB.search(name):
            return False
        return len(name.split()) <= 6 and len(value.split()) <= _LONGEST_VALUE and bool(value)

    def _made(self, start: int, end: int, context: dict[str, float], quoted: tuple[int, int], entity: str) -> Statement:
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        terms, divides = read_segments(self.masked, start, end)
        return Statement(
            start=start,
            end=end,
            terms=_without(terms, self.figures[first:last]),
            divides=divides,
            is_conditional=_CONDITION.search(self.masked[start:end]) is not None,
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


def read_evidence(document: ContextDocument) -> tuple[Statement, ...]:
    """All statements of sections 4 and 2, the stronger one first. Linear in the length of the evidence."""
    found: list[Statement] = []
    records = 0
    for role in EVIDENCE_ROLES:
        for section in document.of(role):
            number = section.number if section.number is not None else (4 if role is SectionRole.EXECUTION else 2)
            reader = SectionReader(document.text, section.body_start, section.end, number=number, records=records)
            found += reader.statements()
            records = max(reader.record, reader.group) + 1
    return tuple(found)


def read_response(response_md: str) -> tuple[Statement, ...]:
    """All statements of a response, in order of place within each block."""
    return tuple(SectionReader(response_md, 0, len(response_md)).statements())


def _ids(text: str, found: list[JsonValue]) -> dict[int, str]:
    """Objects without a name by their id, where several have one."""
    ids = {
        one.objects[-1]: text[one.start : one.end]
        for one in found
        if one.objects and one.path[-1:] in (("id",), ("number",), ("code",), ("sku",))
    }
    return ids if len(ids) > 1 else {}


def _is_transposed(header: tuple[str, ...]) -> bool:
    """Whether the columns are the things and the rows their properties."""
    first = header[0].strip().lower()
    if first in _PROPERTY_COLUMN:
        return True
    named = [leading_name(name, 0, len(name), listed=False) for name in header[1:]]
    return not is_naming(first) and len(named) > 1 and all(named)


def _without(terms: tuple[Term, ...], figures: tuple[Quantity, ...]) -> tuple[Term, ...]:
    """Figures and their units are no words."""
    if not figures:
        return terms
    starts = [figure.start for figure in figures]
    kept = []
    for term in terms:
        place = bisect_right(starts, term.start) - 1
        if place < 0 or term.start >= figures[place].end:
            kept.append(term)
    return tuple(kept)


def _moved(quantity: Quantity, by: int) -> Quantity:
    return replace(quantity, start=quantity.start + by, end=quantity.end + by) if by else quantity
