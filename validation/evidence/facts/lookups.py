"""How statements are found again: by the concepts they hold, and by the names of the things they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.quantities.quantity import Kind

MOST_SUMMED = 60
_KIND_WORDS = 2


def entities_of(statements: tuple[Statement, ...]) -> dict[frozenset[str], str]:
    """The things that statements are about, by the concepts of their names."""
    found: dict[frozenset[str], str] = {}
    for statement in statements:
        if statement.keys:
            found.setdefault(statement.keys, statement.entity)
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
