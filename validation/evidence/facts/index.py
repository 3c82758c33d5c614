"""The statements of the evidence as they are looked up: by concept, by figure, by the thing they are about."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from operator import itemgetter

from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.evidence.document.statement import Statement
from validation.evidence.facts.combinations import Results, combined
from validation.evidence.facts.evidence_values import EvidenceValues
from validation.evidence.facts.lookups import (
    MOST_SUMMED,
    cell_keys,
    entities_of,
    is_plain,
    sums_of,
)
from validation.evidence.language.names import keys_of
from validation.evidence.language.terms import Term
from validation.evidence.quantities.equation import Rates, find_rates
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.text.lookup import grouped
from validation.evidence.text.postings import Postings

MUCH_PROSE = 600
"""Characters of running text; the passages that the grounding model was trained on are longer."""
_SHORT = 12
_MOST_OF_ONE = 200
_WORD = re.compile(r"\w+")
_CODE = re.compile(r"[^\W\d]{1,3}\d{1,4}|\d{1,4}[^\W\d]|[^\W\d]")
_MOST_FIGURES = 400
"""Figures of one kind and unit that one claim is compared with, those of its own things first."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure of the evidence and the statement it stands in."""

    statement: Statement
    figure: Quantity
    about: dict[str, float]


_POINTS = frozenset(("one", "two", "other", "first", "last", "next"))
"""Words that point rather than name, though they stand in names: "the quieter one" is no "Murmel One"."""


class FactIndex:
    """Built once a response from the statements of the evidence; `text` is the whole context they lie in, `prose` how
    many characters of them are running text."""

    def __init__(self, document: ContextDocument, statements: tuple[Statement, ...]) -> None:
        self.text = document.text
        self._bodies = tuple(document.body(section) for role in EVIDENCE_ROLES for section in document.of(role))
        self.statements = statements
        self._concepts = Postings(tuple(statement.concepts for statement in statements))
        self.postings = self._concepts.places
        self.entities = entities_of(statements)
        self._by_key = grouped((key, entity) for entity in self.entities for key in entity)
        self._by_rarest = grouped((self._rarest(entity), entity) for entity in self.entities)
        self._by_entity = grouped((one.keys, place) for place, one in enumerate(statements) if one.keys)
        self._figures = grouped(
            ((figure.kind, figure.unit), (place, figure))
            for place, statement in enumerate(statements)
            for figure in statement.figures[:_MOST_OF_ONE]
        )
        self.prose = sum(one.end - one.start for one in statements if not _is_row(one))
        times = self._figures.get((Kind.TIME, ""), ())
        self.counts_to_24 = any(_of_24_hours(figure) for _, figure in times)
        self._facts: dict[tuple[int, int], Fact] = {}
        self.held = EvidenceValues(self._figures)
        self._by_prop = grouped((one.prop, one) for one in statements if one.prop)
        self._at = {statement.start: place for place, statement in enumerate(statements)}
        self._combined: dict[tuple[Kind, str, float, frozenset[frozenset[str]]], Results] = {}
        self._totals: dict[tuple[Kind, str], dict[float, Statement]] = {}
        self._others_values: dict[frozenset[str], frozenset[str]] = {}

    @cached_property
    def rates(self) -> Rates:
        return find_rates("\n".join(self._bodies))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for body in self._bodies for word in _WORD.findall(body))

    def writes(self, code: str) -> bool:
        """Whether the evidence has `code` letter by letter, in words of its own; an earlier draft in another section
        does not count. Words are looked up first, so that the evidence is not searched for each of thousands."""
        words = _WORD.findall(code)
        if not words or not self._words.issuperset(words):
            return False
        return len(words) == 1 or any(code in body for body in self._bodies)

    @cached_property
    def column_words(self) -> frozenset[str]:
        """The concepts in the names of columns and keys."""
        return frozenset().union(*map(keys_of, self._by_prop))

    @property
    def is_long(self) -> bool:
        """Whether the evidence is long prose, in which many things stand near each other that have nothing to do with
        each other: there only what is said nearly word for word is compared."""
        return self.prose >= MUCH_PROSE

    def weight(self, key: str) -> float:
        """How much a shared concept tells; 0 for one that no statement holds."""
        return self._concepts.weight(key.removeprefix("-"))

    def facts(self, said: Quantity, entities: frozenset[frozenset[str]] = frozenset()) -> list[Fact]:
        """The figures of the same kind and unit; with more than can be compared, those of `entities` only."""
        found = self._figures.get((said.kind, said.unit), [])
        if len(found) > _MOST_FIGURES:
            own = {place for keys in entities for place in self._by_entity.get(keys, ())}
            found = list(islice(_at_places(found, sorted(own)), _MOST_FIGURES))
        return [self._fact(place, figure) for place, figure in found]

    def all_facts(self, slot: tuple[Kind, str]) -> Iterable[Fact]:
        return (self._fact(place, figure) for place, figure in self._figures[slot])

    @property
    def units(self) -> tuple[tuple[Kind, str], ...]:
        return tuple(self._figures)

    def before(self, start: int) -> Statement | None:
        """The sentence before the one that begins at `start`, in the same paragraph. One field may say two things."""
        place = self._at.get(start, 0)
        while place and self.statements[place - 1].start >= start:
            place -= 1
        if place == 0 or self.statements[place - 1].record != self.statements[place].record:
            return None
        return self.statements[place - 1]

    def totals(self, figure: Quantity) -> dict[float, Statement]:
        """The sum of each property whose one figure is of this kind and unit, over all things that have it, with the
        first value summed."""
        key = figure.kind, figure.unit
        if key not in self._totals:
            self._totals[key] = dict(sums_of(self._by_prop.values(), *key))
        return self._totals[key]

    def combined(self, figure: Quantity, things: Iterable[frozenset[str]] = ()) -> Results:
        """What its amounts come to with each other, row by row and column by column; of these things, else of all."""
        key = figure.kind, figure.unit, figure.factor, frozenset(things)
        if key not in self._combined:
            own = {one.record for keys in key[-1] for one in self.of_entity(keys)}
            rows = [self.records[record] for record in sorted(own)] if key[-1] else self.records.values()
            columns = grouped((one.prop, one) for row in rows for one in row if one.prop)
            self._combined[key] = combined(rows, columns.values(), figure)
        return self._combined[key]

    def of_entity(self, keys: frozenset[str]) -> tuple[Statement, ...]:
        return tuple(self.statements[place] for place in self._by_entity.get(keys, ()))

    def of_column(self, prop: str) -> Sequence[Statement]:
        """The first cells and fields of this name."""
        return self._by_prop.get(prop, [])[:MOST_SUMMED]

    def others_values(self, keys: frozenset[str]) -> frozenset[str]:
        """The concepts that stand in a column of the table, `van` under `type`, for other things only: the cell of this
        one says something else."""
        if keys not in self._others_values:
            own = self.of_entity(keys)
            columns = {one.prop for one in own if one.is_field and is_plain(one)}
            cells = (one for prop in columns for one in self.of_column(prop) if one.keys != keys)
            said = frozenset().union(*map(cell_keys, cells))
            self._others_values[keys] = said - {term.key for one in own for term in one.terms}
        return self._others_values[keys]

    @cached_property
    def rows(self) -> dict[int, Sequence[Statement]]:
        """The records of which there are several in a table or list."""
        sizes = Counter(found[0].group for found in self.records.values())
        return {record: found for record, found in self.records.items() if sizes[found[0].group] > 1}

    @cached_property
    def around(self) -> dict[int, frozenset[str]]:
        """The concepts of each whole row, object, list item or paragraph."""
        return {
            record: frozenset().union(*(one.concepts | one.keys for one in found))
            for record, found in self.records.items()
        }

    @cached_property
    def records(self) -> Mapping[int, Sequence[Statement]]:
        """The statements of each row, object, list item or paragraph."""
        return grouped((one.record, one) for one in self.statements)

    def distinguished(self, terms: Sequence[Term]) -> frozenset[str]:
        """The codes among them that tell one of several apart: `B2` of `room B2`, where there is a room A1 too."""
        return frozenset(code.key for word, code in _numbered(terms) if len(self._codes_of.get(word, ())) > 1)

    @cached_property
    def _codes_of(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for statement in self.statements:
            for word, code in _numbered(statement.terms):
                found[word].add(code.key)
        return found

    def entities_in(self, keys: Iterable[str]) -> frozenset[frozenset[str]]:
        """The things that are meant where these concepts are said: a concept that only one thing has in its name names
        it, and so do all concepts of a name together."""
        said = frozenset(keys)
        whole = {entity for key in said for entity in self._by_rarest.get(key, ()) if entity <= said}
        told = {owners[0] for key in said - _POINTS if len(owners := self._by_key.get(key, [])) == 1}
        found = whole | told
        named = frozenset(entity for entity in found if not any(entity < other for other in whole))
        alike = {other for entity in named for other in self._alike(entity) if self._is_same(entity, other)}
        return named | alike

    def _rarest(self, entity: frozenset[str]) -> str:
        """The concept of its name that fewest other things share: whoever says the name says it."""
        return min(entity, key=lambda key: (len(self._by_key[key]), key))

    def _alike(self, entity: frozenset[str]) -> Sequence[frozenset[str]]:
        """The things whose names may hold the whole of this one."""
        return min((self._by_key[key] for key in entity), key=len)

    def _is_same(self, entity: frozenset[str], other: frozenset[str]) -> bool:
        """Whether `other` only adds what kind of thing it is: "Oriel H3 headphones" is "Oriel H3", "H3 Pro" is not."""
        if not entity < other:
            return False
        added = [word for word in self.entities[other].split() if not keys_of(word) <= entity]
        return bool(added) and all(word.islower() for word in added)

    def search(self, keys: Iterable[str], limit: int = 12) -> list[tuple[int, float]]:
        """The statements that share most with `keys`, best first, as (place, weight shared)."""
        return self._concepts.search(keys, limit)

    def _fact(self, place: int, figure: Quantity) -> Fact:
        key = (place, figure.start)
        if key not in self._facts:
            statement = self.statements[place]
            self._facts[key] = Fact(statement, figure, _with_hours(statement, figure))
        return self._facts[key]


def _at_places(found: Sequence[tuple[int, Quantity]], places: Iterable[int]) -> Iterator[tuple[int, Quantity]]:
    """The pairs of these places; `found` is in order of place, and far longer than what is taken from it."""
    for place in places:
        at = bisect_left(found, place, key=itemgetter(0))
        while at < len(found) and found[at][0] == place:
            yield found[at]
            at += 1


def _is_row(statement: Statement) -> bool:
    """Whether a statement is a cell, a field, or a line of results that names a thing and its figures."""
    short = len(statement.terms) <= _SHORT
    return statement.is_field or (short and bool(statement.entity) and bool(statement.figures or statement.prop))


def _of_24_hours(figure: Quantity) -> bool:
    """`0:30`, `17:00`: no clock of twelve hours says so."""
    hour = figure.text.partition(":")[0].strip()
    return ":" in figure.text and hour.isdigit() and (int(hour) > 12 or int(hour) == 0) and figure.text[-1:].isdigit()


def _with_hours(statement: Statement, figure: Quantity) -> dict[str, float]:
    """What a figure is said of; of a range of clock times the last is when something closes."""
    about = statement.about(figure.start, figure.end)
    times = [one.start for one in statement.figures[:_MOST_OF_ONE] if one.kind is Kind.TIME]
    if len(times) > 1 and figure.start == times[-1]:
        about["-open"] = about.get("open", 1.0)
    return about


def _numbered(terms: Sequence[Term]) -> Iterator[tuple[str, Term]]:
    return ((word.key, code) for word, code in pairwise(terms) if _CODE.fullmatch(code.word))


def with_context(statement: Statement, keys: Iterable[str], weight: float) -> Statement:
    """The statement with concepts that stand around it."""
    context = dict(statement.context)
    for key in keys:
        context[key] = max(weight, context.get(key, 0.0))
    return replace(statement, context=context)
