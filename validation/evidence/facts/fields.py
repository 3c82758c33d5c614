"""The fields of a record, and values told as those of another field: `written by Minna` of who directed it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from validation.evidence.document.statement import Statement
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.names import keys_of
from validation.evidence.language.terms import Term
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Quantity


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
