"""How statements are found again: by the concepts they hold, and by the names of the things they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from validation.evidence.document.statement import Statement


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
