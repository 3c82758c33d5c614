"""What a claim says of one row of a table, taken from several: `5 kW at 93.7 MHz`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from validation.evidence.facts.bundles import Bundle
from validation.evidence.facts.fields import names_of
from validation.evidence.facts.index import FactIndex
from validation.evidence.language.terms import Term
from validation.evidence.quantities.quantity import Quantity

_MOST = 12
"""Parts of a claim that are compared."""


@dataclass(frozen=True, slots=True)
class Resting:
    """A part of a claim, the rows or objects of which each carries it alone, and the columns in which they do."""

    terms: tuple[Term, ...]
    records: frozenset[int]
    columns: frozenset[str]


def resting(
    terms: tuple[Term, ...], told: Sequence[Quantity], carrying: Sequence[Bundle], index: FactIndex
) -> Iterator[Resting]:
    """Of a part that only rows carry, all of it or, where none has all `told` figures of it, each figure by itself."""
    if all(one.is_record and len(index.fields(one.record)) > 1 for one in carrying):
        split = [told] if any(one.holds(told) for one in carrying) else [(), *((figure,) for figure in told)]
        for figures in split:
            records = frozenset(one.record for one in carrying if one.holds(figures))
            keys = frozenset(term.key for term in terms) if not figures or figures is told else frozenset()
            fields = (
                field for record in records for field in (*index.fields(record), *names_of(index.records[record]))
            )
            columns = frozenset(one.prop for one in fields if one.is_told(keys, figures))
            if records:
                yield Resting(terms, records, columns)


def scattered(parts: Iterable[Resting], index: FactIndex) -> tuple[Term, ...]:
    """The last part, where no row carries all of them. Parts that tell the same column of different rows, `leaves at 9
    and at 11`, are of several."""
    rests = list(parts)[:_MOST]
    groups = {index.records[record][0].group for one in rests for record in one.records}
    if len(rests) < 2 or len(groups) > 1 or frozenset.intersection(*(one.records for one in rests)):
        return ()
    apart = ((one, other) for one, other in combinations(rests, 2) if one.records.isdisjoint(other.records))
    return () if any(one.columns & other.columns for one, other in apart) else rests[-1].terms
