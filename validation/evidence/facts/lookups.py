"""How statements are found again: by the concepts they hold, and by the names of the things they are about. And the
fields of a record, with values told as those of another field: `written by Minna` of who directed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from validation.evidence.document.statement import Statement
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.names import keys_of
from validation.evidence.language.terms import Term
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

MOST_SUMMED = 60
_KIND_WORDS = 2


def entities_of(statements: tuple[Statement, ...]) -> dict[frozenset[str], str]:
    """The things that statements are about, by the concepts of their names."""
    found: dict[frozenset[str], str] = {}
    for statement in statements:
        if statement.keys:
            found.setdefault(statement.keys, statement.entity)
    return found


def owners_of(entities: Iterable[frozenset[str]]) -> dict[str, tuple[frozenset[str], ...]]:
    found: dict[str, list[frozenset[str]]] = defaultdict(list)
    for entity in entities:
        for key in entity:
            found[key].append(entity)
    return {key: tuple(owners) for key, owners in found.items()}


def by_rarest_of(
    owners: Mapping[str, Sequence[frozenset[str]]], entities: Iterable[frozenset[str]]
) -> dict[str, list[frozenset[str]]]:
    """The things by the concept of their name that fewest others share: whoever says the name says it."""
    found: dict[str, list[frozenset[str]]] = defaultdict(list)
    for entity in entities:
        found[min(entity, key=lambda key: (len(owners[key]), key))].append(entity)
    return found


def cell_keys(statement: Statement) -> frozenset[str]:
    """What a cell of a word or two says; prose and figures name no kind."""
    denied = any(term.denied for term in statement.terms)
    return frozenset(term.key for term in statement.terms) if is_plain(statement) and not denied else frozenset()


def is_plain(cell: Statement) -> bool:
    """Whether a cell is a word or two and no figure."""
    return 0 < len(cell.terms) <= _KIND_WORDS and not cell.figures


def sums_of(properties: Iterable[Sequence[Statement]], kind: Kind, unit: str) -> Iterator[tuple[float, Statement]]:
    """The sum of each property that every thing has once, in figures of this kind and unit, with its first value."""
    for group in properties:
        told = [one.figures[0] for one in group if len(one.figures) == 1 and one.is_field]
        fit = [one.candidates[0] for one in told if (one.kind, one.unit) == (kind, unit) and one.candidates]
        if 1 < len(fit) == len(group) <= MOST_SUMMED:
            yield sum(fit), group[0]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: its name, the concepts of that which no other name or value has, those of its value that
    no name has, and its figures."""

    prop: str
    names: frozenset[str]
    said: frozenset[str]
    figures: tuple[Quantity, ...]

    def is_told(self, keys: frozenset[str], figures: Sequence[Quantity]) -> bool:
        """Whether a concept or a figure of the value is among these."""
        return not self.said.isdisjoint(keys) or any(same(one, figure) for one in self.figures for figure in figures)


def misfiled(part: Sequence[Term], told: Sequence[Quantity], fields: Sequence[Field]) -> Iterator[Term]:
    """The terms of a part of a claim that begin the whole value of one field right behind the name of another, whose
    own value it does not tell. `told` are the figures of the part."""
    keys = frozenset(term.key for term in part)
    named = [field for field in fields if not field.names.isdisjoint(keys)]
    untold = frozenset().union(*(field.names for field in named if field.said and not field.is_told(keys, told)))
    strays = [field.said for field in fields if field.said and field.said <= keys and field not in named]
    for name, value in pairwise(part):
        if name.key in untold and any(value.key in stray for stray in strays):
            yield value


def fields_of(record: Sequence[Statement]) -> tuple[Field, ...]:
    """The fields among the statements of one record."""
    cells = [(one, keys_of(one.prop)) for one in record if one.is_field and one.prop]
    names = [keys for _, keys in cells]
    values = [frozenset(term.key for term in one.terms) - FRAME for one, _ in cells]
    every = frozenset().union(*names)
    return tuple(
        Field(
            one.prop,
            names[place].difference(*names[:place], *names[place + 1 :], *values, one.keys),
            values[place] - every - one.keys,
            one.figures,
        )
        for place, (one, _) in enumerate(cells)
    )


def names_of(record: Sequence[Statement]) -> tuple[Field, ...]:
    """What names the row or object, as fields without a name."""
    return tuple(Field("", frozenset(), one.keys, one.figures) for one in record if not one.is_field)
